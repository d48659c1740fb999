// One line of a card, or several where a terminal is too narrow for it.
import Books

struct CardRow {
    /// In the column at the left.
    var label = ""
    /// Stands two columns before the text; further lines begin below the text.
    var lead = ""
    /// What is not broken, in order.
    var pieces: [String]
    /// Between pieces in one line.
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
    ///   - margin: columns of the labels.
    ///   - width: columns of a line; `nil` for no end.
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
    /// Whether there is an address, say, that fits no line of the one width, but one of the other.
    fileprivate func holdWord(longerThan width: Int, atMost full: Int) -> Bool {
        contains { piece in
            piece.split(separator: " ").contains {
                $0.count > width && $0.count <= full && $0.allSatisfy(\.isASCII)
            }
        }
    }

    /// Lines of at most this many columns, with as many of these in each as have room. What is longer than a line is
    /// broken at its spaces, and a word that is longer anywhere.
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

// The text of marks.
extension BookMark {
    /// For people.
    package var words: String {
        switch self {
        case .new, .yours, .wanted: rawValue
        case .anotherEdition: "another edition"
        case .twice: "twice in this run"
        }
    }

    /// Before a book in a table.
    var lead: String { "\(words): " }
}
