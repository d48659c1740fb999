// Detects the format of an archive from its first bytes.

/// A format of archives.
package enum ArchiveFormat: String, Sendable, CaseIterable {
    /// Includes CBZ.
    case zip
    case tar
    /// A TAR compressed as a whole, so that its members can only be read one after another.
    case gzip

    /// How many bytes from the file's start `init(of:)` uses.
    package static let signatureLength = 512

    /// `nil` if the bytes start none of these formats.
    ///
    /// Programs, office documents and e-books are ZIP archives, too, but are files of their own; they are not treated
    /// as archives of photos. Whether a gzip file contains a TAR is only known after unpacking.
    package init?(of bytes: some Sequence<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureLength))
        if head.starts(with: [0x50, 0x4B, 3, 4]), head.count > 30 {
            let name = head.dropFirst(30).prefix(Self.nameLength(head))
            guard Self.isZIPHeader(head), !Self.isOfADocument(name) else { return nil }
            self = .zip
        } else if head.starts(with: [0x50, 0x4B, 5, 6]), head.count >= 22 {
            self = .zip
        } else if head.starts(with: [0x1F, 0x8B, 8]), head.count > 10, head[3] < 0x20 {
            self = .gzip
        } else if Self.isTARHeader(head[...]) {
            self = .tar
        } else {
            return nil
        }
    }

    private static func nameLength(_ head: [UInt8]) -> Int { Int(head[26]) | Int(head[27]) << 8 }

    /// An existing version of the format, and a name.
    private static func isZIPHeader(_ head: [UInt8]) -> Bool {
        head.count > 30 && head[5] == 0 && head[4] < 64 && nameLength(head) > 0
    }

    /// Whether the bytes begin like a ZIP archive, or a format made of one, and go on like none.
    package static func isDamagedZIP(_ bytes: some Sequence<UInt8>) -> Bool {
        let head = Array(bytes.prefix(signatureLength))
        return head.starts(with: [0x50, 0x4B, 3, 4]) && !isZIPHeader(head)
    }

    private static func isOfADocument(_ name: some Collection<UInt8>) -> Bool {
        let firsts = ["mimetype", "[Content_Types].xml", "_rels/.rels", "AndroidManifest.xml"]
        return firsts.contains { name.elementsEqual($0.utf8) } || name.starts(with: "META-INF/".utf8)
    }

    /// Checks the sum of its bytes, which each header contains (POSIX.1-1988, ustar; also older ones).
    package static func isTARHeader(_ block: some Collection<UInt8>) -> Bool {
        let block = Array(block)
        guard block.count >= 512, block[0] != 0 else { return false }
        let digits = block[148..<156].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, digits.count < 8 else { return false }
        let wanted = digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
        let sum = block[..<512].reduce(0) { $0 + Int($1) } - block[148..<156].reduce(0) { $0 + Int($1) }
        return wanted == sum + 8 * 0x20
    }

    /// The name for people.
    package var name: String { self == .zip ? "ZIP" : "TAR" }

    /// Whether a file has the extension of an archive, so that it is opened even where only photos are opened
    /// otherwise.
    package static func isNamed(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".zip", ".cbz", ".tar", ".tgz", ".tar.gz"].contains { name.hasSuffix($0) }
    }
}
