// Which photos have which difficulty.
import Books
import Corpus
import Testing

struct PhotoTraitTests {
    @Test(arguments: [
        ("EAN-13 ISBN", "0-306-40615-2", [PhotoTrait.bars]),
        ("EAN-13 ISBN (covered)", "978-0-306-40615-7", [.noBars]),
        ("UPC-A, not the ISBN", "0-306-40615-2", [.noBars, .isbn10Only]),
        ("none", "0-306-4061?-2 (cut)", [.noBars, .isbn10Only]),
        ("none", "306-40615-2", [.noBars, .isbn10Only]),
        ("none", "0-306-40615-2 | 978-0-306-40615-7", [.noBars]),
        ("none", "0-8044-2957-X | 0-306-40615-2", [.noBars, .isbn10Only]),
        ("none", nil, [.noBars]),
    ])
    func `bars and printed form`(bars: String, form: String?, traits: [PhotoTrait]) {
        #expect(
            Self.traits {
                $0.barcodeKind = bars
                $0.printedForm = form
            } == traits)
    }

    @Test(arguments: [(10, false), (11, true), (180, true), (349, true), (350, false), (nil, false)])
    func `a slight tilt does not count as rotation`(turn: Int?, isRotated: Bool) {
        #expect(Self.traits { $0.turn = turn }.contains(.rotated) == isRotated)
    }

    @Test func `light, blur and class`() {
        #expect(Self.traits { $0.light = "dim" }.contains(.dark))
        #expect(!Self.traits { $0.light = "lowcontrast" }.contains(.dark))
        #expect(Self.traits { $0.blur = "severe" }.contains(.blurred))
        #expect(!Self.traits { $0.blur = "-" }.contains(.blurred))
        #expect(Self.traits { $0.klass = "copyright-page" }.contains(.copyrightPage))
    }

    @Test func `a photo without ISBN has none`() {
        #expect(
            Self.traits {
                $0.isbns = []
                $0.light = "dark"
                $0.klass = "copyright-page"
            }.isEmpty)
    }

    private static func traits(_ change: (inout PhotoTruth) -> Void) -> [PhotoTrait] {
        var truth = PhotoTruth(
            page: PhotoPage(photo: "a.jpg", page: 1), klass: "digital",
            isbns: [9_780_306_406_157].compactMap { ISBN(value: $0) })
        change(&truth)
        return PhotoTrait.allCases.filter(truth.has)
    }
}
