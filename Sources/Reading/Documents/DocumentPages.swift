// The interface to the process that opens a PDF.
import Foundation

/// One PDF. What is thrown of a page is that page's; `crashed` is the end of all.
package protocol DocumentPages {
    /// How many pages it has. To be called first, and once.
    func open(_ bytes: Data) throws(ScanError) -> Int

    /// - Parameter page: from 1, as everywhere here.
    func text(of page: Int) throws(ScanError) -> PageText

    /// Upright pixels, row by row: three bytes each in colour, else one.
    func picture(of page: Int, _ sides: PageSides, hasColour: Bool) throws(ScanError) -> Data
}

/// Of a page's picture, in pixels.
package struct PageSides: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// For one point, the 72nd part of an inch.
    package let scale: Double

    /// Enough for the small print of an imprint, and no more of a poster than of a book.
    private static let (dotsPerInch, mostLongSide) = (300.0, 2800.0)

    /// - Parameters: the page's sides in points, above 0.
    package init(points width: Double, _ height: Double) {
        scale = min(Self.dotsPerInch / 72, Self.mostLongSide / max(width, height))
        self.width = max(1, Int(width * scale))
        self.height = max(1, Int(height * scale))
    }
}

/// What a page's text layer holds.
package struct PageText: Sendable {
    /// Where a character is, in pixels of the page's picture.
    package struct Place: Hashable, Sendable {
        package var left: Double
        package var top: Double
        package var right: Double
        package var bottom: Double

        package init(left: Double, top: Double, right: Double, bottom: Double) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    package var text: String
    /// One for each Unicode scalar of the text, or none.
    package var places: [Place]
    /// `nil` where there is no such picture.
    package var sides: PageSides?
    /// How much of the page pictures cover, 0…1.
    package var covered: Double

    package init(_ text: String, places: [Place] = [], sides: PageSides? = nil, covered: Double = 0) {
        self.text = text
        self.places = places
        self.sides = sides
        self.covered = covered
    }

    /// A page that is a picture: its text, if any, is what somebody's reader took it for.
    var isScan: Bool { covered >= 0.5 }

    /// Whether there is too little text for the page's contents to be in it, and something else on it.
    var isBare: Bool {
        let letters = text.unicodeScalars.lazy.filter(\.properties.isAlphabetic).prefix(200).count
        return letters < 20 || letters < 200 && covered > 0.02
    }
}

/// Which pages of a document are looked at, and in what order, from 1.
struct PageOrder {
    /// The first ones, then the last, beginning with the very last.
    let near: [Int]
    /// Those between, looked at where the near ones say nothing.
    let others: [Int]

    init(count: Int, first: Int, last: Int, most: Int) {
        let front = Array(1...max(1, min(count, first)))
        near = front + stride(from: count, to: max(front.count, count - last), by: -1)
        let rest = front.count + 1..<max(front.count + 1, count - last + 1)
        others = Array(rest.prefix(max(0, most - near.count)))
    }

    /// Characters cost little.
    static func text(of count: Int) -> PageOrder { PageOrder(count: count, first: 16, last: 8, most: 200) }

    /// Pictures are read as photos are.
    static func pictures(of count: Int) -> PageOrder {
        PageOrder(count: count, first: 10, last: 6, most: mostPictures)
    }

    static let mostPictures = 32
}
