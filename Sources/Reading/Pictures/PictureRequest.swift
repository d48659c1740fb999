// Which picture of a photo is wanted, for a person to look at.
import Books
import Foundation

/// A small upright picture of one page of a photo, or of a part of it.
package struct PictureRequest: Hashable, Codable, Sendable {
    /// A rectangle in pixels of the upright photo.
    package struct Part: Hashable, Codable, Sendable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// An outline around something that was read.
    package struct Mark: Hashable, Codable, Sendable {
        /// In pixels of the upright photo.
        package var corners: [PhotoPoint]
        package var isAccepted: Bool

        package init(corners: [PhotoPoint], isAccepted: Bool) {
            self.corners = corners
            self.isAccepted = isAccepted
        }
    }

    /// Words along an edge of the picture, drawn already: a worker has no fonts.
    package struct Label: Hashable, Codable, Sendable {
        /// 0 nothing … 255 ink, row by row, `width` to a row.
        package var ink: Data
        package var width: Int
        /// Or along the lower edge.
        package var isAtTop: Bool

        package init(ink: Data, width: Int, isAtTop: Bool) {
            self.ink = ink
            self.width = width
            self.isAtTop = isAtTop
        }
    }

    /// Counts from 1.
    package var page: Int
    /// What neither side of the picture exceeds, in pixels; nothing is enlarged.
    package var side: Int
    /// `nil` is the whole page.
    package var part: Part?
    /// Clockwise turns by 90 degrees, after the part was cut out.
    package var quarters: Int
    /// Of the whole page only.
    package var marks: [Mark]
    package var label: Label?

    package init(
        page: Int, side: Int, part: Part? = nil, quarters: Int = 0, marks: [Mark] = [], label: Label? = nil
    ) {
        self.page = page
        self.side = side
        self.part = part
        self.quarters = quarters
        self.marks = marks
        self.label = label
    }
}
