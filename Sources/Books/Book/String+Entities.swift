// Characters as HTML writes them: some sources hand their pages' text on as it stands.

extension String {
    /// With the characters that HTML's entities stand for, by number or by name (Latin-1, and the punctuation and
    /// letters of HTML 4 that titles use). What is no entity stays.
    package var withoutEntities: String {
        guard utf8.contains(UInt8(ascii: "&")), utf8.contains(UInt8(ascii: ";")) else { return self }
        return replacing(/&(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,7});/) { match in
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
    /// With plain text in every field that people read.
    package func withoutEntities() -> Book {
        var book = self
        book.title = title?.withoutEntities
        book.subtitle = subtitle?.withoutEntities
        book.originalScriptTitle = originalScriptTitle?.withoutEntities
        book.originalScriptNames = originalScriptNames.map(\.withoutEntities)
        book.publisher = publisher?.withoutEntities
        book.subjects = subjects.map(\.withoutEntities)
        book.contributors = contributors.map { Contributor(name: $0.name.withoutEntities, role: $0.role) }
        return book
    }
}
