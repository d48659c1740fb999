// Records of earlier runs alone: nothing to read, and so no workers.
import Books
import Foundation
import Reading

/// Goes over the records of some files, one after another.
package struct RecordBatch: ~Copyable {
    private var paths: [PhotoPath]
    private var file: RecordFile?
    private var run = RunContext()

    package init(_ paths: [PhotoPath]) {
        self.paths = paths.reversed()
    }

    /// `nil` at the end. Throws `noRecord` for a file that holds none, `system` for one that can't be read; the name tells
    /// which. Call it again for what comes after.
    package mutating func next() throws(NamedError) -> ScanResult? {
        while true {
            switch file?.next() {
            case .recorded(let record, let place): return run.completed(.recorded(record, place))
            case .barred(let name, let error): throw NamedError(name: name, error: error)
            default: file = nil
            }
            guard let path = paths.popLast() else { return nil }
            guard let status = path.status else { throw NamedError(name: path.name, error: .system(errno)) }
            if status.isFile, status.st_size == 0 { continue }
            file = RecordFile.opened(path)
            guard file != nil else { throw NamedError(name: path.name, error: .noRecord) }
        }
    }

    /// What went wrong, and where.
    package struct NamedError: Error {
        package var name: String
        package var error: ScanError
    }
}
