#if Server
// A made-up language, written from right to left, in which every word is put between marks: whatever stands outside of them
// on a page is a word that no translation reaches, or somebody's own.
import Accounts
import Books
import Catalogue
import Foundation
import Synchronization
import TestSupport
import Testing
import Translation

@testable import Formats
@testable import Server

struct MirroredLanguageTests {
    private final class Words: Sendable {
        private let words = Mutex<Set<String>>([])
        var all: Set<String> { words.withLock(\.self) }
        func add(_ word: String) { _ = words.withLock { $0.insert(word) } }
    }

    /// - Parameter shown: gets all words that a page shows.
    private static func mirrored(_ shown: @escaping @Sendable (String) -> Void = { _ in }) -> Language {
        Language(
            code: "mirrored", name: "ɘǫɒυǫnɒ⅃", isRightToLeft: true,
            plurals: PluralRule("nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;")!
        ) { words, _ in
            shown(words)
            return "⟦\(words)⟧"
        }
    }

    private static func text(_ page: String) -> [String] {
        var left = page.replacing(/<(script|style|title)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")
        let shown = left.matches(of: /(?:aria-label|placeholder|alt|data-sure)="([^"]*)"/).map {
            String($0.1)
        }
        left.replace(/<[^>]*>/, with: " ")
        return ([left] + shown).flatMap { text -> [String] in
            var text = text
            // The innermost first: a value may be words, too.
            while let match = text.firstMatch(of: /⟦[^⟦⟧]*⟧/) { text.replaceSubrange(match.range, with: " ") }
            return text.matches(of: /[A-Za-z][A-Za-z']+/).map { String($0.0) }
        }
    }

    @Test(arguments: [Account.Role.reader, .administrator])
    func `every page is mirrored, and all its words are translated`(role: Account.Role) async throws {
        let shown = Words()
        try await TestSite.with {
            $0.languages = [.english, Self.mirrored { word in shown.add(word) }]
        } _: { site in
            let maria = try await site.visitor("Qqmaria", role)
            var book = Book(
                isbn: try ISBN("9780306406157"), title: "Qqtitle",
                contributors: [Contributor(name: "Qqauthor")],
                publisher: "Qqpublisher", year: 1987)
            book.language = "de"
            book.credit(Origin(.fetched, "Qqsource", .now))
            try site.store.save(book)
            let reference = try BookSpecifier("9780306406157")
            try site.say("Qqcomment.", by: "Qqmaria")
            try site.store.add([reference], to: "qqlist", of: "Qqmaria")
            try site.store.add([reference], to: "qqshared")
            try site.store.set(copies: 2, shelf: "Qqshelf", of: reference, on: "qqshared")
            try site.store.mark([reference], as: .read, by: "Qqmaria", on: PartialDate("1999"))
            let paths =
                [
                    "/", "/account", "/mine", "/photos", "/lists", "/liked", "/search?q=qqtitle",
                    "/search?q=zzz",
                    "/list?of=me&name=qqlist", "/list?of=shared&name=qqshared", "/books/9780306406157",
                    "/books",
                    "/authors", "/import", "/readers", "/readers/Qqmaria", "/no/such/page",
                    "/books/9780439023481",
                ] + ["/have", "/box", "/books/9780306406157/history"]
                + TopQuery.Measure.allCases.map { "/liked?by=\($0)" }
                + StatisticsKey.allCases.filter { ![.group, .publisher, .source].contains($0) }
                .map { "/figures?by=\($0)" }
                + (role == .administrator
                    ? [
                        "/people", "/review", "/add", "/books/9780306406157/edit",
                        "/books/9780306406157/merge",
                    ]
                    : [])
            // Names of formats, programs and settings, and what the store calls its own lists.
            let known: Set<String> = [
                "BookZone", "ISBN", "bookzone", "login", "http", "club", "test", "UTF",
                "German", "English", "UTC",
            ]
            // No language that the system knows: days have the months of English.
            let months = Set(DateFormatter().shortMonthSymbols)
            for path in paths {
                let page = try await maria.get(path, ["Accept-Language": "mirrored"]).text
                #expect(page.contains("<html lang=\"mirrored\" dir=\"rtl\""), "\(path)")
                let words = Self.text(page).filter {
                    !$0.lowercased().hasPrefix("qq") && !known.union(months).contains($0)
                }
                #expect(words.isEmpty, "\(path): \(words)")
            }
        }
        // Those of formats that are a program's, or have no small letters.
        let formats = FileFormat.all.filter {
            $0.title == $0.site || !$0.title.contains(where: \.isLowercase)
        }
        let names = ["BookZone", "ISBN", "ISBN-10"] + formats.map(\.title)
        for language in Language.translated.map(\.code) {
            let file = try PortableObject(Repository.text("Sources/CResources/words/\(language).po"))
            let missing = shown.all.subtracting(file.messages.keys).filter { !names.contains($0) }
            #expect(missing.isEmpty, "\(language): \(missing.sorted())")
        }
    }

    @Test func `numbers have their own forms of the plural`() async throws {
        try await TestSite.with {
            $0.languages = [.english, Self.mirrored()]
        } _: { site in
            let maria = try await site.visitor("Qqmaria")
            for (count, isbn) in ["9780306406157", "9780439023481", "9780439554930"].enumerated() {
                try site.store.add([BookSpecifier(isbn)], to: "qqlist", of: "Qqmaria")
                let page = try await maria.get("/lists", ["Accept-Language": "mirrored"]).text
                #expect(page.contains("⟦\(count + 1) book⟧"), "\(page)")
            }
        }
    }
}
#endif
