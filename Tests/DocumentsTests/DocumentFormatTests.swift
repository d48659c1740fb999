// Documents are recognised by their contents.
import Documents
import Foundation
import Testing

struct DocumentFormatTests {
    private static let local: [UInt8] = [0x50, 0x4B, 3, 4] + Array(repeating: 0, count: 22)

    private static func zip(_ name: String, extra: Int = 0, _ content: String) -> Data {
        Data(local + [UInt8(name.utf8.count), 0, UInt8(extra), 0] + name.utf8)
            + Data(count: extra) + Data(content.utf8)
    }

    @Test(arguments: [
        (Data("%PDF-1.7\n".utf8), DocumentFormat.pdf),
        (Data([0xEF, 0xBB, 0xBF]) + Data("\r\n%PDF-".utf8), .pdf),
        (zip("mimetype", "application/epub+zip"), .epub),
        (zip("mimetype", extra: 9, "application/epub+zip"), .epub),
        (zip("META-INF/container.xml", "<?xml"), .epub),
        (zip("mimetype", "application/vnd.oasis.opendocument.text"), nil),
        (zip("META-INF/MANIFEST.MF", "x"), nil),
        (Data("%PD".utf8), nil), (Data("a %PDF-1.4".utf8), nil), (Data("PK\u{3}\u{4}".utf8), nil),
        (Data(), nil),
    ])
    func `a document is recognised by its first bytes`(bytes: Data, format: DocumentFormat?) {
        #expect(DocumentFormat(of: bytes) == format)
    }
}
