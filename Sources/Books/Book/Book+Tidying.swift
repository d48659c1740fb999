// Normalises text for records: one line, Unicode-composed, without invisible characters.
import Foundation

extension Book {
    /// With each text field on one line (see `String.tidied`), and without empty ones.
    package func tidied() -> Book {
        var book = self
        book.title = title?.tidied
        book.subtitle = subtitle?.tidied
        book.originalScriptTitle = originalScriptTitle?.tidied
        book.originalScriptNames = originalScriptNames.compactMap(\.tidied)
        book.series = series?.tidied
        book.seriesNumber = book.series == nil ? nil : seriesNumber?.tidied?.withoutZeroFraction
        book.publisher = publisher?.tidied
        book.language = language?.tidied
        book.cover = cover?.tidied
        book.subjects = subjects.compactMap(\.tidied)
        book.tags = tags.compactMap(\.tidied).uniqueTags
        book.contributors = contributors.compactMap { contributor in
            contributor.name.tidied.map {
                Contributor(name: $0, role: contributor.role, sortName: contributor.sortName?.tidied)
            }
        }
        return book
    }
}

extension [String] {
    /// The first of each group that differs only in case, in order.
    package var uniqueTags: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0.lowercased()).inserted }
    }
}

extension String {
    /// `8` for `8.0`, as spreadsheets write whole numbers.
    fileprivate var withoutZeroFraction: String {
        let whole = dropLast(2)
        return hasSuffix(".0") && !whole.isEmpty && whole.utf8.allSatisfy { (0x30...0x39).contains($0) }
            ? String(whole) : self
    }

    /// On one line: control and format characters (also bidirectional ones) are removed, line breaks and tabs become
    /// spaces, and repeated spaces become one. The ends are trimmed and the text is composed (Unicode NFC). `nil` if
    /// nothing remains.
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
                // Below this there are neither marks nor letters that decompose.
                if scalar.value >= 0x300 { isComposed = false }
            }
        }
        if line.isEmpty { return nil }
        return isComposed ? String(line) : String(line).precomposedStringWithCanonicalMapping
    }

    /// The same for each line: line ends and single empty lines between paragraphs stay. Empty if nothing remains.
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

    /// With spaces in place of separators of values, and tidied.
    package func without(_ separators: String) -> String {
        let separators = separators.unicodeScalars
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(separators.contains(scalar) ? " " : scalar) }
        return String(text).tidied ?? ""
    }

    /// The common case, which is cheap to recognise: printable ASCII without a space at an end or after another.
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

    /// What becomes of the scalar in a line. For Latin letters no table is needed.
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

// Decodes HTML entities, which some sources leave in their text.
extension String {
    /// With HTML entities replaced by their characters, by number or by name (Latin-1, and the punctuation and
    /// letters of HTML 4 that titles use). Anything else stays.
    package var withoutEntities: String {
        guard utf8.contains(UInt8(ascii: "&")), utf8.contains(UInt8(ascii: ";")) else { return self }
        // A combining mark after the semicolon forms one `Character` with it.
        let entity = /&(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,7});/
        return replacing(entity.matchingSemantics(.unicodeScalar)) { match in
            Self.character(match.1).map { String($0) } ?? String(match.0)
        }
    }

    private static func character(_ entity: Substring) -> Character? {
        guard entity.hasPrefix("#") else { return entities[entity] }
        let digits = entity.dropFirst()
        let value =
            digits.first == "x" || digits.first == "X"
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(UnicodeScalar.init).map(Character.init)
    }

    private static let entities: [Substring: Character] = {
        // U+00A0 to U+00FF, in order.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
            micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
            AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
            times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
            ugrave uacute ucirc uuml yacute thorn yuml
            """
        var entities: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ", "oelig": "œ",
            "Scaron": "Š",
            "scaron": "š", "Yuml": "Ÿ", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚",
            "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "euro": "€", "trade": "™",
        ]
        for (place, name) in latin.split(separator: " ").enumerated() {
            entities[name] = UnicodeScalar(0xA0 + UInt32(place)).map(Character.init)
        }
        entities["nbsp"] = " "
        return entities
    }()
}

extension Book {
    /// With plain text in every displayed field.
    package func withoutEntities() -> Book {
        var book = self
        book.title = title?.withoutEntities
        book.subtitle = subtitle?.withoutEntities
        book.originalScriptTitle = originalScriptTitle?.withoutEntities
        book.originalScriptNames = originalScriptNames.map(\.withoutEntities)
        book.series = series?.withoutEntities
        book.publisher = publisher?.withoutEntities
        book.subjects = subjects.map(\.withoutEntities)
        book.contributors = contributors.map {
            Contributor(
                name: $0.name.withoutEntities, role: $0.role, sortName: $0.sortName?.withoutEntities)
        }
        return book
    }
}
