// Makes a book from MARC 21 (loc.gov/marc/bibliographic) or UNIMARC (IFLA).
import Books
import Foundation

/// The two dialects of MARC.
package enum MARCDialect: Sendable {
    case marc21, unimarc
}

extension MARCRecord {
    /// The fields from which a book is made; all others are skipped.
    package static let bookTags: Set<String> = [
        "008", "010", "020", "041", "100", "101", "110", "200", "210", "214", "215", "245", "260", "264",
        "300", "700", "701", "702", "710", "880",
    ]

    /// The record's own ISBNs, in order, without cancelled and invalid ones.
    package func isbns(_ dialect: MARCDialect) -> [ISBN] {
        all(dialect == .marc21 ? "020" : "010").compactMap { field in
            // In older records, more text follows in the same subfield: "0306406152 (pbk.)".
            field["a"].flatMap { try? ISBN(String($0.utf8.prefix { $0 != 0x20 }) ?? "") }
        }
    }

    /// The ISBNs as written in the record, without binding and price.
    package func isbnTexts(_ dialect: MARCDialect) -> [String] {
        all(dialect == .marc21 ? "020" : "010").compactMap { field in
            field["a"].flatMap { $0.prefix { !"(:;".contains($0) }.description.tidied }
        }
    }

    /// The Library of Congress Control Number in normal form: see `OtherNumber.value`. `nil` if the record has none.
    package func lccn(_ dialect: MARCDialect) -> String? {
        dialect == .marc21 ? first("010", "a").flatMap { OtherNumber(.lccn, $0)?.value } : nil
    }

    /// `nil` if there is no title. ISBNs and origins are not set.
    package func book(_ dialect: MARCDialect) -> Book? {
        dialect == .marc21 ? marc21 : unimarc
    }

    private var marc21: Book? {
        guard let title = marc21Title else { return nil }
        var book = Book(title: title.main)
        book.subtitle = title.subtitle
        book.contributors = marc21Contributors
        if let original = originalScript {
            book.originalScriptTitle = original.marc21Title.flatMap { title in
                [title.main, title.subtitle].compactMap(\.self).joined(separator: ": ").inOtherScript
            }
            book.originalScriptNames = original.marc21Contributors.compactMap(\.name.inOtherScript).uniqued
        }
        let published = all("264").filter { $0.indicator2 == "1" } + all("260")
        (book.series, book.seriesNumber) = series(["490", "830", "800", "810", "811", "440"])
        book.publisher = published.lazy.compactMap { $0["b"]?.title }.first
        book.year =
            published.lazy.compactMap { $0["c"]?.firstYear }.first ?? control["008"]?.part(7, 4)?.firstYear
        book.pages = first("300", "a")?.pageCount
        book.language = first("041", "a")?.language ?? control["008"]?.part(35, 3)?.language
        book.subjects = all("650", "653").compactMap { $0["a"]?.title }.uniqued
        return book
    }

    private var marc21Title: (main: String, subtitle: String?)? {
        guard let title = all("245").first, let main = title["a"]?.title else { return nil }
        let parts = title.all("np").compactMap(\.title)
        return (([main] + parts).joinedParts, title["b"]?.title)
    }

    private var marc21Contributors: [Contributor] {
        all("100", "110", "700", "710").compactMap { field in
            let relators = field.all("4e").map { $0.lowercased() }
            // A 700 with a title is a related work, and a 710 without a role is usually the publisher.
            let isPerson = field.tag.hasSuffix("00")
            guard field["t"] == nil, let name = isPerson ? field["a"]?.person : field["a"]?.title else {
                return nil
            }
            let role = relators.lazy.compactMap(Contributor.Role.init(relator:)).first
            if field.tag == "710", role == nil { return nil }
            let fallback: Contributor.Role =
                field.tag.hasPrefix("1") && relators.isEmpty ? .author : .contributor
            return isPerson
                ? Contributor(heading: name, role: role ?? fallback)
                : Contributor(name: name, role: role ?? fallback)
        }.uniqued
    }

