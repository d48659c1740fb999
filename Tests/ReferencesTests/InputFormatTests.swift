// The format of a file is detected from its content.
import Foundation
import TestSupport
import Testing

@testable import References

struct InputFormatTests {
    @Test(arguments: [
        (Data(Dump.editions(1...2).utf8), InputFormat.openLibrary),
        (Data("\u{FEFF}\(Dump.editions(1...2))".utf8), .openLibrary),
        (Data("torn start of a row\n\(Dump.editions(1...2))".utf8), .openLibrary),
        (MARCFile.record(MARCFile.lantern), .marc),
        (Data("broken".utf8) + MARCFile.record(MARCFile.lantern).dropFirst(5), .marc),
        (Data(MARCFile.collection(MARCFile.xml(MARCFile.lantern)).utf8), .marcXML),
        (Data("\n \u{FEFF}<record/>".utf8).dropFirst(2), .marcXML),
    ])
    func `formats are distinguished`(_ head: Data, _ form: InputFormat) throws {
        #expect(try InputFormat(head: head, path: "x") == form)
    }

    @Test(arguments: [
        (Data(), ReferenceError.empty(path: "x")), (Data("isbn,title\n1,2\n".utf8), .unknownForm(path: "x")),
        (Data("{\"title\": 1}\n".utf8), .unknownForm(path: "x")),
        (Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0]), .unknownForm(path: "x")),
        (Data((0...255).map { UInt8($0) }), .unknownForm(path: "x")),
        (Data("<html><body>404</body></html>".utf8), .unknownForm(path: "x")),
        (Data("BZh91AY&SY".utf8), .packed(path: "x", by: .bzip2)),
        (Data([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]), .packed(path: "x", by: .xz)),
        (Data([0x28, 0xB5, 0x2F, 0xFD, 4]), .packed(path: "x", by: .zstd)),
        (Data("PK\u{3}\u{4}".utf8), .packed(path: "x", by: .zip)),
        (Data([0xFF, 0xFE, 0x3C, 0]), .encoding(path: "x", "UTF-16")),
        (
            Data("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><collection/>".utf8),
            .encoding(path: "x", "ISO-8859-1")
        ),
    ])
    func `anything else is refused by name`(_ head: Data, _ error: ReferenceError) {
        #expect(throws: error) { try InputFormat(head: head, path: "x") }
    }
}
