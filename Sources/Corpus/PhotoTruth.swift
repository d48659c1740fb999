// What a person saw in a photo: what every reading of it is held against.
import Books

/// Whether a person can read the ISBN as text, apart from the bars.
package enum Legibility: String, Sendable, Codable {
    case full
    /// Cut or covered.
    case partial
    case illegible
    /// There is no such text.
    case none
}

/// The truth of one photo, or of one page of a photo with several.
package struct PhotoTruth: Hashable, Sendable {
    /// The photo's path below its corpus's folder.
    package var page: PhotoPage
    /// Where the photo comes from; empty when nothing is said.
    package var source: String
    /// What is in the photo (`copyright-page`, `neg-cover`).
    package var klass: String
    /// Every ISBN that can be read, the book's own first; empty when there is none.
    package var isbns: [ISBN]
    /// The own ISBN of each book where the photo shows several books; else empty.
    package var ownISBNs: [ISBN]
    /// Which bars there are (`EAN-13 ISBN`, `UPC-A, not the ISBN`, `none`).
    package var barcodeKind: String
    /// The numbers as printed, ` | ` between them; `nil` when none is printed.
    package var printedForm: String?
    package var legibility: Legibility
    /// Clockwise turn of the text in the upright photo, degrees; `nil` when unknown.
    package var turn: Int?
    /// `none`, `mild` or `severe`; another word when unknown.
    package var blur: String
    /// `ok`, `dim`, `dark` or `lowcontrast`; another word when unknown.
    package var light: String
    /// What photos of one book have in common; empty where nothing is said.
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
