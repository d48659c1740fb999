// Invented books with all data that a catalogue may have.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

/// The same books for the same seed.
struct MadeBooks {
    private var random: SeededGenerator
    private var number = 0

    private let mostReadings: Int

    init(seed: UInt64, mostReadings: Int = 3) {
        random = SeededGenerator(seed: seed)
        self.mostReadings = mostReadings
    }

    /// Saves books with lists, comments and readings of two people, one of them `maria`.
    mutating func save(_ count: Int, in store: Store) throws {
        for _ in 0..<count {
            number += 1
            let saved = try store.save(book(number)).book
            try say(of: #require(saved.id), in: store)
        }
    }

    /// Letters of all scripts, and characters with a special meaning in tables, spreadsheets or HTML.
    private static let pieces = [
        "a", "B", " ", "é", "e\u{301}", "\u{301}", "ß", "Ω", "Ж", "ا", "ש", "ह\u{94D}न", "ไ", "漢", "ひ", "한",
        "👩‍👧", "🏳️‍🌈", "𐍈",
        "\"", "'", ";", "; ", ",", "\\", "|", "=", "+", "-", "@", "＝", "<b>", "&amp;", "&", "`", "$", "%",
        "0", "7", "½", "،",
        "\u{200C}",
    ]

    private mutating func text(most: Int = 8) -> String {
        (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in
            Self.pieces.randomElement(using: &random)
        }
        .joined()
    }

    private mutating func names() -> [String] {
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text().tidied }
    }

    mutating func book(_ number: Int) throws -> Book {
        let digits = String(format: "978%09d", number * 7919 + 140_000_000)
        let sum = digits.compactMap(\.wholeNumberValue).enumerated().reduce(0) {
            $0 + $1.element * ($1.offset % 2 * 2 + 1)
        }
        let isbn = try ISBN("\(digits)\((10 - sum % 10) % 10)")
        var book = Book(isbn: Bool.random(using: &random) ? isbn : nil)
        book.title = "\(text()) \(number)"
        book.subtitle = Bool.random(using: &random) ? text() : nil
        for role in Contributor.Role.allCases {
            book.contributors += Set(names()).sorted().map { Contributor(name: $0, role: role) }
        }
        book.publisher = text()
        book.year = Bool.random(using: &random) ? Int.random(in: -800...2026, using: &random) : nil
        book.pages = Bool.random(using: &random) ? Int.random(in: 1...2000, using: &random) : nil
        book.language = Bool.random(using: &random) ? "eng" : nil
        book.subjects = names()
        book.series = Bool.random(using: &random) ? text() : nil
        book.seriesNumber = book.series.map { _ in "\(number).5" }
        book.tags = names()
        book.cover = Bool.random(using: &random) ? "https://example.org/\(number)?a=1;b,2" : nil
        book.originalScriptTitle = Bool.random(using: &random) ? text() : nil
        book.originalScriptNames = names()
        book.identifiers = ["goodreads", "librarything", "oclc"].filter { _ in
            Int.random(in: 0...3, using: &random) == 0
        }.map { Identifier($0, "\(number)") }
        book.works = Bool.random(using: &random) ? [Identifier("openlibrary", "OL\(number)W")] : []
        book.credit(Origin(.edited, "by hand"))
        return book
    }

    private mutating func say(of id: BookID, in store: Store) throws {
        let reference = BookSpecifier.id(id)
        let lists = [
            "a; b", "owned", "wanted", "History, ancient", "x\\", text(), "read\\;", "=1", "'+1",
        ]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            guard let list = lists.randomElement(using: &random), let name = ListName(list), name.state == nil
            else { continue }
            try store.add([reference], to: list)
        }
        for person in ["maria", "ion"] {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in text() }
                let rating = Rating(quarters: Int.random(in: 0...20, using: &random))
                try store.add(
                    Comment(
                        person: person, rating: rating, text: lines.joined(separator: "\n\n"),
                        isSpoiler: Bool.random(using: &random),
                        isPrivate: Int.random(in: 0...5, using: &random) == 0),
                    to: reference)
            }
            for _ in 0..<Int.random(in: 0...mostReadings, using: &random) {
                let date = PartialDate(
                    year: Int.random(in: 2000...2025, using: &random),
                    month: Bool.random(using: &random) ? Int.random(in: 1...12, using: &random) : nil,
                    day: Bool.random(using: &random) ? Int.random(in: 1...28, using: &random) : nil)
                let state = ReadingStatus.State.allCases.randomElement(using: &random) ?? .read
                try store.mark(
                    [reference], as: state, by: person, on: Bool.random(using: &random) ? date : nil)
            }
        }
    }
}
