// The second pass: merges the runs into the reference's file, which is then given its name.
import Foundation

extension ReferenceBuilder {
    func info(_ readers: [RowReader], _ state: BuildState) -> ReferenceInfo {
        ReferenceInfo(
            files: files.map { $0 == "-" ? $0 : URL(filePath: $0).lastPathComponent }, forms: state.forms,
            date: state.inputs.compactMap(\.date).max() ?? .now, made: .now, filter: filter,
            counts: state.counts,
            torn: state.torn.map { $0 == "-" ? $0 : URL(filePath: $0).lastPathComponent })
    }

    /// Merges all runs into a searchable file. Of books with the same key, the one of which most is known is kept.
    func write(
        _ info: ReferenceInfo, _ state: inout BuildState, _ partial: BuildFolder, _ isStopped: () -> Bool,
        _ report: (BuildEvent) -> Void
    ) throws(ReferenceError) {
        var info = info
        let bytes = (0..<state.runs).reduce(0) { $0 + ReferenceFolder.bytes(of: partial.run($1)) }
        unlink(partial.database)
        let writer = try ReferenceWriter(partial.database)
        var merge = try SortedRunMerge((0..<state.runs).map(partial.run))
        var best: [UInt8] = []
        var (done, steps) = (0, 0)
        while let first = merge.first {
            let key = first.key
            best.removeAll(keepingCapacity: true)
            best.append(contentsOf: first.entry)
            done += best.count + 12
            try merge.advance()
            while let next = merge.first, next.key == key {
                done += next.entry.count + 12
                if key < EntryKey.works, best.withUnsafeBytes(BookPacker.known) < BookPacker.known(next.entry)
                {
                    best.removeAll(keepingCapacity: true)
                    best.append(contentsOf: next.entry)
                }
                try merge.advance()
            }
            var failure: ReferenceError?
            best.withUnsafeBytes { entry in
                do throws(ReferenceError) { try writer.add(key, entry) } catch { failure = error }
            }
            if let failure { throw failure }
            steps += 1
            if steps.isMultiple(of: 4096) {
                report(.writing(done, of: bytes))
                if isStopped() { throw .stopped(rows: state.counts.rows) }
            }
        }
        guard writer.books > 0 else { throw .nothingKept(info) }
        try writer.indexWords { done throws(ReferenceError) in
            report(.indexing(done, of: writer.books))
            if isStopped() { throw .stopped(rows: state.counts.rows) }
        }
        info.books = writer.books
        info.authors = writer.authors
        info.languages = writer.languages
        try writer.finish(info)
        try Self.synchronise(partial.database)
        (state.stage, state.runs) = (.written, 0)
        try partial.save(state)
        try partial.clear(except: state)
    }

    /// Gives the finished file its name, and deletes everything else.
    func putInPlace(_ partial: BuildFolder) throws(ReferenceError) -> ReferenceFile {
        let file = folder.file(of: name)
        guard rename(partial.database, file) == 0 else { throw .writing(file, errno) }
        try Self.synchronise(folder.path)
        try partial.remove()
        return try ReferenceFile(path: file, name: name)
    }

    /// Flushes the file to disk.
    private static func synchronise(_ path: String) throws(ReferenceError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .writing(path, errno) }
    }
}
