// What kind of document a file is, told by its first bytes, as photos are.

/// A format of files that hold a book's text.
package enum DocumentFormat: String, Sendable, CaseIterable {
    case pdf, epub

    /// How many of a file's first bytes `init(of:)` looks at.
    package static let signatureLength = 128

    /// `nil` when the bytes begin neither of them.
    ///
    /// An EPUB is a ZIP archive whose first entry is `mimetype`, stored as it is (EPUB 3.3, OCF 4.2.6); some programs write
    /// `META-INF/container.xml` first.
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

    /// A byte order mark, blanks and line ends before a PDF, which readers overlook.
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

    /// As people call it.
    package var name: String {
        switch self {
        case .pdf: "PDF"
        case .epub: "EPUB"
        }
    }
}
