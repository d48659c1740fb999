// Carries out a renaming plan. The plan stays in `FILE.moves` until the last record is updated. After a kill the same
// steps are repeated; those that are done have no effect.
import Books
import Foundation
import Output
import Reading

/// Renames photos of a run and updates its records.
package struct PhotoRenaming {
    private let run: ResultRecords
    package let plan: [PlannedRename]
    private let path: String

    /// A renaming that was interrupted; `nil` if there is none.
    package init?(unfinishedOf run: ResultRecords) throws {
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

    /// Whether a renaming was interrupted and not completed since.
    package static func isUnfinished(_ run: ResultRecords) -> Bool {
        PhotoPath(run.target + ".moves").entryExists
    }

    /// Writes the plan to disk; renames nothing yet.
    package init(_ plan: [PlannedRename], of run: ResultRecords) throws {
        (self.run, self.plan) = (run, plan)
        path = run.target + ".moves"
        let file = try AtomicFile(path, mode: run.mode, name: run.file)
        for rename in plan { try file.write(JSONLine.line(rename).utf8) }
        try file.move(to: path)
    }

    /// Does everything that is not done yet.
    ///
    /// - Parameters:
    ///   - followed: called with each renamed photo when the records have its new name; if it throws, the rest is
    ///     left for the next time.
    ///   - failed: called with each file that can't be renamed; it keeps its name.
    package func complete(
        followed: (PlannedRename) throws -> Void, failed: (_ name: String, ScanError) -> Void
    ) throws {
        var links = PhotoLinks(in: try folders())
        var done: [PlannedRename] = []
        for rename in plan {
            do throws(ScanError) {
                guard try Self.rename(rename.old, to: rename.new, as: rename.file, &links) else { continue }
                done.append(rename)
            } catch {
                failed(rename.shown.old, error)
                continue
            }
            for sidecar in rename.sidecars {
                do throws(ScanError) {
                    _ = try Self.rename(
                        sidecar.name, to: sidecar.target ?? sidecar.name, as: FileAsRead(sha256: nil), &links)
                } catch { failed(sidecar.name, error) }
            }
        }
        if !done.isEmpty { try rewrite(done) }
        for rename in done { try followed(rename) }
        unlink(path.systemPath)
    }

    /// The folders to search for links to the photos: those that contain photos of the run.
    private func folders() throws -> Set<PhotoPath> {
        var folders: Set<PhotoPath> = []
        try run.forEachPhoto { photo in
            if let path = PhotoPath(photo.name.located(beside: run.file)).realName {
                folders.insert(path.folder)
            }
        }
        return folders.union(plan.map { PhotoPath($0.old).folder })
    }

    /// Returns whether the file has its new name; false if it is gone.
    private static func rename(
        _ old: String, to new: String, as file: FileAsRead, _ links: inout PhotoLinks
    ) throws(ScanError) -> Bool {
        let (source, target) = (PhotoPath(old), PhotoPath(new))
        guard source.entryExists else { return try file.found(at: target) != nil }
        guard target.entryExists else {
            try FileMove.rename(old, to: new, as: file, &links)
            return true
        }
        guard FileIdentity(path: old) == FileIdentity(path: new) || source.hasSameContent(as: target) else {
            throw .system(EEXIST)
        }
        try FileMove.forget(old, for: new, &links)
        return true
    }

    /// Stamps are written first: a stamp without a record has no effect.
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
        let stamps = RecordJournal.run(of: run.target)
        let descriptor = open(stamps.systemPath, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            try run.replaceLines(of: descriptor, in: stamps, mode: run.mode) { [names, places] line in
                guard var photo = RunLine(line), photo.rename(names, at: places) else { return nil }
                return try? JSONLine.line(photo)
            }
        } else if errno != ENOENT {
            throw OutputError.failed(RecordJournal.run(of: run.file), code: errno)
        }
        try run.replaceLines { [names, paths] line in
            RecordLine.renaming(in: line, names, paths: paths)
        }
    }
}

extension PhotoPath {
    /// Whether both are files with the same bytes, such as a copy.
    fileprivate func hasSameContent(as other: PhotoPath) -> Bool {
        guard isPlainFile, other.isPlainFile, status?.st_size == other.status?.st_size else { return false }
        let hashes = [self, other].map { try? Photo(name: $0.name, content: .file($0)).sha256() }
        return hashes[0] != nil && hashes[0] == hashes[1]
    }
}
