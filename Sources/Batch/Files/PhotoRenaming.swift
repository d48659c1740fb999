// Carries out what was planned. Until the last record has followed, the plan is in `FILE.moves`, and the same steps, done
// again after a kill, change nothing that was done.
import Books
import Foundation
import Output
import Reading

/// Renames photos of a run, and has its records follow.
package struct PhotoRenaming {
    private let run: RunFile
    package let plan: [PlannedRename]
    private let path: String

    /// One that was ended; `nil` where there is none.
    package init?(unfinishedOf run: RunFile) throws {
        self.run = run
        path = run.target + ".moves"
        let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw OutputError.failed(run.file + ".moves", code: errno) }
        defer { close(descriptor) }
        var lines = LineFile(descriptor, name: run.file + ".moves")
        var plan: [PlannedRename] = []
        while let line = try lines.next() {
            guard let rename = try? JSONDecoder().decode(PlannedRename.self, from: Data(line.bytes)) else {
                throw JournalError.notARun(run.file + ".moves")
            }
            plan.append(rename)
        }
        self.plan = plan
        for rename in plan {
            let folder = PhotoPath(rename.new).folder
            if !folder.isFolder { throw JournalError.folderAway(folder.name) }
        }
    }

    /// Whether one was ended that has not been completed.
    package static func isUnfinished(_ run: RunFile) -> Bool { PhotoPath(run.target + ".moves").isThere }

    /// Writes the plan down; nothing is renamed yet.
    package init(_ plan: [PlannedRename], of run: RunFile) throws {
        (self.run, self.plan) = (run, plan)
        path = run.target + ".moves"
        let file = try AtomicFile(path, mode: run.mode, name: run.file)
        for rename in plan { try file.write(JSONLine.line(rename).utf8) }
        try file.move(to: path)
    }

    /// Does all of it that is not done.
    ///
    /// - Parameters:
    ///   - followed: told each photo that has its new name, when the records name it so; what it throws leaves the rest for
    ///     the next time.
    ///   - failed: told each file that can't be renamed; it keeps its name.
    /// - Returns: how many photos have their new names.
    package func complete(
        followed: (PlannedRename) throws -> Void, failed: (_ name: String, ScanError) -> Void
    ) throws -> Int {
        var links = PhotoLinks(in: try folders())
        var done: [PlannedRename] = []
        for rename in plan {
            do throws(ScanError) {
                guard try Self.rename(rename.old, to: rename.new, &links) else { continue }
                done.append(rename)
            } catch {
                failed(rename.shown.old, error)
                continue
            }
            for sidecar in rename.sidecars {
                do throws(ScanError) {
                    _ = try Self.rename(sidecar.name, to: sidecar.target ?? sidecar.name, &links)
                } catch { failed(sidecar.name, error) }
            }
        }
        if !done.isEmpty { try rewrite(done) }
        for rename in done { try followed(rename) }
        unlink(path.systemPath)
        return done.count
    }

    /// In which links to the photos are looked for: those in which photos of the run are.
    private func folders() throws -> Set<PhotoPath> {
        var folders: Set<PhotoPath> = []
        try run.forEachPhoto { photo in
            if let path = PhotoPath(photo.name.located(beside: run.file)).realName {
                folders.insert(path.folder)
            }
        }
        return folders.union(plan.map { PhotoPath($0.old).folder })
    }

    /// Returns whether it has the new name; false where it is gone.
    private static func rename(
        _ old: String, to new: String, _ links: inout PhotoLinks
    ) throws(ScanError) -> Bool {
        let (source, target) = (PhotoPath(old), PhotoPath(new))
        guard source.isThere else { return target.isThere }
        guard target.isThere else {
            try FileMove.rename(old, to: new, &links)
            return true
        }
        guard FileIdentity(path: old) == FileIdentity(path: new) || source.holdsTheSame(as: target) else {
            throw .system(EEXIST)
        }
        try FileMove.forget(old, for: new, &links)
        return true
    }

    /// The stamps first: a stamp without a record means nothing.
    private func rewrite(_ done: [PlannedRename]) throws {
        var (names, places, paths): ([[UInt8]: String], [[UInt8]: String], [[UInt8]: String]) = (
            [:], [:], [:]
        )
        for rename in done {
            paths[Array(rename.old.utf8)] = rename.new
            for name in rename.names {
                names[Array(name.name.utf8)] = name.target
                places[Array(name.name.utf8)] = rename.new
            }
        }
        let stamps = run.target + ".run"
        let descriptor = open(stamps.systemPath, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            try run.replaceLines(of: descriptor, in: stamps, mode: run.mode) { [names, places] line in
                guard var photo = RunLine(line), photo.rename(names, at: places) else { return nil }
                return try? JSONLine.line(photo)
            }
        } else if errno != ENOENT {
            throw OutputError.failed(run.file + ".run", code: errno)
        }
        try run.replaceLines { [names, paths] line in
            RecordLine.renaming(in: line, names, paths: paths)
        }
    }
}

extension PhotoPath {
    /// Whether both are files of the same bytes, as a copy is.
    fileprivate func holdsTheSame(as other: PhotoPath) -> Bool {
        guard isPlainFile, other.isPlainFile, status?.st_size == other.status?.st_size else { return false }
        let hashes = [self, other].map { try? Photo(name: $0.name, content: .file($0)).sha256() }
        return hashes[0] != nil && hashes[0] == hashes[1]
    }
}
