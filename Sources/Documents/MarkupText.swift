// The text of a page of markup, its lines as a reader breaks them.
import Foundation

struct MarkupText {
    private(set) var text = ""
    /// The same without what is set as a computer's: programs, and what is typed or printed.
    private(set) var prose = ""

    private static let passedOver: Set<String> = ["script", "style", "head", "math"]
    /// Of a drawing, what nobody sees.
    private static let unseen: Set<String> = ["title", "desc", "metadata", "defs"]
    private static let computers: Set<String> = ["pre", "code", "samp", "kbd", "tt"]

    /// What runs on in its line; all else begins a line and ends one.
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "ins", "kbd",
        "mark", "q",
        "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "textpath", "time", "tt", "u", "var",
        "wbr",
    ]

    init(of bytes: Data) {
        var (drawings, computers) = (0, 0)
        var (text, prose) = ("", "")
        MarkupTree.html(bytes)?.walk { step in
            switch step {
            case .begin(let element):
                let name = element.name
                if Self.passedOver.contains(name) || (drawings > 0 && Self.unseen.contains(name)) {
                    return false
                }
                if name == "svg" { drawings += 1 }
                if Self.computers.contains(name) { computers += 1 }
                if !Self.isInline(element) {
                    Self.breakLine(&text)
                    Self.breakLine(&prose)
                }
            case .end(let element):
                let name = element.name
                // What was passed over ends, too, but began nothing.
                if name == "svg" { drawings -= 1 }
                if Self.computers.contains(name) { computers -= 1 }
                if !Self.isInline(element) {
                    Self.breakLine(&text)
                    Self.breakLine(&prose)
                }
            case .text(let part):
                Self.append(part, to: &text)
                if computers == 0 { Self.append(part, to: &prose) }
            }
            return true
        }
        (self.text, self.prose) = (text, prose)
    }

    /// A part of a drawing's text stands in a line of its own where it says how far down.
    private static func isInline(_ element: MarkupTree.Element) -> Bool {
        if element.name == "tspan" { return element["y"] == nil && element["dy"] == nil }
        return inline.contains(element.name)
    }

    private static func breakLine(_ text: inout String) {
        if !text.isEmpty, text.unicodeScalars.last != "\n" { text += "\n" }
    }

    /// Blanks and line ends are one space, and none at a line's beginning.
    private static func append(_ part: String, to text: inout String) {
        for scalar in part.unicodeScalars {
            switch scalar {
            case " ", "\n", "\t", "\r":
                if let last = text.unicodeScalars.last, last != " ", last != "\n" { text += " " }
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
