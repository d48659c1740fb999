// Draws a cover for a book without a picture from its title and makers: the same each time.
import Books
import Output

/// An SVG picture of 200 by 300 units. A title is always treated as text in it.
package struct DrawnCover: Sendable {
    private let title: String
    private let makers: String
    /// Determines colours and ornament.
    private let choice: UInt64

    package init(_ book: Book) {
        title = book.title?.printable ?? book.isbn?.hyphenated ?? ""
        makers = book.title == nil ? "" : book.makers.prefix(2).map(\.name.printable).joined(separator: ", ")
        choice = Self.hash("\(title)\n\(makers)")
    }

    private static let width = 200.0
    private static let height = 300.0
    /// The width of the text inside the frame.
    private static let textWidth = 152.0

    /// - Parameter height: the default height, in pixels.
    package func svg(height: Int) -> String {
        let colours = Self.palette[Int(choice % UInt64(Self.palette.count))]
        let title = TextBlock(title, sizes: [27, 23, 20, 17, 14], mostLines: 6)
        let makers = TextBlock(makers, sizes: [15, 13, 11], mostLines: 3)
        let texts = [
            title.lines(
                centre: 62 + title.height / 2 - 8, colours.ink,
                font: "Georgia, 'Noto Serif', 'DejaVu Serif', serif"),
            makers.lines(
                centre: 272 - makers.height / 2, colours.ink,
                font: "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"),
        ]
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(height * 2 / 3)" height="\(height)" viewBox="0 0 200 300">
            <rect width="200" height="300" fill="\(colours.cloth)"/>
            <rect width="10" height="300" fill="#000" fill-opacity=".22"/>
            \(ornament(colours.foil))
            \(texts.joined(separator: "\n"))
            </svg>

            """
    }

    /// In the colour of the foil, where there is no text.
    private func ornament(_ colour: String) -> String {
        let shapes =
            switch choice / 64 % 4 {
            case 0:
                #"<rect x="20" y="14" width="168" height="272"/><rect x="24" y="18" width="160" height="264"/>"#
            case 1: #"<path d="M20 22H188M20 26H188M20 274H188M20 278H188"/>"#
            case 2: #"<rect x="20" y="14" width="168" height="272" rx="10"/><circle cx="104" cy="32" r="6"/>"#
            default:
                #"<path d="M20 34V14H40M168 14H188V34M188 266V286H168M40 286H20V266M92 32H116M104 26V38"/>"#
            }
        return #"<g fill="none" stroke="\#(colour)" stroke-width="1.5">\#(shapes)</g>"#
    }

    /// The contrast of ink and cloth is at least 7 to 1.
    static let palette: [(cloth: String, ink: String, foil: String)] = [
        ("#1f3a5f", "#fdf6e3", "#d9b65c"), ("#5b1a24", "#fdf1e3", "#d9a95c"),
        ("#1f4a38", "#f6f3e0", "#cdb869"), ("#3d2a55", "#f5effa", "#c9a9e0"),
        ("#123f4a", "#eaf6f6", "#6fc3c9"), ("#4a3212", "#fbf2df", "#dcae5e"),
        ("#2d2f36", "#f4f4f2", "#a9b4c2"), ("#6a2c12", "#fff2e6", "#eab68a"),
        ("#e9dfc7", "#33261a", "#8a6d3b"), ("#d5e0e6", "#1b2c38", "#587b90"),
        ("#e6d3cf", "#401e1e", "#9a5a52"), ("#d8e2cf", "#22331d", "#66824f"),
    ]

    /// FNV-1a: Swift's own hashes differ from run to run.
    private static func hash(_ text: String) -> UInt64 {
        let sum = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return sum ^ sum >> 29
    }

    /// Text in the largest of several sizes in which it fits, truncated if it does not fit in any.
    private struct TextBlock {
        let rows: [String]
        let size: Double

        init(_ text: String, sizes: [Double], mostLines: Int) {
            let fitting = sizes.lazy.map { (Self.rows(text, $0), $0) }
                .first { $0.0.count <= mostLines && !Self.isTorn($0.0, text) }
            var (rows, size) = fitting ?? (Self.rows(text, sizes[sizes.count - 1]), sizes[sizes.count - 1])
            if rows.count > mostLines {
                rows = Array(rows.prefix(mostLines))
                rows[mostLines - 1] = String(rows[mostLines - 1].dropLast()) + "…"
            }
            // Capitals and other wide letters count as such.
            let widest = rows.map(Self.ems).max() ?? 0
            size = min(size, DrawnCover.textWidth / max(widest, 1))
            (self.rows, self.size) = (text.isEmpty ? [] : rows, size)
        }

        private static func rows(_ text: String, _ size: Double) -> [String] {
            text.folded(to: Int(DrawnCover.textWidth / (size * 0.55)))
        }

        /// Whether a word is broken over two lines.
        private static func isTorn(_ rows: [String], _ text: String) -> Bool {
            rows.joined(separator: " ") != text
        }

        private static func ems(_ row: String) -> Double {
            row.reduce(0) { $0 + ($1.isUppercase ? 0.72 : 0.55 * Double(String($1).columns)) }
        }

        var height: Double { Double(rows.count) * size * 1.25 }

        func lines(centre: Double, _ colour: String, font: String) -> String {
            let first = centre - height / 2 + size
            return rows.enumerated().map { place, row in
                let direction = row.isRightToLeft ? #" direction="rtl""# : ""
                let y = Int((first + Double(place) * size * 1.25).rounded())
                return """
                    <text x="104" y="\(y)" text-anchor="middle"\(direction) font-family="\(font)" \
                    font-size="\(Int(size * 10) / 10).\(Int(size * 10) % 10)" fill="\(colour)">\(row.escapedXML)</text>
                    """
            }.joined(separator: "\n")
        }
    }
}

extension String {
    /// By the first letter with a direction.
    fileprivate var isRightToLeft: Bool {
        let letter = unicodeScalars.first { $0.properties.isAlphabetic }?.value ?? 0
        return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
            .contains { $0.contains(letter) }
    }
}
