// The folder of a store's references: beside the store, and named after it.
import Books
import Foundation

/// `catalogue.sqlite.references` beside `catalogue.sqlite`. A finished reference is `NAME.sqlite` in it; one that is
/// being built is the folder `NAME.partial`.
public struct ReferenceFolder: Sendable {
    public let path: String

    /// - Parameter store: the store's path; the store need not exist. Links are resolved, so that a store has the
    ///   same references under every name.
    public init(besideStore store: String) {
        var real = store
        if let found = realpath(store, nil) {
            real = String(cString: found)
            free(found)
        }
        path = real + ".references"
    }

    public func file(of name: String) -> String { "\(path)/\(name).sqlite" }

    func partialFolder(of name: String) -> String { "\(path)/\(name).partial" }

    /// The names of finished references, sorted.
    public func names() -> [String] { names(".sqlite") }

    /// The names of references that are being built, or whose build was interrupted.
    public func unfinishedNames() -> [String] { names(".partial") }

    private func names(_ ending: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
            .filter { (try? Self.check($0)) != nil }.sorted()
    }

    /// Opens all finished references, the one with the latest files first.
    ///
    /// - Parameter unusable: called for each that can't be opened.
    public func open(unusable: (String, ReferenceError) -> Void) -> [ReferenceFile] {
        var files: [ReferenceFile] = []
        for name in names() {
            do throws(ReferenceError) {
                files.append(try ReferenceFile(path: file(of: name), name: name))
            } catch {
                unusable(name, error)
            }
        }
        return files.sorted { ($1.info.date, $0.name) < ($0.info.date, $1.name) }
    }

    /// Deletes a reference and an unfinished build of it.
    ///
    /// - Returns: the number of bytes freed.
    /// - Throws: `name`; `unknown`; `busy`.
    public func remove(_ name: String) throws(ReferenceError) -> Int {
        try Self.check(name)
        let (file, partial) = (file(of: name), partialFolder(of: name))
        let isPartial = access(partial, F_OK) == 0
        guard isPartial || access(file, F_OK) == 0 else { throw .unknown(name: name) }
        let bytes = Self.bytes(of: file) + Self.bytes(of: partial)
        if isPartial {
            let folder = try BuildFolder(partial, name: name)
            try folder.remove()
        }
        if unlink(file) != 0, errno != ENOENT { throw .cannotWrite(path: file, errno: errno) }
        rmdir(path)
        return bytes
    }

    /// - Throws: `name` if it is not a valid name.
    static func check(_ name: String) throws(ReferenceError) {
        guard let first = name.first, first.isLetter || first.isNumber, name.utf8.count <= 200,
            name.allSatisfy({ $0.isLetter || $0.isNumber || " ._-".contains($0) })
        else { throw .name(name) }
    }

    /// A name from a file's: `ol_dump_editions_2026-10-31` for `ol_dump_editions_2026-10-31.txt.gz`.
    public static func name(after path: String) -> String {
        var name = path.pathParts.last ?? path
        while let dot = name.lastIndex(of: "."), dot > name.startIndex,
            endings.contains(name[dot...].lowercased())
        {
            name = String(name[..<dot])
        }
        name = String(name.map { $0.isLetter || $0.isNumber || " ._-".contains($0) ? $0 : "_" })
        name = String(name.drop { !$0.isLetter && !$0.isNumber }.prefix(60))
        return name.isEmpty ? "reference" : name
    }

    private static let endings: Set<String> = [
        ".gz", ".txt", ".tsv", ".mrc", ".marc", ".marc21", ".iso2709", ".utf8", ".xml", ".marcxml", ".dat",
    ]

    /// The size on disk of a file or a folder's contents; 0 if there is none.
    static func bytes(of path: String) -> Int {
        let files = FileManager.default
        if let parts = try? files.contentsOfDirectory(atPath: path) {
            return parts.reduce(0) { $0 + bytes(of: "\(path)/\($1)") }
        }
        return (try? files.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
}
