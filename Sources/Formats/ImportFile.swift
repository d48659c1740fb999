// A file that is to be imported, opened and looked at.
import Catalogue
import Foundation

/// A file of books, whatever its format, open at its beginning.
package struct ImportFile {
    /// What messages call it.
    package let name: String
    /// What a pipe brought is in a file without a name, so that it can be read more than once.
    package let input: FileHandle
    /// Its first bytes, all of them where it is shorter than `headSize`.
    package let head: [UInt8]
    /// When it was written; now for a pipe.
    package let date: Date

    package static let headSize = 1 << 16
    /// The most that a format takes into memory as a whole, in bytes.
    package static let memoryLimit = 512 << 20

    /// - Parameter path: `-` is standard input.
    /// - Throws: `unreadable`.
    package init(_ path: String) throws(CatalogueError) {
        let isStandardInput = path == "-"
        guard let input = isStandardInput ? .standardInput : FileHandle(reading: path) else {
            throw .unreadable(path: path, errno: errno)
        }
        try self.init(input, name: isStandardInput ? "standard input" : path)
    }

    /// Reads a pipe to its end.
    ///
    /// - Throws: `unreadable`, also where there is no room for what a pipe brings.
    package init(_ input: FileHandle, name: String) throws(CatalogueError) {
        self.name = name
        var status = stat()
        guard fstat(input.fileDescriptor, &status) == 0 else { throw .unreadable(path: name, errno: errno) }
        if lseek(input.fileDescriptor, 0, SEEK_SET) == 0 {
            self.input = input
            date = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
        } else {
            self.input = try Self.spooled(input, name)
            date = .now
        }
        head = try Self.read(self.input, upTo: Self.headSize, name)
        lseek(self.input.fileDescriptor, 0, SEEK_SET)
    }

    /// All of it.
    ///
    /// - Throws: `unreadable`, also where it is larger than `memoryLimit` (`EFBIG`).
    package func contents() throws(CatalogueError) -> Data {
        lseek(input.fileDescriptor, 0, SEEK_SET)
        let bytes = try Self.read(input, upTo: Self.memoryLimit + 1, name)
        guard bytes.count <= Self.memoryLimit else { throw .unreadable(path: name, errno: EFBIG) }
        return Data(bytes)
    }

    /// The first row of a table; nothing where it is not text.
    package var tableHeader: [String] { (try? TableFile(self).header) ?? [] }

    private static func spooled(_ pipe: FileHandle, _ name: String) throws(CatalogueError) -> FileHandle {
        guard let file = tmpfile() else { throw .unreadable(path: name, errno: errno) }
        let descriptor = dup(fileno(file))
        fclose(file)
        let spool = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while case let piece = try TableBytes.piece(of: pipe, name), !piece.isEmpty {
            do { try spool.write(contentsOf: piece) } catch { throw .unreadable(path: name, errno: ENOSPC) }
        }
        lseek(descriptor, 0, SEEK_SET)
        return spool
    }

    private static func read(
        _ input: FileHandle, upTo most: Int, _ name: String
    ) throws(CatalogueError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < most {
            let piece = try TableBytes.piece(of: input, name)
            if piece.isEmpty { break }
            bytes += piece.prefix(most - bytes.count)
        }
        return bytes
    }
}
