// The interface to the process that opens a PDF.
import Books
import Foundation

/// One PDF. An error thrown for a page concerns only that page, except `crashed`, which ends reading.
package protocol DocumentPages {
    /// Returns the number of pages. Must be called first, and once.
    func open(_ bytes: Data) throws(ScanError) -> Int

    /// - Parameter page: counts from 1, as everywhere in this module.
    func text(of page: Int) throws(ScanError) -> PageText

    /// The pixels of the upright page, row by row: three bytes each in colour, else one.
    func picture(of page: Int, _ sides: PageSides, hasColour: Bool) throws(ScanError) -> Data
}

/// The size of a page's picture, in pixels.
package struct PageSides: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// Pixels per point; a point is 1/72 inch.
    package let scale: Double

    /// Enough for the small print of an imprint, and a limit for posters.
    private static let (dotsPerInch, mostLongSide) = (300.0, 2800.0)

    /// - Parameters: the page's sides in points, above 0.
    package init(points width: Double, _ height: Double) {
        scale = min(Self.dotsPerInch / 72, Self.mostLongSide / max(width, height))
        self.width = max(1, Int(width * scale))
        self.height = max(1, Int(height * scale))
    }
}

/// The text layer of a page.
package struct PageText: Sendable {
    /// The position of a character, in pixels of the page's picture.
    package struct Place: Hashable, Sendable {
        package var left: Double
        package var top: Double
        package var right: Double
        package var bottom: Double
        /// False for a digit that has the colour of its ground, is covered, not drawn, or too small to be read.
        package var isSeen: Bool

        package init(left: Double, top: Double, right: Double, bottom: Double, isSeen: Bool = true) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
            self.isSeen = isSeen
        }
    }

    package var text: String
    /// One for each Unicode scalar of the text, or none at all.
    package var places: [Place]
    /// `nil` if there is no such picture.
    package var sides: PageSides?
    /// The part of the page that is covered by pictures, 0…1.
    package var covered: Double
    /// Whether the text may contain a number and none of it is drawn.
    package var isHidden: Bool

    package init(
        _ text: String, places: [Place] = [], sides: PageSides? = nil, covered: Double = 0,
        isHidden: Bool = false
    ) {
        self.text = text
        self.places = places
        self.sides = sides
        self.covered = covered
        self.isHidden = isHidden
    }

    /// Without the numbers that can't be seen on the page; `nil` if there are none.
    var withoutUnseenNumbers: PageText? {
        var scalars = Array(text.unicodeScalars)
        guard places.count == scalars.count, places.contains(where: { !$0.isSeen }) else { return nil }
        let unseen = ISBN.find(in: text).matches.map(\.range).filter { range in
            places[range].count { !$0.isSeen } > Self.mostUnseen
        }
        for place in unseen.joined() { scalars[place] = "\u{FFFD}" }
        var seen = self
        seen.text = String(scalars: scalars)
        return unseen.isEmpty ? nil : seen
    }

    /// Digits of a number: one that is thin and small may hardly differ from its ground.
    private static let mostUnseen = 1

    /// Whether the page is a scan: its text, if any, comes from an OCR program.
    var isScan: Bool { covered >= 0.5 || isHidden }

    /// Whether the page shows something, but has too little text for that to be its contents.
    var isBare: Bool {
        let letters = text.unicodeScalars.lazy.filter(\.properties.isAlphabetic).prefix(200).count
        return letters < 20 || letters < 200 && covered > 0.02
    }
}

/// Which pages of a document are read, and in what order. Pages count from 1.
struct PageOrder {
    /// The first pages, then the last ones, backwards from the last page.
    let near: [Int]
    /// The pages between, read only if the others have no result.
    let others: [Int]

    init(count: Int, first: Int, last: Int, most: Int) {
        let front = Array(1...max(1, min(count, first)))
        near = front + stride(from: count, to: max(front.count, count - last), by: -1)
        let rest = front.count + 1..<max(front.count + 1, count - last + 1)
        others = Array(rest.prefix(max(0, most - near.count)))
    }

    /// Text is cheap to read.
    static func text(of count: Int) -> PageOrder { PageOrder(count: count, first: 16, last: 8, most: 200) }

    /// Pictures are read like photos, which takes longer.
    static func pictures(of count: Int) -> PageOrder {
        PageOrder(count: count, first: firstPictures, last: 6, most: mostPictures)
    }

    static let (firstPictures, mostPictures) = (10, 32)
}
