// A file to be imported, opened for reading.
import Books
import Catalogue
import Documents
import Foundation
import Output

/// A file of books in any format, open at its start.
package struct ImportFile {
    /// The name in messages.
    package let name: String
    /// `nil` for standard input and members of archives.
    package let path: String?
    /// Input from a pipe or an archive is in an unnamed temporary file, so that it can be read more than once.
    package let input: FileHandle
    /// Its first bytes; the whole file if it is shorter than `headSize`.
    package let head: [UInt8]
    /// The paths of the other packages in a folder of Calibre's, of which this is the first.
    let furtherPackages: [String]
    /// Whether it is a folder without files, as the export of no books leaves for Calibre. `head` is empty then.
    let isEmptyFolder: Bool
    /// The modification date; the current date for a pipe.
    package let date: Date

    package static let headSize = 1 << 16
    /// The limit for formats that are read into memory as a whole, in bytes.
    package static let memoryLimit = 512 << 20

    /// - Parameter path: `-` is standard input. A folder means the `metadata.db` in it, as in Calibre's libraries, or else
    ///   every `metadata.opf` below it, of which an empty folder has none; a ZIP, the one file in it that can be imported.
    /// - Throws: `unreadable`, `archive`, `notOneFile`.
    package init(_ path: String) throws(CatalogueError) {
        guard path != "-" else {
            try self.init(.standardInput, name: "standard input")
            return
        }
        guard let input = FileHandle(reading: path) else {
            throw .unreadable(path: path, errno: errno)
        }
        var status = stat()
        if fstat(input.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            let library = path + (path.hasSuffix("/") ? "" : "/") + "metadata.db"
            let packages = access(library.systemPath, F_OK) == 0 ? [] : CalibreFolder.packages(below: path)
            if let first = packages.first, let input = FileHandle(reading: first) {
                try self.init(opened: input, path, first, furtherPackages: Array(packages.dropFirst()))
            } else if CalibreFolder.isEmpty(path) {
                try self.init(opened: input, path, path, isEmptyFolder: true)
            } else {
                try self.init(library)
            }
        } else {
            try self.init(input, name: path, path: path)
        }
    }

    /// Reads a pipe to its end.
    ///
    /// - Parameter opensArchives: whether the file in a ZIP archive is read in place of the archive; otherwise an archive is in no
    ///   format.
    /// - Throws: `unreadable`, also if there is no room for a pipe's data; `archive`, `notOneFile`.
    package init(
        _ input: FileHandle, name: String, path: String? = nil, opensArchives: Bool = true
    ) throws(CatalogueError) {
        let file = try Self(opened: input, name, path)
        self = opensArchives && ArchiveFormat(of: file.head) == .zip ? try file.unpacked() : file
    }

    private init(
        opened input: FileHandle, _ name: String, _ path: String?, furtherPackages: [String] = [],
        isEmptyFolder: Bool = false
    ) throws(CatalogueError) {
        self.name = name
        self.path = path
        self.furtherPackages = furtherPackages
        self.isEmptyFolder = isEmptyFolder
        var status = stat()
        guard fstat(input.fileDescriptor, &status) == 0 else { throw .unreadable(path: name, errno: errno) }
        if lseek(input.fileDescriptor, 0, SEEK_SET) == 0 {
            self.input = input
            date = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
        } else {
            self.input = try Self.spooled(input, name)
            date = .now
        }
        head = isEmptyFolder ? [] : try Self.read(self.input, upTo: Self.headSize, name)
        lseek(self.input.fileDescriptor, 0, SEEK_SET)
    }

    /// A file from an archive, with the archive's date.
    init(_ input: FileHandle, named name: String, from archive: ImportFile) throws(CatalogueError) {
        self.input = input
        self.name = name
        path = nil
        furtherPackages = []
        isEmptyFolder = false
        date = archive.date
        head = try Self.read(input, upTo: Self.headSize, name)
        lseek(input.fileDescriptor, 0, SEEK_SET)
    }

    /// Whether it has no text: a whole file in the formats that put nothing around their records, a truncated one in the
    /// others.
    var isBlank: Bool {
        let text = head.withoutByteOrderMark
        return !isEmptyFolder && head.count < Self.headSize
            && text.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// Whether it holds no record, and so does not tell its format.
    var isEmpty: Bool { isBlank || isEmptyFolder || isEmptyList }

    /// How much has been read, 0 to 1; `nil` if that is unknown.
    package var fraction: Double? { input.fraction }

    /// The whole contents.
    ///
    /// - Throws: `unreadable`, also if it is larger than `memoryLimit` (`EFBIG`).
    package func contents() throws(CatalogueError) -> Data {
        lseek(input.fileDescriptor, 0, SEEK_SET)
        let bytes = try Self.read(input, upTo: Self.memoryLimit + 1, name)
        guard bytes.count <= Self.memoryLimit else { throw .unreadable(path: name, errno: EFBIG) }
        return Data(bytes)
    }

    /// - Throws: `unreadable`, also if there is no room for the copy.
    func copy(to url: URL) throws {
        lseek(input.fileDescriptor, 0, SEEK_SET)
        defer { lseek(input.fileDescriptor, 0, SEEK_SET) }
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CatalogueError.unreadable(path: name, errno: errno) }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try Self.copy(input, to: output, name)
    }

    /// The first row of a table; empty if the file is not text, or is JSON.
    package var tableHeader: [String] { isJSON ? [] : TableFile.header(ofStart: head) }

    private static func spooled(_ pipe: FileHandle, _ name: String) throws(CatalogueError) -> FileHandle {
        let spool = try unnamed(name)
        try copy(pipe, to: spool, name)
        lseek(spool.fileDescriptor, 0, SEEK_SET)
        return spool
    }

    private static func copy(
        _ input: FileHandle, to output: FileHandle, _ name: String
    ) throws(CatalogueError) {
        while case let piece = try TableBytes.piece(of: input, name), !piece.isEmpty {
            do { try output.write(contentsOf: piece) } catch { throw .unreadable(path: name, errno: ENOSPC) }
        }
    }

    /// A temporary file that is deleted when it is closed.
    static func unnamed(_ name: String) throws(CatalogueError) -> FileHandle {
        do throws(OutputError) {
            let file = try UnnamedFile(for: name)
            return FileHandle(fileDescriptor: dup(file.descriptor), closeOnDealloc: true)
        } catch {
            if case .failed(_, let code) = error { throw .unreadable(path: name, errno: code) }
            throw .unreadable(path: name, errno: EIO)
        }
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

extension FileHandle {
    /// How much of an ordinary file lies before the place where it is read.
    var fraction: Double? {
        var status = stat()
        let place = lseek(fileDescriptor, 0, SEEK_CUR)
        guard place >= 0, fstat(fileDescriptor, &status) == 0, status.st_size > 0 else { return nil }
        return min(1, Double(place) / Double(status.st_size))
    }
}
