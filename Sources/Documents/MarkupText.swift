// The text of a page of markup, its lines as a reader breaks them.
import Foundation

enum MarkupText {
    private static let passedOver: Set<String> = ["script", "style", "head", "svg", "math"]

    /// What runs on in its line; all else begins a line and ends one.
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "em", "font", "i", "ins", "kbd",
        "mark", "q",
        "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]

    static func text(of bytes: Data) -> String {
        var text = ""
        MarkupTree.html(bytes)?.walk { step in
            switch step {
            case .begin(let element):
                let name = element.name
                if passedOver.contains(name) { return false }
                if !inline.contains(name) { breakLine(&text) }
            case .end(let element):
                if !inline.contains(element.name) { breakLine(&text) }
            case .text(let part):
                append(part, to: &text)
            }
            return true
        }
        return text
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
