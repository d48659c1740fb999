// A report's page in other languages: in a made-up one, words outside of its marks are those that no translation reaches.
import Books
import Foundation
import Synchronization
import TestSupport
import Testing
import Translation

@testable import RunReport

struct ReportLanguageTests {
    private final class Words: Sendable {
        private let words = Mutex<Set<String>>([])
        var all: Set<String> { words.withLock(\.self) }
        func add(_ word: String) { _ = words.withLock { $0.insert(word) } }
    }

    private static func mirrored(_ shown: Words) -> Language {
        Language(
            code: "mirrored", name: "ɘǫɒυǫnɒ⅃", isRightToLeft: true,
            plurals: PluralRule("nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;")!
        ) { words, _ in
            shown.add(words)
            return "⟦\(words)⟧"
        }
    }

    private static let records: [PhotoRecord] = [
        PhotoRecord(
            photo: "a", status: .found,
            isbns: [ISBN(value: 9_780_306_406_157)].compactMap { isbn in
                isbn.map { ISBNReading(isbn: $0, confidence: 1) }
            }, milliseconds: 1234.5),
        PhotoRecord(photo: "b", page: 1, status: .uncertain, milliseconds: 3.25),
        PhotoRecord(photo: "b", page: 2, status: .none), PhotoRecord(photo: "c", status: .failed),
    ]

    /// - Parameter isByBook: whether each record is that of a book.
    private static func parts(
        _ records: [PhotoRecord], in language: Language, isByBook: Bool = false
    ) -> (head: String, tail: String) {
        var (counts, tally) = (RunCounts(), ScanTally(isByBook: isByBook))
        for record in records {
            counts.count(record)
            tally.count(record)
        }
        let date = Date(timeIntervalSince1970: 1_795_564_800)
        return ReportPage(counts: counts, tally: tally, date: date, language: language).parts
    }

    private static func without(_ marks: String) -> String {
        var text = marks
        // The innermost first: a value may be words, too.
        while let match = text.firstMatch(of: /⟦[^⟦⟧]*⟧/) { text.replaceSubrange(match.range, with: " ") }
        return text
    }

    @Test func `all words of a page are translated`() throws {
        let shown = Words()
        for (records, isByBook) in [(Self.records, false), ([], false), (Self.records, true)] {
            let (head, tail) = Self.parts(records, in: Self.mirrored(shown), isByBook: isByBook)
            #expect(head.contains("<html lang=\"mirrored\" dir=\"rtl\""))
            var left = (head + tail).replacing(/<(script|style)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")
            let attributes = left.matches(of: /(?:aria-label|placeholder|alt|title)="([^"]*)"/).map {
                String($0.1)
            }
            left.replace(/<[^>]*>/, with: " ")
            for text in [left] + attributes {
                // No language that the system knows: the day has English's month.
                let words = Self.without(text).matches(of: /[A-Za-z]{2,}/).map { String($0.0) }
                #expect(words.allSatisfy { ["ms", "Nov"].contains($0) }, "\(words)")
            }
            let script = try #require(tail.firstMatch(of: /<script>(.*)<\/script>/.dotMatchesNewlines())?.1)
            let code = Self.without(String(script)).replacing(
                /\/\*.*?\*\/|\n *\/\/[^\n]*/.dotMatchesNewlines(), with: "")
            let texts = code.matches(of: /["`]([^"`\n]*)["`]/).map { String($0.1) }
            let words = texts.filter { text in
                text.wholeMatch(of: /[A-Z][a-z]+(?: [^"`]*)?|[a-z']+(?: [a-z']+)+/) != nil
                    && !Self.names.contains(text)
            }
            #expect(words.isEmpty, "\(words)")
        }
        for language in Language.translated.map(\.code) {
            let file = try PortableObject(Repository.text("Sources/CResources/words/\(language).po"))
            let missing = shown.all.subtracting(file.messages.keys)
            #expect(missing.isEmpty, "\(language): \(missing.sorted())")
        }
        #expect(shown.all.count > 80)
    }

    /// Keys, classes, one command and a message that records have, which are no words of the page.
    private static let names: Set<String> = [
        "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "small title",
        "use strict", ISBNReading.confirmed,
    ]

    @Test(arguments: [
        (
            "en",
            "3 photos with 4 pages: 1 found (1 book), 1 uncertain, 1 without an ISBN, 1 failed. Made on 25 Nov 2026."
        ),
        (
            "de",
            "3 Fotos mit 4 Seiten: 1 gefunden (1 Buch), 1 unsicher, 1 ohne ISBN, 1 nicht lesbar. Erstellt am 25. Nov. 2026."
        ),
        (
            "fr",
            "3 photos avec 4 pages : 1 avec ISBN (1 livre), 1 à vérifier, 1 sans ISBN, 1 en échec. Créé le 25 nov. 2026."
        ),
        (
            "es",
            "3 fotos con 4 páginas: 1 con ISBN (1 libro), 1 por revisar, 1 sin ISBN, 1 con error. Creado el 25 nov 2026."
        ),
    ])
    func `the summary is in the language`(code: String, summary: String) throws {
        let language = try #require(Language.all.named(code))
        let head = Self.parts(Self.records, in: language).head
        #expect(head.contains("<p>\(summary)</p>"), "\(head.matches(of: /<p>[^<]*<\/p>/).map(\.0))")
    }

    @Test func `numbers of the charts have the language's decimal point`() throws {
        let german = try #require(Language.all.named("de"))
        #expect(Self.parts(Self.records, in: german).head.contains("1,2 s"))
        #expect(Self.parts(Self.records, in: .english).head.contains("1.2 s"))
    }

    @Test func `messages of a record stand beside it in the language`() throws {
        let german = try #require(Language.all.named("de"))
        let record = PhotoRecord(
            photo: "a", status: .failed, warnings: ["no message"],
            error: PhotoFailure(code: "empty", message: "file is empty; copy it again"))
        let entry = ReportEntry(record: record, closeups: [], titles: [:], named: nil, language: german)
        #expect(entry.said == ["file is empty; copy it again": "die Datei ist leer; kopiere sie noch einmal"])
        #expect(
            ReportEntry(record: record, closeups: [], titles: [:], named: nil, language: .english).said
                .isEmpty)
    }
}
