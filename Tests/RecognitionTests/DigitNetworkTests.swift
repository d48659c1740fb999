// The digits that the network reads in lines printed by our own line generator.
import Testing

@testable import Imaging
@testable import Recognition

struct DigitNetworkTests {
    private let reader = DigitNetwork()

    @Test(arguments: [
        ("number-garamond", "0631582746"), ("number-italic", "0631582746"), ("number-ocr-b", "9783482193756"),
        ("number-sans", "9783482193756"), ("price", "1299"), ("prose-garamond", ""), ("prose-sans", ""),
    ])
    func `sees the digits of a line`(strip: String, digits: String) throws {
        let seen = reader.digits(in: try LineThumbnail(strip: strip))
        #expect(String(String.UnicodeScalarView(seen.map(\.scalar))) == digits)
        #expect(seen.allSatisfy { $0.confidence > 0.5 })
    }

    @Test(arguments: [16, 17, 61, 400]) func `sees none on blank paper of any width`(width: Int) {
        for grey: UInt8 in [0, 128, 255] {
            let blank = LineThumbnail(greys: [UInt8](repeating: grey, count: width * LineThumbnail.height))
            #expect(reader.digits(in: blank).isEmpty)
        }
    }
}
