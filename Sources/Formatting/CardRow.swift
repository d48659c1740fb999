// A line of a card, or several if the terminal is too narrow.
import Books

struct CardRow {
    /// The label in the column at the left.
    var label = ""
    /// Starts two columns before the text; further lines begin below the text.
    var lead = ""
    /// Parts that are not broken, in order.
    var pieces: [String]
    /// Between parts in the same line.
    var separator = " "

    init(_ label: String, lead: String = "", text: String) {
        self.label = label.cut(to: 14)
        self.lead = lead
        pieces = [text]
    }

    init(pieces: [String], separator: String) {
        self.pieces = pieces
        self.separator = separator
    }

    /// - Parameters:
    ///   - margin: the width of the labels, in columns.
    ///   - width: the width of a line, in columns; `nil` for no limit.
    func lines(margin: Int, width: Int?) -> [String] {
        let begin = label.padded(to: margin) + lead
        guard pieces != [""] else { return [begin] }
        let indent = begin.columns + (lead.isEmpty ? 0 : 2)
        if let width, width - indent < 24 || pieces.holdWord(longerThan: width - indent, atMost: width - 2) {
            let lines = pieces.filled(to: width - 2, separator: separator).map { "  " + $0 }
            return begin.allSatisfy { $0 == " " } ? lines : begin.trimmedEnd.folded(to: width) + lines
        }
        let lines = pieces.filled(to: width.map { $0 - indent }, separator: separator)
        return zip([begin] + Array(repeating: "", count: lines.count), lines).map {
            $0.padded(to: indent) + $1
        }
    }
}

extension [String] {
    /// Whether there is a word, such as a URL, that is too long for one width but not for the other.
    fileprivate func holdWord(longerThan width: Int, atMost full: Int) -> Bool {
        contains { piece in
            piece.split(separator: " ").contains {
                $0.count > width && $0.count <= full && $0.allSatisfy(\.isASCII)
            }
        }
    }

    /// Lines of at most this many columns, each with as many parts as fit. A part that is too long is broken at
    /// spaces, and a word that is too long anywhere.
    func filled(to width: Int?, separator: String) -> [String] {
        guard let width else { return [joined(separator: separator)] }
        var lines: [String] = []
        for piece in self {
            if let last = lines.last, last.columns + separator.columns + piece.columns <= width {
                lines[lines.count - 1] = last + separator + piece
            } else if piece.columns > width, piece.contains(" ") {
                lines += piece.split(separator: " ").map(String.init).filled(to: width, separator: " ")
            } else {
                lines += piece.folded(to: width)
            }
        }
        return lines.isEmpty ? [""] : lines
    }
}

// Marks as text.
extension BookMark {
    /// For people.
    package var words: String {
        switch self {
        case .new, .yours, .wanted: rawValue
        case .anotherEdition: "another edition"
        case .twice: "twice in this run"
        }
    }

    /// The prefix of a book in a table.
    var lead: String { "\(words): " }
}
