#if Server
// Whatever people, books and files are called, pages show it as text.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct MarkupTests {
    /// Each leaves another place that it may stand in.
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
            let paths = [
                "/", "/account", "/mine", "/people", "/photos", "/photos/\(upload.id)", "/review", "/lists",
                "/list?of=me&name=\(list)", "/list?of=shared&name=\(list)", "/books/9780306406157", "/liked",
                "/comments/\(number)", "/search?q=\(list)", "/search?q=img", "/sign-in?to=\(list)",
                "/sign-up?ticket=\(list)", "/reset?ticket=\(list)", "/verify?ticket=\(list)",
                "/books/\(list)", "/forgot", "/books", "/books?view=rows&sort=added", "/authors", "/series",
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
                    #expect(text.contains("{{base}}"), "\(path): no template's place either")
                }
            }
            #expect(shown >= 22, "or the test does not see what is shown")
            // What a form was sent with comes back with it.
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
#endif
