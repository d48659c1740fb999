// Citation keys. They depend on the book alone, so that adding other books does not change them.
import Books
import Foundation

/// Gives each book of a file a unique key.
struct CitationKeys {
    private var given: Set<String> = []

    /// `collins2008hunger`: a maker's family name, the year, and a word of the title, in lowercase ASCII letters and
    /// digits. If the key is taken, the ISBN is appended, or a number if there is none.
    mutating func key(of book: Book) -> String {
        let plain = Self.plain(book)
        var key = plain
        if given.contains(key), let isbn = book.isbn { key += "-\(isbn.isbn13)" }
        var number = 2
        while !given.insert(key).inserted {
            key = "\(plain)-\(number)"
            number += 1
        }
        return key
    }

    private static func plain(_ book: Book) -> String {
        // Roles that all formats distinguish.
        let maker = [Contributor.Role.author, .editor, .translator].lazy
            .compactMap { role in book.contributors.first { $0.role == role } }.first
        let family = maker.map { ascii($0.parts.family).joined() } ?? ""
        let words = ascii(book.title ?? "")
        let word = words.first { !articles.contains($0) } ?? words.first ?? ""
        let year = book.year.map { String($0.magnitude) } ?? ""
        let key = family.prefix(longest) + year + word.prefix(longest)
        return key.isEmpty ? "book" : String(key)
    }

    private static let longest = 30

    private static let articles: Set = [
        "a", "an", "the", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el",
        "los",
        "las", "il", "lo", "gli", "de", "het", "een", "den", "en", "et", "o", "os", "as", "um", "uma",
    ]

    /// Its words in ASCII; other scripts are transliterated.
    private static func ascii(_ text: String) -> [String] {
        let latin =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text : text.applyingTransform(.toLatin, reverse: false) ?? text
        return SearchText.folded(latin).lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .map(String.init)
    }
}
