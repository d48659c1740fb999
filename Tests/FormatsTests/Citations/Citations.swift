// Invented books, and common steps of the tests of the three formats.
import Books
import Catalogue
import Foundation
import TestSupport

@testable import Formats

enum Citations {
    static let formats: [FileFormat] = [.bibtex, .ris, .cslJSON]

    static func format(_ name: String) -> FileFormat { formats.first { $0.name == name } ?? .bibtex }

    /// Letters of all scripts, and characters with a special meaning in one of the formats.
    static let pieces = [
        "a", "B", " ", " ", "é", "e\u{301}", "\u{301}", "ß", "ø", "Ł", "Å", "č", "ế", "Ω", "Ж", "ا", "ש",
        "ह\u{94D}न", "ไ", "漢", "ひ", "한", "👩‍👧", "🏳️‍🌈", "𐍈", "\"", "'", ";", ",", "\\", "|", "=", "+", "-", "@",
        "<b>", "&amp;", "&", "`", "$", "%", "#", "_", "~", "^", "{", "}", "0", "7", " and ", "others",
        "TY  - ",
        "ER  - ", "\n", ": ", ".", "Jr.", "von ", "\u{200C}", "\u{2028}",
    ]

    /// An export of another program.
    static func shared(_ name: String) -> String {
        Repository.shared.appending(path: "data/exports/\(name)").path
    }

    static func text(of pieces: [String] = Self.pieces, _ random: inout SeededGenerator, most: Int = 8)
        -> String
    {
        (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in pieces.randomElement(using: &random)
        }
        .joined()
    }

    static func isbn(_ number: Int) throws -> ISBN {
        let digits = "978" + String(format: "%09d", number * 7919 + 140_000_000)
        let sum = digits.compactMap(\.wholeNumberValue).enumerated().reduce(0) {
            $0 + $1.element * ($1.offset % 2 * 2 + 1)
        }
        return try ISBN("\(digits)\((10 - sum % 10) % 10)")
    }

    static func book(_ number: Int, _ random: inout SeededGenerator) throws -> Book {
        func names() -> [String] {
            (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text(&random).tidied }
        }
        var book = Book(isbn: Bool.random(using: &random) ? try isbn(number) : nil)
        book.title = "\(text(&random)) \(number)"
        book.subtitle = Bool.random(using: &random) ? text(&random) : nil
        for role in Contributor.Role.allCases {
            book.contributors += Set(names()).sorted().map { Contributor(name: $0, role: role) }
        }
        book.publisher = text(&random)
        book.year = Bool.random(using: &random) ? Int.random(in: -800...2026, using: &random) : nil
        if book.year == 0 { book.year = nil }
        book.pages = Bool.random(using: &random) ? Int.random(in: 1...2000, using: &random) : nil
        book.language = ["eng", "de", "en-GB", "mul", "Klingon", nil][number % 6]
        book.series = Bool.random(using: &random) ? text(&random) : nil
        book.seriesNumber = book.series.map { _ in ["\(number)", "2.5", "1-3", "II"][number % 4] }
        book.tags = names()
        book.identifiers = Bool.random(using: &random) ? [Identifier("doi", "10.1000/x_\(number)")] : []
        book.credit(Origin(.edited, "by hand"))
        return book
    }
}

extension [ReadEntry] {
    /// How many entries are not books, by kind.
    var notBooks: [String: Int] {
        reduce(into: [:]) { kinds, entry in
            if case .failure(.noBook(let kind)) = entry.entry { kinds[kind, default: 0] += 1 }
        }
    }

    func books() throws -> [Book] {
        try filter { if case .failure(.noBook) = $0.entry { false } else { true } }.map {
            try $0.entry.get().book
        }
    }
}
