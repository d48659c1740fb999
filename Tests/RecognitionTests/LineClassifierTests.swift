// The classifier's results for lines printed by our own line generator, 40 pixels tall with digits of 26.
import Foundation
import Testing

@testable import Imaging
@testable import Recognition

struct LineClassifierTests {
    private let scorer = LineClassifier()

    @Test(arguments: ["number-garamond", "number-italic", "number-ocr-b", "number-sans"])
    func `finds a number upright and not on its head`(name: String) throws {
        let thumbnail = try LineThumbnail(strip: name)
        #expect(scorer.likelihood(of: thumbnail).number > 0.9)
        #expect(scorer.likelihood(of: thumbnail.reversed).number < 0.3)
    }

    @Test(arguments: ["prose-garamond", "prose-italic", "prose-sans", "price"])
    func `finds neither number nor label in other lines`(name: String) throws {
        let thumbnail = try LineThumbnail(strip: name)
        for turned in [thumbnail, thumbnail.reversed] {
            let likelihood = scorer.likelihood(of: turned)
            #expect(likelihood.number < 0.1)
            #expect(likelihood.label < 0.1)
        }
    }

    @Test(arguments: [
        ("number-garamond", true), ("number-sans", true), ("number-italic", false), ("number-ocr-b", false),
    ])
    func `distinguishes numbers with and without a label`(name: String, hasLabel: Bool) throws {
        #expect((scorer.likelihood(of: try LineThumbnail(strip: name)).label > 0.5) == hasLabel)
    }

    @Test(arguments: [16, 17, 61, 400]) func `finds nothing on blank paper of any width`(width: Int) {
        for grey: UInt8 in [0, 128, 255] {
            let blank = LineThumbnail(greys: [UInt8](repeating: grey, count: width * LineThumbnail.height))
            #expect(scorer.likelihood(of: blank).number < 0.1)
        }
    }

    @Test func `finds a number although the height is misjudged`() throws {
        for height in [21.0, 32] {
            #expect(
                scorer.likelihood(of: try LineThumbnail(strip: "number-sans", height: height)).number > 0.5)
        }
    }
}
