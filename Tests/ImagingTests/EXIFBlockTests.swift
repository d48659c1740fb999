// When a photo was taken, as cameras write it.
import Foundation
import Testing

@testable import Imaging

struct EXIFBlockTests {
    /// A block with a date in its first directory (`DateTime`) and, if given, in the camera's own
    /// (`DateTimeOriginal`).
    private func block(_ date: String, original: String?) -> Data {
        var tiff = Data("MM".utf8)
        func number(_ value: Int, _ bytes: Int) -> Data {
            Data((0..<bytes).map { UInt8(value >> (8 * (bytes - 1 - $0)) & 255) })
        }
        func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> Data {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let texts = 8 + 2 + 24 + 4
        let directory = texts + 20
        tiff +=
            number(42, 2) + number(8, 4) + number(original == nil ? 1 : 2, 2) + field(0x0132, 2, 20, texts)
        tiff += original == nil ? number(0, 12) : field(0x8769, 4, 1, directory)
        tiff += number(0, 4) + Data(date.utf8.prefix(19)) + Data(count: 20 - min(19, date.utf8.count))
        if let original {
            tiff += number(1, 2) + field(0x9003, 2, 20, directory + 18) + number(0, 4)
            tiff += Data(original.utf8.prefix(19)) + Data(count: 20 - min(19, original.utf8.count))
        }
        return Data("Exif\0\0".utf8) + tiff
    }

    @Test(
        arguments: [
            ("1970:01:02 00:00:03", nil, 86403.0), ("2026:11:22 18:30:05", "1970:01:01 00:01:00", 60),
            ("2026:11:22 18:30:05", nil, 1_795_372_205), ("0000:00:00 00:00:00", nil, nil), ("", nil, nil),
            ("yesterday", nil, nil), ("2026:13:22 18:30:05", nil, nil), ("2026:11:22", nil, nil),
        ] as [(String, String?, Double?)])
    func `a date is converted to seconds`(date: String, original: String?, seconds: Double?) {
        #expect(EXIFBlock(in: block(date, original: original)).taken == seconds)
    }

    @Test func `a damaged block gives nothing`() {
        for count in 0..<80 {
            let torn = block("2026:11:22 18:30:05", original: "2026:11:22 18:30:05").prefix(count)
            #expect(EXIFBlock(in: torn).orientation == .upright)
        }
        #expect(EXIFBlock(in: Data()).taken == nil)
    }
}