    /// - Parameter tags: of the fields to try, in libraries' order of preference.
    private func series(_ tags: [String]) -> (name: String?, number: String?) {
        for tag in tags {
            for field in all(tag) {
                guard let name = field["t"]?.title ?? field["a"]?.title else { continue }
                let parts = field.all("np").compactMap(\.title)
                return (([name] + parts).joinedParts, field["v"]?.title?.withoutCaption)
            }
        }
        return (nil, nil)
    }

    private var unimarc: Book? {
        guard let title = all("200").first, let main = title["a"]?.title else { return nil }
        let parts = title.all("hi").compactMap(\.title)
        var book = Book(title: ([main] + parts).joinedParts)
        book.subtitle = title["e"]?.title
        book.contributors =
            all("700", "701", "702").compactMap { field in
                guard let surname = field["a"]?.person else { return nil }
                let known = field.all("4").lazy.compactMap(Contributor.Role.init(relator:)).first
                let role = known ?? (field.tag == "702" ? .contributor : .author)
                guard let given = field["b"]?.person else { return Contributor(heading: surname, role: role) }
                return Contributor(PersonalName(family: surname, given: given), role: role)
            }.uniqued
        let published = all("214").filter { $0.indicator2 == "0" } + all("210")
        (book.series, book.seriesNumber) = series(["225", "410"])
        book.publisher = published.lazy.compactMap { $0["c"]?.title }.first
        book.year = published.lazy.compactMap { $0["d"]?.firstYear }.first
        book.pages = first("215", "a")?.pageCount
        book.language = first("101", "a")?.language
        book.subjects = all("606").compactMap { $0["a"]?.title }.uniqued
        return book
    }
}

extension [String] {
    /// A title and its parts, separated by full stops: `Atlas. 2. Winter`.
    fileprivate var joinedParts: String {
        dropFirst().reduce(first ?? "") { $0 + ($0.hasSuffix(".") ? " " : ". ") + $1 }
    }
}

extension Contributor {
    /// - Parameter heading: of a person, mostly with the family name first.
    fileprivate init(heading: String, role: Role) {
        self.init(name: heading.naturalName, role: role)
        // Millions of headings are read for a reference, and a family name of one word is found again without help.
        guard let comma = heading.firstIndex(of: ","), heading[..<comma].contains(" ") else { return }
        let told = Contributor(inverted: heading, role: role)
        if told.name == name { sortName = told.sortName }
    }
}

extension Contributor.Role {
    /// From MARC relator codes, their English and German terms, and UNIMARC's numbers.
    fileprivate init?(relator: String) {
        switch String(relator.utf8.prefix { $0 >= 0x80 || String.isWord($0) }) ?? "" {
        case "aut", "author", "verfasser", "verfasserin", "070": self = .author
        case "edt", "editor", "herausgeber", "herausgeberin", "340": self = .editor
        case "trl", "translator", "übersetzer", "übersetzerin", "730": self = .translator
        case "ill", "illustrator", "illustratorin", "440": self = .illustrator
        default: return nil
        }
    }
}

extension String {
    /// Without ISBD punctuation at the end, the brackets of what the cataloguer supplied, and the marks around a
    /// leading article.
    fileprivate var title: String? {
        var text = withoutPunctuation
        // A full stop ends the field, unless it belongs to an initial or an abbreviation.
        if text.hasSuffix("."), text.dropLast().suffix(3).allSatisfy({ $0.isLetter && !$0.isUppercase }),
            text.count > 4
        {
            text.removeLast()
        }
        return text.catalogueText
    }

    /// A person's name, in the same way. Given names may be as short as abbreviations.
    fileprivate var person: String? {
        var text = withoutPunctuation
        if text.hasSuffix(".") {
            let words = text.dropLast()
            let word = words[
                (words.lastIndex { !$0.isLetter }.map(words.index(after:)) ?? words.startIndex)...]
            let isName =
                word.count > 1 && !word.dropFirst().contains(where: \.isUppercase) && !word.isAbbreviation
            if isName { text.removeLast() }
        }
        return text.catalogueText
    }

