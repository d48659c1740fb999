#if Server
// Names of people, books and files are displayed as text, whatever they contain.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct MarkupTests {
    /// Each breaks out of another context.
    private static let hostile = #"</title>"'><img src=x onerror=alert(1)>&<script>{{base}}"#

    @Test func `markup is text on every page`() async throws {
        try await TestSite.with { site in
            let name = "M<b>\"'&{{x}}"
            let ana = try await site.visitor(name, .administrator)
            let account = try #require(try site.store.credentials(of: AccountName(name)!)?.account)
            var book = Book(
                isbn: try ISBN("9780306406157"), title: Self.hostile,
                contributors: [Contributor(name: Self.hostile)], publisher: Self.hostile)
            book.subtitle = Self.hostile
            (book.series, book.seriesNumber, book.tags) = (Self.hostile, Self.hostile, [Self.hostile])
            book.credit(Origin(.fetched, Self.hostile, .now))
            try site.store.save(book)
            let reference = try BookSpecifier("9780306406157")
            let number = try site.store.add(
                Comment(person: name, rating: Rating(5), text: Self.hostile, isSpoiler: true), to: reference)
            try site.store.add([reference], to: Self.hostile)
            try site.store.add([reference], to: Self.hostile, of: name)
            try site.store.set(copies: 1, shelf: Self.hostile, of: reference, on: Self.hostile)
            try site.store.mark([reference], as: .reading, by: name)
            try site.store.makeToken("hash", name: Self.hostile, of: account.id)
            var upload = try site.store.keepUnbounded(
                Upload(id: Secret().text, account: account.id, key: "k", name: Self.hostile))
            upload.state = .review
            upload.record = PhotoRecord(
                photo: Self.hostile, sha256: String(repeating: "0", count: 64), status: .failed,
                error: PhotoFailure(code: "damaged", message: Self.hostile))
            try site.store.save(read: upload)
            let list = Self.hostile.queryPart
            let twin = try #require(
                try site.store.recordingChange(.add, Self.hostile, by: name).add(
                    BookEdit(
                        Dictionary(
                            uniqueKeysWithValues: EditedField.allCases.filter { $0.isText && $0 != .language }
                                .map {
                                    ($0, [Self.hostile])
                                }))
                ).book.reference)
            _ = try site.store.recordingChange(.edit, by: name).edit(
                reference, BookEdit([.tags: [Self.hostile]]))
            let paths = [
                "/", "/account", "/mine", "/people", "/photos", "/photos/\(upload.id)", "/review", "/lists",
                "/list?of=me&name=\(list)", "/list?of=shared&name=\(list)", "/books/9780306406157", "/liked",
                "/liked?by=lists", "/liked?language=\(list)", "/figures?by=publisher",
                "/figures?by=source", "/figures/chart?by=publisher",
                "/comments/\(number)", "/search?q=\(list)", "/search?q=img", "/sign-in?to=\(list)",
                "/sign-up?ticket=\(list)", "/reset?ticket=\(list)", "/verify?ticket=\(list)",
                "/books/\(list)", "/forgot", "/books/9780306406157/edit", "/books/9780306406157/history",
                "/books/9780306406157/merge", "/books/9780306406157/merge?other=\(twin)",
                "/add?photo=\(upload.id)", "/box", "/have?q=\(list)", "/have?q=img",
                "/books", "/books?view=rows&sort=added", "/authors", "/series",
                "/tags",
                "/author?name=\(list)", "/series?name=\(list)",
                "/books?tag=\(list)&list=\(list)&mine=\(list)",
                "/books?reader=\(name.queryPart)&place=\(list)&language=\(list)", "/authors?from=\(list)",
            ]
            var shown = 0
            for path in paths {
                let answer = try await ana.get(path)
                #expect([200, 404].contains(answer.status), "\(path)")
                let text = answer.text
                for sign in ["<img src=x", "<script>", "M<b>", "onerror=alert(1)>"] {
                    #expect(!text.contains(sign), "\(path): \(sign)")
                }
                if text.contains("&lt;img src=x") {
                    shown += 1
                    // A chart cuts long names.
                    let isWhole = text.contains("{{base}}") || text.hasPrefix("<svg")
                    #expect(isWhole, "\(path): no template's place either")
                }
            }
            #expect(shown >= 22, "or the test does not see what is shown")
            // The input of a rejected form is displayed again.
            for (path, fields) in [
                ("/sign-in", [("name", Self.hostile), ("password", "x"), ("to", Self.hostile)]),
                ("/photos/\(upload.id)/confirm", [("isbn", Self.hostile)]),
                ("/account/name", [("name", Self.hostile), ("password", "x")]),
                ("/people/\(account.id)/delete", [("name", Self.hostile)]),
            ] {
                let text = try await ana.send(path, fields).text
                #expect(!text.isEmpty && !text.contains("<img src=x") && !text.contains("M<b>"), "\(path)")
            }
            let json = try await ana.get("/isbn?q=\(list)")
            #expect(json["content-type"]?.hasPrefix("application/json") == true)
            let export = try await ana.get("/account/export")
            #expect(
                export["content-disposition"]?.hasPrefix("attachment; filename=\"bookzone.json\"") == true)
            #expect(export["content-disposition"]?.contains("<") == false)
        }
    }
}

extension MarkupTests {
    @Test func `a combining mark hides no quote and no bracket`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let signs: [UnicodeScalar] = ["\"", "'", "<", ">", "&"]
            let marks: [UnicodeScalar] = ["\u{301}", "\u{200D}", "\u{20E3}"]
            var title = "".unicodeScalars
            for sign in signs { for mark in marks { title.append(contentsOf: [sign, mark]) } }
            let added = try site.store.add(
                BookEdit([.title: [String(title) + "x"], .tags: [String(title) + "x"]]))
            let book = try #require(added.book.reference)
            try site.store.recordingChange(.edit, by: "Kim").edit(
                book, BookEdit([.title: ["x" + String(title)]]))
            for path in [book.path, "\(book.path)/edit", "\(book.path)/history", "/books", "/tags"] {
                let page = Array(try await kim.get(path).text.unicodeScalars)
                let bare = zip(page, page.dropFirst()).filter { signs.contains($0) && marks.contains($1) }
                #expect(bare.isEmpty, "\(path)")
                #expect(page.contains("\u{20E3}"), "\(path)")
            }
        }
    }
}

extension EditedField {
    /// Whether it takes any text.
    fileprivate var isText: Bool { ![.year, .pages, .cover, .isbn].contains(self) }
}
#endif
