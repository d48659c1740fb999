// Text of sources, files and people as a record keeps it: one line, composed, nothing invisible.
import Foundation

extension Book {
    /// With every text field in one line (see `String.tidied`), and without empty ones.
    package func tidied() -> Book {
        var book = self
        book.title = title?.tidied
        book.subtitle = subtitle?.tidied
        book.originalScriptTitle = originalScriptTitle?.tidied
        book.originalScriptNames = originalScriptNames.compactMap(\.tidied)
        book.publisher = publisher?.tidied
        book.language = language?.tidied
        book.cover = cover?.tidied
        book.subjects = subjects.compactMap(\.tidied)
        book.contributors = contributors.compactMap { contributor in
            contributor.name.tidied.map { Contributor(name: $0, role: contributor.role) }
        }
        return book
    }
}

extension String {
    /// In one line: control and format characters (bidirectional ones too) go, line breaks and tabs become spaces,
    /// runs of spaces one; the ends are trimmed and the text is composed (Unicode NFC). `nil` when nothing is left.
    package var tidied: String? {
        if isTidy { return isEmpty ? nil : self }
        var line = String.UnicodeScalarView()
        var isBetween = false
        var isComposed = true
        for scalar in unicodeScalars {
            switch scalar.part {
            case .space: isBetween = !line.isEmpty
            case .nothing: break
            case .visible:
                if isBetween { line.append(" ") }
                isBetween = false
                line.append(scalar)
                // Below are neither marks nor letters that fall apart.
                if scalar.value >= 0x300 { isComposed = false }
            }
        }
        if line.isEmpty { return nil }
        return isComposed ? String(line) : String(line).precomposedStringWithCanonicalMapping
    }

    /// The same line by line: line ends and empty lines between paragraphs stay, one at most. Empty when nothing is
    /// left.
    package var tidiedLines: String {
        var lines: [String] = []
        for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map({
            String($0).tidied
        }) {
            if let line { lines.append(line) } else if lines.last?.isEmpty == false { lines.append("") }
        }
        if lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// The common case, which costs little to tell: printable ASCII in which no space is at an end or after another.
    private var isTidy: Bool {
        var last: UInt8 = 0x20
        for byte in utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || last != 0x20 else { return false }
            last = byte
        }
        return last != 0x20 || isEmpty
    }
}

extension UnicodeScalar {
    fileprivate enum Part { case space, nothing, visible }

    /// What is left of it in a line. Of Latin letters it is known without looking into tables.
    fileprivate var part: Part {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0: return .space
        case ..<0x20, 0x7F..<0xA0, 0xAD: return .nothing
        case ..<0x300: return .visible
        // Zero-width joiner and non-joiner: part of the spelling in Persian and Indic scripts.
        case 0x200C, 0x200D: return .visible
        default:
            if properties.isWhitespace { return .space }
            switch properties.generalCategory {
            case .control, .format: return .nothing
            default: return .visible
            }
        }
    }
}
