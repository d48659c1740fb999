// The results of one shard, or of a whole run, photo by photo.
import Books
import Foundation
import Reading

/// Reads the records of a results file; once it has begun, the next photo's are available before they are taken.
package final class PartReader {
    /// The path of the file, as given.
    package let name: String
    /// `nil` if the file is empty.
    private var file: RecordFile?
    private var ahead: (record: PhotoRecord, place: RecordPosition)?
    private var hasBegun = false

    /// Throws `unfinished` if there are only the records of a run that has not ended, `noRecord` if the file is not a
    /// results file, and the system's error if it can't be read. An empty file has no records.
    package init(_ path: PhotoPath) throws(PartError) {
        name = path.name
        guard let status = path.status, access(path.cString, R_OK) == 0 else {
            let code = errno
            if code == ENOENT,
                let records = RecordJournal.unfinished(path.name).first(where: { PhotoPath($0).exists })
            {
                throw .unfinished(path.name, records: records)
            }
            throw .unreadable(path.name, .system(code))
        }
        if status.isFile, status.st_size == 0 { return }
        try take(RecordFile.opened(path))
    }

    /// Of an ordinary file that is open, and stays so, at its beginning.
    package init(_ open: consuming InputFile, name: String) throws(PartError) {
        self.name = name
        if open.size == 0 { return }
        try take(RecordFile.opened(open, name: name))
    }

    private func take(_ records: consuming RecordFile?) throws(PartError) {
        guard let records else { throw .unreadable(name, .noRecord) }
        file = consume records
    }

    /// Reads the first record; after an error, the next one.
    func begin() throws(PartError) {
        ahead = try read()
        hasBegun = true
    }

    /// The photo whose records come next, or the first of a book; `nil` at the end.
    var photo: String? { (ahead?.record.single.first ?? ahead?.record)?.photo }

    /// Whether the next record is not a photo's but about an invalid line of the list.
    var isFault: Bool { photo != PhotoPath.standardInput.name && ahead?.record.error?.code == "name" }

    /// The position of its first record.
    var place: RecordPosition? { ahead?.place }

    /// The records of the next photo, one per page, or the one of the next book; empty at the end.
    func next() throws(PartError) -> [PhotoRecord] {
        guard let first = try nextRecord() else { return [] }
        var records = [first.record]
        guard first.record.photos.isEmpty else { return records }
        while let further = ahead?.record, further.photos.isEmpty,
            further.photo.isSamePath(as: first.record.photo),
            further.page > records[records.count - 1].page
        {
            records.append(further)
            ahead = try read()
        }
        return records
    }

    /// `nil` at the end.
    package func nextRecord() throws(PartError) -> (record: PhotoRecord, place: RecordPosition)? {
        if !hasBegun { try begin() }
        guard let next = ahead else { return nil }
        ahead = try read()
        return next
    }

    private func read() throws(PartError) -> (record: PhotoRecord, place: RecordPosition)? {
        switch file?.next() {
        case .recorded(let record, let place): return (record, place)
        case .unreadable(let name, let error): throw .unreadable(name, error)
        case .book, .failed, .failedArchive, .known, .photo, .repeated, .skipped, nil: return nil
        }
    }
}

/// The records of some files, one after another, as if one run had read them. No photo is read.
package struct RecordBatch {
    private var paths: [PhotoPath]
    private var file: PartReader?
    private var run = RunContext()

    package init(_ paths: [PhotoPath]) {
        self.paths = paths.reversed()
    }

    /// `nil` at the end. Throws `unreadable` for a line that is not a record, and for a file that has none or can't
    /// be read; the next call continues after it.
    package mutating func next() throws(PartError) -> ScanResult? {
        while true {
            if let next = try file?.nextRecord() { return run.completed(.recorded(next.record, next.place)) }
            file = nil
            guard let path = paths.popLast() else { return nil }
            file = try PartReader(path)
        }
    }
}
