// An EPUB: its package document, and the text of its parts.
import Books
import Foundation

package struct EPUB {
    /// An ISBN that the package gives for this file.
    package struct Identifier: Hashable, Sendable {
        package var isbn: ISBN
        /// As in the package.
        package var text: String
        /// Whether it is the package's unique identifier.
        package var isUnique: Bool
    }

    package struct Part: Hashable, Sendable {
        /// Counts from 1, in reading order.
        package var number: Int
        package var text: String
        /// The text without program code and other preformatted text.
        package var prose: String
        /// Whether it is longer than what was unpacked.
        package var isCut: Bool
    }

    package let identifiers: [Identifier]
    /// The number of parts in reading order.
    package var count: Int { spine.count }
    /// The number of the part that the package names as the imprint, from 1; `nil` if it names none.
    package let imprint: Int?
    /// Whether text is encrypted; obfuscated fonts don't count.
    package let isEncrypted: Bool
    private let archive: ZIPArchive
    private let spine: [String]

    /// Throws if it is not an archive, or contains no package document.
    package init(_ bytes: Data) throws(DocumentError) {
        archive = ZIPArchive(bytes: bytes)
        let (container, encryption) = ("META-INF/container.xml", "META-INF/encryption.xml")
        let head = try archive.entries(named: [container, encryption])
        guard let entry = head[container], let path = Self.packagePath(entry.bytes),
            let file = try archive.entries(named: [path])[path]
        else { throw .damaged }
        if file.isCut { throw .tooLarge }
        guard let package = BookPackage(file.bytes, at: path) else { throw .damaged }
        identifiers = package.isbns
        spine = package.spine
        imprint = package.imprint.flatMap(package.spine.firstIndex).map { $0 + 1 }
        isEncrypted = head[encryption].map { Self.encryptsText($0.bytes) } ?? false
    }

    /// In reading order; parts that are not in the archive are left out.
    ///
    /// - Parameter numbers: from 1.
    package func parts(_ numbers: some Sequence<Int>) throws(DocumentError) -> [Part] {
        let numbers = Set(numbers).filter { spine.indices.contains($0 - 1) }.sorted()
        let entries = try archive.entries(named: Set(numbers.map { spine[$0 - 1] }))
        return numbers.compactMap { number in
            entries[spine[number - 1]].map { entry in
                let markup = MarkupText(of: entry.bytes)
                return Part(number: number, text: markup.text, prose: markup.prose, isCut: entry.isCut)
            }
        }
    }

    private static func packagePath(_ container: Data) -> String? {
        var path: String?
        MarkupTree.xml(container)?.walk { step in
            if case .begin(let element) = step, element.name == "rootfile", path == nil {
                path = element["full-path"]
            }
            return true
        }
        return path
    }

    /// Fonts are obfuscated by algorithms of their own (EPUB 3.3, OCF 4.4; Adobe's); any other algorithm encrypts
    /// text.
    private static func encryptsText(_ encryption: Data) -> Bool {
        var encrypts = false
        MarkupTree.xml(encryption)?.walk { step in
            if case .begin(let element) = step, element.name == "encryptionmethod",
                let way = element["Algorithm"], !scramblings.contains(way)
            {
                encrypts = true
            }
            return true
        }
        return encrypts
    }

    private static let scramblings: Set<String> = [
        "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ]
}

/// Why a document could not be read.
package enum DocumentError: Error, Hashable, Sendable {
    /// It is not in the format of its first bytes, or parts are missing.
    case damaged
    /// It needs a password or an owner's key.
    case encrypted
    /// It unpacks to more than the limit.
    case tooLarge
}

/// A format of documents.
package enum DocumentFormat: String, Sendable, CaseIterable {
    case pdf, epub

    /// How many bytes from the file's start `init(of:)` uses.
    package static let signatureLength = 128

    /// `nil` if the bytes start neither format.
    ///
    /// An EPUB is a ZIP archive whose first entry is `mimetype`, uncompressed (EPUB 3.3, OCF 4.2.6); some programs
    /// write `META-INF/container.xml` first.
    package init?(of bytes: some Sequence<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureLength))
        if head.drop(while: Self.mayStandBefore.contains).starts(with: "%PDF-".utf8) {
            self = .pdf
        } else if head.starts(with: [0x50, 0x4B, 3, 4]), head.count > 30, Self.isEPUB(head) {
            self = .epub
        } else {
            return nil
        }
    }

    /// A byte order mark, blanks and line ends before a PDF, which other readers ignore, too.
    private static let mayStandBefore: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0, 9, 10, 13, 32]

    private static func isEPUB(_ head: [UInt8]) -> Bool {
        let (nameLength, extraLength) = (
            Int(head[26]) | Int(head[27]) << 8, Int(head[28]) | Int(head[29]) << 8
        )
        let name = head.dropFirst(30).prefix(nameLength)
        if name.elementsEqual("META-INF/container.xml".utf8) { return true }
        return name.elementsEqual("mimetype".utf8)
            && head.dropFirst(30 + nameLength + extraLength).starts(with: "application/epub+zip".utf8)
    }

    /// The name for people.
    package var name: String { rawValue.uppercased() }
}
