// The ground truth of a photo.
import Books

/// Whether a person can read the ISBN as text, apart from the barcode.
package enum Legibility: String, Sendable, Codable {
    case full
    /// Cut off or covered.
    case partial
    case illegible
    /// There is no such text.
    case none
}

/// The truth of one photo, or of one page of a photo with several.
package struct PhotoTruth: Hashable, Sendable {
    /// The photo's path, relative to the corpus's folder.
    package var page: PhotoPage
    /// Where the photo comes from; empty if not stated.
    package var source: String
    /// What the photo shows (`copyright-page`, `neg-cover`).
    package var klass: String
    /// Every legible ISBN, the book's own first; empty if there is none.
    package var isbns: [ISBN]
    /// The own ISBN of each book if the photo shows several; else empty.
    package var ownISBNs: [ISBN]
    /// Which barcodes there are (`EAN-13 ISBN`, `UPC-A, not the ISBN`, `none`).
    package var barcodeKind: String
    /// The numbers as printed, separated by ` | `; `nil` if none is printed.
    package var printedForm: String?
    package var legibility: Legibility
    /// The clockwise rotation of the text in the upright photo, in degrees; `nil` if unknown.
    package var turn: Int?
    /// `none`, `mild` or `severe`; another word if unknown.
    package var blur: String
    /// `ok`, `dim`, `dark` or `lowcontrast`; another word if unknown.
    package var light: String
    /// Identifies the book of several photos; empty if not stated.
    package var book: String

    package init(
        page: PhotoPage, source: String = "", klass: String, isbns: [ISBN], ownISBNs: [ISBN] = [],
        barcodeKind: String = "none", printedForm: String? = nil, legibility: Legibility = .none,
        turn: Int? = nil, blur: String = "none",
        light: String = "ok", book: String = ""
    ) {
        self.page = page
        self.source = source
        self.klass = klass
        self.isbns = isbns
        self.ownISBNs = ownISBNs
        self.barcodeKind = barcodeKind
        self.printedForm = printedForm
        self.legibility = legibility
        self.turn = turn
        self.blur = blur
        self.light = light
        self.book = book
    }
}

/// A property of photos that show an ISBN; a photo may have several.
package enum PhotoTrait: String, Sendable, CaseIterable {
    case bars = "ISBN bars"
    case noBars = "no ISBN bars"
    case isbn10Only = "ISBN-10 only"
    case rotated
    case dark
    case blurred
    case copyrightPage = "copyright page"
}

extension PhotoTruth {
    package func has(_ trait: PhotoTrait) -> Bool {
        guard !isbns.isEmpty else { return false }
        return switch trait {
        case .bars: hasISBNBars
        case .noBars: !hasISBNBars
        case .isbn10Only: !hasISBNBars && isPrintedAsISBN10
        case .rotated: turn.map { (11...349).contains($0) } ?? false
        case .dark: ["dim", "dark"].contains(light)
        case .blurred: ["mild", "severe"].contains(blur)
        case .copyrightPage: klass == "copyright-page"
        }
    }

    /// A covered barcode does not count.
    private var hasISBNBars: Bool { barcodeKind == "EAN-13 ISBN" }

    /// Whether every printed number has nine or ten digits.
    private var isPrintedAsISBN10: Bool {
        printedForm?.split(separator: "|").allSatisfy { $0.count { $0.isNumber || $0 == "X" } <= 10 } ?? false
    }
}
