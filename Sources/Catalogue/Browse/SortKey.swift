// The order of titles and names: as a library files them, in every script.
import Books
import CCollation
import Foundation

/// A text's place in the order, as bytes.
struct SortKey: Hashable, Comparable, Sendable {
    let bytes: Data

    /// Of a text that is missing: after all others.
    static let last = SortKey(bytes: Data([0xFF]))

    init(bytes: Data) { self.bytes = bytes }

    init(_ text: String) {
        var text = text
        // Ten times as long as a key of that many characters has been seen.
        var key = [UInt8](repeating: 0, count: 4096)
        let length = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                collation_key($0.baseAddress, Int32($0.count), &key, Int32(key.count))
            }
        }
        bytes = length < 0 ? Self.last.bytes : Data(key[..<Int(length)])
    }

    /// A title, without an article in front of it.
    init(title: String?, language: String?) {
        self = title.map { SortKey($0.withoutArticle(in: language)) } ?? .last
    }

    /// A person's name: the family name first.
    init(name: String?) { self = name.map { SortKey(PersonalName($0).inverted) } ?? .last }

    /// - Parameter language: of a book that has the term.
    init(term: String, kind: BookTerm, language: String? = nil) {
        self =
            switch kind {
            case .author: SortKey(name: term)
            case .series: SortKey(title: term, language: language)
            case .tag, .language: SortKey(term)
            }
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Of the keys that are made here: keys of another version are made anew.
    static var version: Int64 { rules << 32 | Int64(collation_version()) }
    /// Raised whenever words, articles or names are treated differently.
    private static let rules: Int64 = 3
}

extension Sequence {
    /// In the order of names, as a library files them.
    package func ordered(by name: (Element) -> String) -> [Element] {
        map { (SortKey(name($0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension String {
    /// What two or three letters of the language call its articles; without a language, those of English.
    private static let articles: [String: Set<String>] = [
        "en": ["the", "a", "an"], "de": ["der", "die", "das", "ein", "eine"],
        "fr": ["le", "la", "les", "un", "une"],
        "es": ["el", "la", "los", "las", "un", "una"],
        "it": ["il", "lo", "la", "i", "gli", "le", "un", "uno", "una"],
        "pt": ["o", "a", "os", "as", "um", "uma"], "nl": ["de", "het", "een"], "sv": ["en", "ett"],
        "da": ["en", "et"], "no": ["en", "et", "ei"],
    ]

    /// `The Hobbit` is filed under H.
    fileprivate func withoutArticle(in language: String?) -> String {
        guard let articles = Self.articles[language ?? "en"], let space = firstIndex(of: " ") else {
            return self
        }
        let rest = self[space...].drop(while: \.isWhitespace)
        return articles.contains(self[..<space].lowercased()) && !rest.isEmpty ? String(rest) : self
    }
}