    /// Without all other marks at its ends.
    private var withoutPunctuation: String {
        var text = self
        if utf8.contains(where: { $0 == 0xC2 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) {
            text = replacing("¬", with: "").replacing("<<", with: "").replacing(">>", with: "")
        }
        let isOutside: (UInt8) -> Bool = { " /:;,=[]".utf8.contains($0) }
        let inside = text.utf8.drop(while: isOutside)
        let end = inside.lastIndex { !isOutside($0) }.map { inside.index(after: $0) } ?? inside.startIndex
        text = String(text[inside.startIndex..<end])
        while let last = text.last, Self.otherPunctuation.contains(last) { text.removeLast() }
        return text
    }

    /// Arabic and East Asian forms of comma, semicolon, colon and slash.
    private static let otherPunctuation: Set<Character> = ["،", "؛", "，", "；", "：", "／"]

    /// `Collins, Suzanne` → `Suzanne Collins`. Chinese, Japanese and Korean names keep their order, family name
    /// first.
    fileprivate var naturalName: String {
        let parts = split(maxSplits: 1) { $0 == "," || $0 == "،" || $0 == "，" }.map(\.trimmed)
        guard parts.count == 2, !parts[1].isEmpty else { return self }
        return parts[0].isEastAsian ? parts[0] + parts[1] : "\(parts[1]) \(parts[0])"
    }

    /// `3` from `Bd. 3`, `book 3` and `no. 3.`; the text itself if it has no digit.
    fileprivate var withoutCaption: String {
        let number = drop { !$0.isNumber }
        return number.isEmpty ? self : String(number.last == "." ? number.dropLast() : number)
    }

    /// `374` from `xii, 374 p. ;`, `1 vol. (374 p.)`, `374 S.`, `374 Seiten`.
    package var pageCount: Int? {
        let bytes = Array(utf8)
        var most: Int?
        var place = 0
        while let start = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
            let end = bytes[start...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
            place = end
            var rest = bytes[end...].drop { $0 == 0x20 }
            if rest.starts(with: "unnumbered ".utf8) { rest = rest.dropFirst(11) }
            let word = String(decoding: rest.prefix { $0 >= 0x80 || Self.isWord($0) }, as: UTF8.self)
            guard Self.pageWords.contains(word) else { continue }
            let count = bytes[start..<end].suffix(5).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            most = max(most ?? 0, count)
        }
        return most
    }

    private static let pageWords: Set<String> = ["p", "pp", "page", "pages", "S", "Seiten", "Bl", "leaves"]

    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == 0x5F
    }

    /// A three-letter code; `nil` for "undetermined", "multiple" and anything else.
    fileprivate var language: String? {
        let code = lowercased()
        let isCode = code.count == 3 && code.allSatisfy { $0.isASCII && $0.isLetter }
        return isCode && !["und", "mul", "zxx"].contains(code) ? code : nil
    }

    fileprivate func part(_ start: Int, _ length: Int) -> String? {
        let bytes = utf8
        return bytes.count >= start + length ? String(bytes.dropFirst(start).prefix(length)) : nil
    }
}

extension Substring {
    /// Whether it is part of a person's name and written with a full stop: `Wm`, `Jr`, `Chas`.
    fileprivate var isAbbreviation: Bool {
        let letters = lowercased()
        let hasNoVowel = letters.utf8.allSatisfy { $0 < 0x80 && !"aeiouy".utf8.contains($0) }
        return hasNoVowel || Self.abbreviations.contains(letters)
    }

    private static let abbreviations: Set<String> = [
        "aug", "benj", "capt", "chas", "col", "danl", "edm", "edw", "eliz", "esq", "gen", "geo", "hon", "jas",
        "joh",
        "jos", "jun", "prof", "rev", "richd", "robt", "saml", "sen", "thos",
    ]

    fileprivate var trimmed: String {
        let bytes = utf8.drop { $0 == 0x20 }
        let end = bytes.lastIndex { $0 != 0x20 }.map(bytes.index(after:)) ?? bytes.startIndex
        return String(bytes[..<end]) ?? ""
    }
}
