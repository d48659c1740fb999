// A catalogue as a table, and back: byte for byte.
import Books
import Catalogue
import Foundation
import Output
import TestSupport
import Testing

@testable import Formats

struct OwnTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func exported(_ store: Store) throws -> String {
        let writer = OwnTableWriter()
        var table = writer.beginning()
        var last: BookID?
        while let books = try store.keptBooks(after: last, for: "maria") {
            last = books.last?.book.id
            for book in books { table += writer.text(of: book) }
        }
        return table
    }

    private func imported(_ table: String, to name: String) throws -> Store {
        let file = try folder.write(Data(table.utf8), to: "\(name).csv")
        let store = try Store(path: folder.file("\(name).sqlite").path)
        let source = TableSource(name: name, date: .now, person: "maria")
        var reader = try #require(try FileFormat.csv.reader?(ImportFile(file.path), source))
        var refused: [RefusedRow] = []
        let summary = try store.importEntries(&reader) { refused.append($0) }
        #expect(reader.leftOut == [], "all that is written is read")
        #expect(refused.isEmpty && summary.remarks.isEmpty, "\(refused) \(summary.remarks)")
        return store
    }

    /// Letters of all scripts, and all that means something to a table, to a spreadsheet or to HTML.
    private static let pieces = [
        "a", "B", " ", "é", "e\u{301}", "\u{301}", "ß", "Ω", "Ж", "ا", "ש", "ह\u{94D}न", "ไ", "漢", "ひ", "한",
        "👩‍👧", "🏳️‍🌈", "𐍈",
        "\"", "'", ";", "; ", ",", "\\", "|", "=", "+", "-", "@", "＝", "<b>", "&amp;", "&", "`", "$", "%",
        "0", "7", "½", "،",
        "\u{200C}",
    ]

    private func text(_ random: inout SeededGenerator, most: Int = 8) -> String {
        (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in
            Self.pieces.randomElement(using: &random)
        }
        .joined()
    }

    private func names(_ random: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in text(&random).tidied }
    }

    private func book(_ number: Int, _ random: inout SeededGenerator) throws -> Book {
        let digits = String(format: "978%09d", number * 7919 + 140_000_000)
        let sum = digits.compactMap(\.wholeNumberValue).enumerated().reduce(0) {
            $0 + $1.element * ($1.offset % 2 * 2 + 1)
        }
        let isbn = try ISBN("\(digits)\((10 - sum % 10) % 10)")
        var book = Book(isbn: Bool.random(using: &random) ? isbn : nil)
        book.title = "\(text(&random)) \(number)"
        book.subtitle = Bool.random(using: &random) ? text(&random) : nil
        for role in Contributor.Role.allCases {
            book.contributors += Set(names(&random)).sorted().map { Contributor(name: $0, role: role) }
        }
        book.publisher = text(&random)
        book.year = Bool.random(using: &random) ? Int.random(in: -800...2026, using: &random) : nil
        book.pages = Bool.random(using: &random) ? Int.random(in: 1...2000, using: &random) : nil
        book.language = Bool.random(using: &random) ? "eng" : nil
        book.subjects = names(&random)
        book.series = Bool.random(using: &random) ? text(&random) : nil
        book.seriesNumber = book.series.map { _ in "\(number).5" }
        book.tags = names(&random)
        book.cover = Bool.random(using: &random) ? "https://example.org/\(number)?a=1;b,2" : nil
        book.originalScriptTitle = Bool.random(using: &random) ? text(&random) : nil
        book.originalScriptNames = names(&random)
        book.works = Bool.random(using: &random) ? [Identifier("openlibrary", "OL\(number)W")] : []
        book.credit(Origin(.edited, "by hand"))
        return book
    }

    private func say(of id: BookID, in store: Store, _ random: inout SeededGenerator) throws {
        let reference = BookSpecifier.id(id)
        let lists = [
            "a; b", "owned", "wanted", "History, ancient", "x\\", text(&random), "read\\;", "=1", "'+1",
        ]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            guard let list = lists.randomElement(using: &random), let name = ListName(list), name.state == nil
            else { continue }
            try store.add([reference], to: list)
        }
        for person in ["maria", "ion"] {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in text(&random) }
                let rating = Rating(quarters: Int.random(in: 0...20, using: &random))
                try store.add(
                    Comment(
                        person: person, rating: rating, text: lines.joined(separator: "\n\n"),
                        isSpoiler: Bool.random(using: &random),
                        isPrivate: Int.random(in: 0...5, using: &random) == 0),
                    to: reference)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let date = PartialDate(
                    year: Int.random(in: 2000...2025, using: &random),
                    month: Bool.random(using: &random) ? Int.random(in: 1...12, using: &random) : nil)
                let state = ReadingStatus.State.allCases.randomElement(using: &random) ?? .read
                try store.mark(
                    [reference], as: state, by: person, on: Bool.random(using: &random) ? date : nil)
            }
        }
    }

    @Test func `a table of our own comes back byte for byte`() throws {
        var random = SeededGenerator(seed: 4)
        for round in 0..<4 {
            let store = try Store(path: folder.file("made\(round).sqlite").path)
            for number in 0..<120 {
                let saved = try store.save(book(round * 1000 + number, &random)).book
                try say(of: #require(saved.id), in: store, &random)
            }
            let table = try exported(store)
            let back = try exported(imported(table, to: "back\(round)"))
            if back != table {
                let (one, other) = (table.split(separator: "\r\n"), back.split(separator: "\r\n"))
                let first = zip(one, other).first { $0 != $1 }
                Issue.record("\(String(describing: first?.0))\n\(String(describing: first?.1))")
            }
        }
    }

    @Test func `what a spreadsheet must not run has one apostrophe more`() {
        #expect(CSVRow.line(["=1", "'=1", "'a", "-", "'-"]) == "'=1,''=1,'a,-,''-\r\n")
        #expect(
            CSVRow.line(["\"\u{301}"]) == "\"\"\"\u{301}\"\r\n", "a quote under a mark is one all the same")
    }
}
