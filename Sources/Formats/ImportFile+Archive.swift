// A ZIP with the file to be imported, as many sites send their exports.
import Books
import Catalogue
import Documents
import Foundation

extension ImportFile {
    /// The limit for unpacking an archive, in bytes.
    private static let mostUnpacked = 2 << 30
    /// How many names an error message has at most.
    private static let mostNames = 5

    /// The only file in this archive that is in a known format. The database of a Calibre library takes precedence
    /// over the books in it.
    ///
    /// - Throws: `archive`, `notOneFile`, `unreadable` if there is no room to unpack it.
    func unpacked() throws(CatalogueError) -> ImportFile {
        var found: [ImportFile] = []
        var room = Self.mostUnpacked
        do {
            let archive = try ArchiveReader(at: input.fileDescriptor)
            while let member = try archive.next() {
                guard member.isFile, let path = member.name.flatMap(ArchiveReader.path), !Self.isHidden(path)
                else { continue }
                if member.isEncrypted { throw ArchiveError.encrypted }
                let file = try unpack(archive, name: "\(name)/\(String(path: path))", &room)
                if FileFormat.of(file) != nil { found.append(file) }
            }
        } catch let error as ArchiveError {
            throw .archive(path: name, words: error.words)
        } catch {
            throw error as? CatalogueError ?? .unreadable(path: name, errno: EIO)
        }
        let libraries = found.filter(CalibreLibraryReader.recognises)
        if libraries.count == 1 { return libraries[0] }
        guard found.count == 1 else {
            let names = found.prefix(Self.mostNames).map { String($0.name.dropFirst(name.count + 1)) }
            throw .notOneFile(path: name, names: names + (found.count > Self.mostNames ? ["…"] : []))
        }
        return found[0]
    }

    /// Files that systems add, such as `__MACOSX/._books.csv`.
    private static func isHidden(_ path: [UInt8]) -> Bool {
        path.starts(with: "__MACOSX/".utf8)
            || path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }

    /// Unpacks the archive's last member.
    private func unpack(_ archive: ArchiveReader, name: String, _ room: inout Int) throws -> ImportFile {
        let file = try Self.unnamed(name)
        var left = room
        var code: Int32 = 0
        try archive.unpack { chunk in
            left -= chunk.count
            guard left >= 0 else { return false }
            do { try file.write(contentsOf: Data(chunk)) } catch { code = ENOSPC }
            return code == 0
        }
        if left < 0 { throw ArchiveError.unpacksTooFar }
        if code != 0 { throw CatalogueError.unreadable(path: name, errno: code) }
        room = left
        lseek(file.fileDescriptor, 0, SEEK_SET)
        return try ImportFile(file, named: name, from: self)
    }
}

extension ArchiveError {
    fileprivate var words: String {
        switch self {
        case .damaged: "is damaged or cut short; download it again"
        case .encrypted: "opens with a password; unpack it, and import the file that was in it"
        case .tooManyMembers: "has too many files; unpack it, and import the file that was in it"
        case .unpacksTooFar, .tooLarge:
            "is too large when unpacked; unpack it, and import the file that was in it"
        }
    }
}
