#if Server
// What librarians do to books on their pages.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct EditingTests {
    private static let number = "9780306406157"

    /// A site with two librarians and a book.
    private func site(
        _ body: @Sendable (TestSite, Visitor, Visitor, BookSpecifier) async throws -> Void
    ) async throws {
        try await TestSite.with { site in
            var book = Book(
                isbn: try ISBN(Self.number), title: "Herons", contributors: [Contributor(name: "Ana One")],
                publisher: "Windward", year: 1990)
            book.credit(Origin(.fetched, "Open Library"))
            try site.store.save(book)
            try await body(
                site, site.visitor("Kim", .librarian), site.visitor("Lee", .librarian),
                BookSpecifier(Self.number))
        }
    }

    @Test func `a book is edited, its history says how, and the edit is taken back`() async throws {
        try await site { site, kim, lee, book in
            let answer = try await kim.edit(
                book,
                [.title: " Grey  herons", .authors: "Ana One\r\nBo Two\r\n", .year: "", .tags: "red\nblue"])
            #expect(answer.status == 303 && answer["location"] == "/books/\(Self.number)")
            let now = try #require(try site.store.book(book))
            #expect(now.title == "Grey herons" && now.contributors.map(\.name) == ["Ana One", "Bo Two"])
            #expect(now.year == nil && now.tags == ["red", "blue"] && now.publisher == "Windward")
            #expect(now.origins[.title]?.kind == .edited && now.origins[.publisher]?.kind == .fetched)
            let reader = try await site.visitor("Tom")
            let told = try await reader.get("\(book.path)/history").text
            for words in ["Kim", "edited", "Herons</del>", "Grey herons</ins>", "Bo Two", "red; blue"] {
                #expect(told.contains(words), "\(words)")
            }
            #expect(!told.contains("Take back"))
            let change = try site.latestChange(of: "Kim")
            #expect(try await lee.takeBack(change, of: book).status == 422)
            #expect(try await kim.get("\(book.path)/history").text.contains("Take back"))
            // The second time, as by a double click, it is taken back already.
            for _ in 0..<2 { #expect(try await kim.takeBack(change, of: book).status == 303) }
            let before = try #require(try site.store.book(book))
            #expect(before.title == "Herons" && before.year == 1990 && before.tags.isEmpty)
            #expect(
                before.contributors.map(\.name) == ["Ana One"] && before.origins[.title]?.kind == .fetched)
            let after = try await reader.get("\(book.path)/history").text
            #expect(after.contains("Taken back by") && after.contains("Grey herons"))
        }
    }

    @Test func `a change of several books is taken back after a question that says how many`()
        async throws
    {
        try await site { site, kim, _, book in
            let twin = try #require(try site.store.add(BookEdit([.title: ["Egrets"]])).book.reference)
            _ = try site.store.recordingChange(.putOnList, "red", by: "Kim").add([book], to: "red")
            #expect(try await kim.get("\(book.path)/history").text.contains(">Take back</button>"))
            _ = try site.store.recordingChange(.putOnList, "blue", by: "Kim").add([book, twin], to: "blue")
            // The button of many is behind a question.
            let asked = try await kim.get("\(book.path)/history").text
            let question = try #require(
                asked.firstMatch(
                    of: #/<details><summary>Take back \(2 books\)<.*?<\/details>/#.dotMatchesNewlines()))
            #expect(question.0.contains("in all these books") && question.0.contains(">Take back</button>"))
        }
    }

    @Test func `an id in a path may be percent-encoded`() async throws {
        try await site { site, kim, _, _ in
            let twin = try #require(try site.store.add(BookEdit([.title: ["Egrets"]])).book.reference)
            let encoded = twin.description.replacing(":", with: "%3A")
            #expect(encoded.contains("%3A"))
            for path in ["/books/\(encoded)", "/books/\(encoded)/history"] {
                #expect(try await kim.get(path).status == 200, "\(path)")
            }
            let secret = Secret()
            let account = try #require(try site.store.accounts().first { $0.name == "Kim" })
            try site.store.makeToken(secret.hash, name: "test", of: account.id)
            let answer = try await site.visitor().get(
                "/api/v1/books/\(encoded)/history", ["Authorization": "Bearer \(secret.text)"])
            #expect(answer.status == 200)
        }
    }

    @Test func `what is wrong is told to programs without options of commands`() async throws {
        try await site { site, _, _, book in
            let secret = Secret()
            let account = try #require(try site.store.accounts().first { $0.name == "Kim" })
            try site.store.makeToken(secret.hash, name: "test", of: account.id)
            let other = try BookSpecifier("9780439023481")
            try site.store.save(Book(isbn: other.isbn, title: "Egrets"))
            try site.store.add(CopyEdit([.label: "K 1"]), of: other)
            try site.store.lend("K 1", to: "Ana")
            try site.store.save(Book(isbn: ISBN("9780140328721"), title: "Herons"))
            let requests = [
                ("POST", "/books", #"{"book":{"publisher":"x"}}"#, "nothing-to-add"),
                ("PATCH", book.path, #"{"isbn":"9780439023481"}"#, "taken-isbn"),
                (
                    "POST", "/books/9780140328721/merge",
                    #"{"other":"9780439023481","evenIfTwoISBNs":false}"#, "two-isbns"
                ),
                (
                    "POST", "/books/9780140328721/merge",
                    #"{"other":"0140328726","evenIfTwoISBNs":true}"#,
                    "a book can't be merged with itself; name another book"
                ),
                ("DELETE", other.path, "", "conflict"),
                (
                    "POST", "/lists/read", #"{"books":["9780140328721"],"date":"2999"}"#,
                    "A date must not be in the future: 2021, 2021-03 or 2021-03-14."
                ),
                (
                    "DELETE", "/lists/read", #"{"books":["9780140328721"],"date":"2999-01-02"}"#,
                    "A date must not be in the future: 2021, 2021-03 or 2021-03-14."
                ),
                ("POST", "/lists/a,b", #"{"books":["9780140328721"]}"#, "A list's name has no comma."),
            ]
            for (method, path, body, code) in requests {
                let answer = try await site.visitor().ask(
                    method, "/api/v1\(path)",
                    ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"],
                    body: Array(body.utf8))
                #expect(answer.text.contains("\"\(code)\""), "\(answer.text)")
                #expect(!answer.text.contains("--") && !answer.text.contains("bookzone"), "\(answer.text)")
            }
        }
    }

    @Test func `a form without a change changes nothing`() async throws {
        try await site { site, kim, _, book in
            let answer = try await kim.edit(book, [:])
            #expect(answer.status == 303)
            #expect(try site.store.book(book)?.origins[.title]?.kind == .fetched)
            #expect(try site.store.history(of: book, for: "Kim", limit: 9).isEmpty)
        }
    }

    @Test func `of two who edit at once nothing is lost`() async throws {
        try await site { site, kim, lee, book in
            let path = "\(book.path)/edit"
            let (first, second) = (try await kim.form(path), try await lee.form(path))
            let saved = try await kim.send(path, first.with([.title: "Kim's", .publisher: "Leeward"]).pairs)
            #expect(saved.status == 303)
            let answer = try await lee.send(path, second.with([.title: "Lee's", .year: "1931"]).pairs)
            #expect(answer.status == 409)
            #expect(answer.text.contains("Kim&#39;s") || answer.text.contains("Kim's"))
            let both = PageForm(answer.text)
            #expect(both.fields["title"] == "Lee's" && both.fields["former-title"] == "Kim's")
            #expect(both.fields["year"] == "1931" && both.fields["publisher"] == "Leeward")
            #expect(try site.store.book(book)?.title == "Kim's" && site.store.book(book)?.year == 1990)
            #expect(try await lee.send(path, both.pairs).status == 303)
            let now = try #require(try site.store.book(book))
            #expect(now.title == "Lee's" && now.year == 1931 && now.publisher == "Leeward")
            // Different fields don't conflict.
            let (third, fourth) = (try await kim.form(path), try await lee.form(path))
            #expect(try await kim.send(path, third.with([.series: "Birds"]).pairs).status == 303)
            #expect(try await lee.send(path, fourth.with([.language: "eng"]).pairs).status == 303)
            #expect(try site.store.book(book)?.series == "Birds" && site.store.book(book)?.language == "eng")
        }
    }

    @Test func `of two forms that arrive together one is shown the other`() async throws {
        try await site { site, kim, lee, book in
            let path = "\(book.path)/edit"
            for round in 0..<8 {
                let (first, second) = (try await kim.form(path), try await lee.form(path))
                async let one = kim.send(path, first.with([.title: "Kim \(round)"]).pairs)
                async let other = lee.send(path, second.with([.title: "Lee \(round)"]).pairs)
                let statuses = [try await one.status, try await other.status]
                #expect(statuses.sorted() == [303, 409])
                #expect(
                    try site.store.book(book)?.title == (statuses[0] == 303 ? "Kim \(round)" : "Lee \(round)")
                )
            }
        }
    }

    @Test func `what can't be saved comes back with what was typed`() async throws {
        try await site { site, kim, _, book in
            let other = try #require(
                try site.store.add(BookEdit([.title: ["Bare"]])).book.reference)
            for (book, changes, words) in [
                (book, [.year: "soon", .title: "Typed"], "year"), (book, [.pages: "-1"], "pages"),
                (book, [.seriesNumber: "3"], "series"), (book, [.language: "Klingonish"], "language"),
                (book, [.isbn: "123"], "ISBN"),
                (other, [.isbn: Self.number, .title: "Typed"], "another book"),
                (other, [.title: ""], "title"),
                (book, [.subtitle: String(repeating: "x", count: 17_000)], "too long"),
            ] as [(BookSpecifier, [EditedField: String], String)] {
                let before = try site.store.book(book)
                let answer = try await kim.edit(book, changes)
                #expect(answer.status == 422 && answer.text.lowercased().contains(words.lowercased()))
                for (field, text) in changes { #expect(PageForm(answer.text).fields[field.rawValue] == text) }
                #expect(try site.store.book(book) == before)
            }
        }
    }

    @Test(arguments: [
        #"</title>"'><img src=x onerror=alert(1)>&<script>{{base}}{{>layout}}"#,
        "نهاية \u{202E}القصة‏ (الطبعة 2) — ספר", String(repeating: "Ünïcödé & <b>ä</b> ", count: 420),
        "e\u{301}\u{0}\u{7}\tz 👩‍👩‍👧 \u{2028}x",
    ])
    func `any text in any field is shown as it is`(text: String) async throws {
        try await site { site, kim, _, book in
            #expect(text.utf8.count < 16_000)
            let fields = EditedField.allCases.filter {
                ![.year, .pages, .language, .cover, .isbn].contains($0)
            }
            // A list has a text in each line.
            let line = String(text.map { $0.isNewline ? " " : $0 })
            for field in fields where field != .seriesNumber {
                #expect(try await kim.edit(book, [field: line]).status == 303, "\(field)")
                let tidy = try #require(line.tidied)
                #expect(try site.store.book(book)?.texts(field) == [tidy], "\(field)")
                // Ten kilobytes in every field are more than a form may have.
                if text.utf8.count > 1000, ![.title, .tags].contains(field) {
                    #expect(try site.store.undo(by: "Kim", date: .now) != nil)
                }
            }
            let form = try await kim.form("\(book.path)/edit")
            #expect(form.fields["title"] == line.tidied && form.fields["former-tags"] == line.tidied)
            for path in [book.path, "\(book.path)/edit", "\(book.path)/history", "/books", "/search?q=x"] {
                let page = try await kim.get(path)
                #expect(page.status == 200)
                for sign in ["<img src=x", "<script>{", "<b>ä", "onerror=alert(1)>"] {
                    #expect(!page.text.contains(sign), "\(path): \(sign)")
                }
            }
        }
    }

    @Test func `a book is added from a photo without a number, which shows it from then on`() async throws {
        try await site { site, kim, _, _ in
            let photo = try await site.photo(of: "Tom")
            #expect(try await kim.get("/review").text.contains("/add?photo=\(photo.id)"))
            #expect(try await kim.get("/photos/\(photo.id)").text.contains("/add?photo=\(photo.id)"))
            let tom = try await site.visitor("Tom")
            #expect(try await !tom.get("/photos/\(photo.id)").text.contains("/add?photo="))
            let answer = try await kim.addBook(
                [.title: "Old Almanac", .authors: "A. Rider", .year: "1931"], photo: photo.id)
            let place = try #require(answer["location"])
            #expect(answer.status == 303)
            let book = try BookSpecifier(#require(place.split(separator: "/").last?.removingPercentEncoding))
            let id = try #require(try site.store.book(book)?.id)
            let sha256 = try #require(photo.record?.sha256)
            #expect(try site.store.decision(on: sha256, page: 1) == .book(id))
            let row = try #require(try site.store.upload(photo.id))
            #expect(row.state == .confirmed && row.book == id && row.bookTitle == "Old Almanac")
            let list = try await tom.get("/photos").text
            #expect(list.contains("Old Almanac") && list.contains("A. Rider") && list.contains("old.jpg"))
            #expect(try await tom.get("/photos/\(photo.id)").text.contains(book.path))
            // The same again is the same book.
            let again = try await site.photo(of: "Tom")
            let second = try await kim.addBook(
                [.title: "Old Almanac", .authors: "A. Rider", .year: "1931"], photo: again.id)
            #expect(second["location"] == place)
            // Whoever deletes their account takes their file names along.
            #expect(try !site.store.history(for: "Kim", limit: 9).contains { $0.detail == "old.jpg" })
            for _ in 0..<2 { _ = try site.store.undo(by: "Kim", date: .now) }
            #expect(try site.store.book(book) == nil && site.store.upload(photo.id)?.state == .review)
            #expect(try await kim.get("/review").text.contains("/add?photo=\(photo.id)"))
            #expect(try await tom.get("/photos/\(photo.id)").status == 200)
            let missing = ("photo", Secret().text)
            #expect(try await kim.get("/add?photo=\(missing.1)").status == 404)
            let fields = try await kim.form("/add").with([.title: "X"]).pairs
            #expect(try await kim.send("/add", fields + [missing]).status == 404)
        }
    }

    @Test func `two books are made one as the preview says, and parted again`() async throws {
        try await site { site, kim, _, book in
            let twin = try #require(
                try site.store.add(
                    BookEdit([.title: ["Herons, again"], .series: ["Birds"], .subtitle: ["A walk"]])
                )
                .book.reference)
            try site.store.set(copies: 1, shelf: "A", of: book, on: "owned")
            try site.store.set(copies: 3, shelf: "B", of: twin, on: "owned")
            try site.store.add([twin], to: "red")
            try site.store.add(Comment(person: "Tom", text: "Said of the twin."), to: twin)
            try site.store.mark([twin], as: .read, by: "Tom")
            try site.store.add([twin], to: "bedside", of: "Tom")
            #expect(try await kim.get("\(book.path)/merge").status == 200)
            #expect(try await kim.get("\(book.path)/merge?other=id:99").status == 422)
            let id = try #require(try site.store.book(book)?.id)
            for name in [Self.number, "0-306-40615-2", "\(id)"] {
                let itself = try await kim.get("\(book.path)/merge?other=\(name)")
                #expect(itself.status == 422 && itself.text.contains("be merged with itself."), "\(name)")
                let sent = try await kim.send("\(book.path)/merge", [("other", name)])
                #expect(sent.status == 422 && sent.text.contains("be merged with itself."), "\(name)")
            }
            let unnamed = try await kim.get("\(book.path)/merge?other=\(twin.description.dropFirst(3))")
            #expect(unnamed.status == 422 && unnamed.text.contains("if it has none, id:…"))
            let page = try await kim.get("\(book.path)/merge?other=\(twin)")
            for words in [
                "Birds</ins>", "A walk</ins>", "Herons, again", "red", "owned (copies: 4, shelf A; B)",
                "0 and 1, together 1",
            ] { #expect(page.text.contains(words), "\(words)") }
            #expect(!page.text.contains("bedside"), "it is Tom's alone")
            // Somebody says something meanwhile.
            try site.store.add(Comment(person: "Ann", text: "Said since."), to: twin)
            let stale = try await kim.send("\(book.path)/merge", PageForm(page.text).pairs)
            #expect(stale.status == 409 && stale.text.contains("0 and 2, together 2"))
            #expect(try site.store.book(twin) != nil)
            #expect(try await kim.send("\(book.path)/merge", PageForm(stale.text).pairs).status == 303)
            let card = try #require(try site.store.card(of: book, for: "Tom"))
            #expect(card.book.series == "Birds" && card.comments.count == 2 && card.readings.count == 1)
            #expect(card.lists.sorted() == ["bedside", "owned", "read", "red"])
            #expect(try site.store.successor(of: twin) == book)
            let merge = try site.latestChange(of: "Kim")
            try site.store.recordingChange(.comment, by: "Ann").add(
                Comment(person: "Ann", text: "Said of both."), to: book)
            let undone = try await kim.takeBack(merge, of: book)
            let history = try await kim.get(#require(undone["location"])).text
            #expect(history.contains("stays with <a href=\"\(book.path)\">"))
            #expect(history.contains("</bdi></a>: comments: 1.</p>"))
            let parted = try #require(try site.store.card(of: twin, for: "Tom"))
            #expect(
                parted.comments.count == 2 && parted.lists.contains("bedside")
                    && parted.book.series == "Birds")
            #expect(try site.store.book(book)?.series == nil)
        }
    }

    @Test func `the address of a merged book leads to the one that it became`() async throws {
        try await site { site, kim, _, book in
            // Nothing of the others is new, so that no field of the book that stays changes.
            func add(_ title: String) throws -> BookSpecifier {
                try #require(try site.store.add(BookEdit([.title: [title]])).book.reference)
            }
            let (first, second) = (try add("Herons, once"), try add("Herons, twice"))
            #expect(try await kim.merge(first, into: second).status == 303)
            #expect(try await kim.get(first.path)["location"] == second.path)
            #expect(try await kim.merge(second, into: book).status == 303)
            for gone in [first, second] {
                let answer = try await kim.get(gone.path)
                #expect(answer.status == 303 && answer["location"] == book.path)
                #expect(try site.store.successor(of: gone) == book)
            }
            #expect(try await kim.takeBack(site.latestChange(of: "Kim"), of: book).status == 303)
            #expect(try await kim.get(first.path)["location"] == second.path)
            #expect(try await kim.get(second.path).status == 200)
            #expect(try site.store.successor(of: second) == nil)
            #expect(try await kim.get("/books/id:99").status == 404)
        }
    }

    @Test func `two ISBNs are merged only if one says that they are one book`() async throws {
        try await site { site, kim, _, book in
            let other = try BookSpecifier("9780439023481")
            let number = try #require(other.isbn)
            try site.store.save(number)
            #expect(try await kim.merge(other, into: book).status == 409)
            #expect(try site.store.book(other) != nil)
            #expect(try await kim.merge(other, into: book, [("same", "on")]).status == 303)
            #expect(try site.store.book(book)?.otherISBNs == [number])
            #expect(try await kim.get(other.path)["location"] == book.path)
        }
    }

    @Test func `a book is no other edition of itself`() async throws {
        try await site { site, kim, _, book in
            let secret = Secret()
            let account = try await site.account("Kim", .librarian)
            try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
            let answer = try await kim.ask(
                "PATCH", "/api/v1/books/\(book.description.queryPart)",
                ["Content-Type": "application/json", "Authorization": "Bearer \(secret.text)"],
                body: Array(#"{"editionOf":"\#(book)"}"#.utf8))
            #expect(answer.status == 422 && answer.text.contains("no other edition of itself"))
            #expect(try site.store.history(for: "Kim", limit: 1).isEmpty)
        }
    }

    @Test func `a removed book keeps its history, where the removal is taken back`() async throws {
        try await site { site, kim, lee, book in
            try site.say("Mine.", by: "Tom")
            #expect(try await kim.send("\(book.path)/remove").status == 409)
            _ = try site.store.forget(person: "Tom")
            let gone = try await kim.send("\(book.path)/remove")
            #expect(gone.status == 303 && gone["location"] == "\(book.path)/history")
            #expect(try site.store.book(book) == nil)
            let page = try await lee.get("\(book.path)/history")
            #expect(page.status == 200 && page.text.contains("removed") && page.text.contains("Herons"))
            #expect(try await lee.takeBack(site.latestChange(of: "Kim"), of: book).status == 422)
            #expect(try await kim.takeBack(site.latestChange(of: "Kim"), of: book).status == 303)
            #expect(try site.store.book(book)?.title == "Herons")
        }
    }
}
#endif
