// A table that is read twice: what its columns hold is known when all of it was seen.
import Foundation

/// A table with its header, whatever its encoding; from a pipe, too.
public struct TableFile {
    public private(set) var header: [String]
    /// The encoding that its bytes were taken for; `nil` where they are UTF-8.
    public let encoding: String?
    private let input: FileHandle
    private let name: String
    private let form: TextEncoding

    /// - Parameters:
    ///   - input: is read from its beginning; what has none is copied to a temporary file.
    ///   - name: what messages call it.
    /// - Throws: `unreadable`; `encoding`; `full` where there is no room for the copy.
    public init(_ input: FileHandle, name: String) throws(CatalogueError) {
        self.input = lseek(input.fileDescriptor, 0, SEEK_SET) == 0 ? input : try Self.copy(of: input, name)
        self.name = name
        let kept = self.input
        form = try TextEncoding { () throws(CatalogueError) in try Self.piece(of: kept, name) }
        encoding = form.name
        header = []
        header = try opened().header
    }

    /// Its rows, from the first on.
    public func rows() throws(CatalogueError) -> DelimitedReader { try opened().rows }

    private func opened() throws(CatalogueError) -> (header: [String], rows: DelimitedReader) {
        guard lseek(input.fileDescriptor, 0, SEEK_SET) == 0 else {
            throw .unreadable(path: name, errno: errno)
        }
        var reader = DelimitedReader(input, name: name, encoding: form)
        let first = try reader.next()?.fields ?? []
        // Spreadsheets may say their separator in a line of its own.
        guard first.first?.lowercased().hasPrefix("sep=") == true else { return (first, reader) }
        return (try reader.next()?.fields ?? [], reader)
    }

    private static func piece(of input: FileHandle, _ name: String) throws(CatalogueError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        repeat { count = read(input.fileDescriptor, &chunk, chunk.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .unreadable(path: name, errno: errno) }
        return Array(chunk[..<count])
    }

    /// Without a name: it goes with the program, however that ends.
    private static func copy(of input: FileHandle, _ name: String) throws(CatalogueError) -> FileHandle {
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/bookzone-table-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .full(path: folder, .system(errno: errno)) }
        unlink(template)
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while case let piece = try piece(of: input, name), !piece.isEmpty {
            do { try copy.write(contentsOf: piece) } catch {
                throw .full(path: folder, .system(errno: ENOSPC))
            }
        }
        return copy
    }
}
