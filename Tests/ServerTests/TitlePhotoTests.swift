#if Server
// Photos without an ISBN whose book the site's references have.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct TitlePhotoTests {
    private static let isbn = "9780306406157"

    /// One book: its title is that of the title page in `testimages`, its number that of the imprint.
    private static let dump =
        "/type/edition\t/books/OL1M\t1\t2026\t"
        + #"{"isbn_13": ["9780306406157"], "title": "The Clock Menders of Orrin Vale", "lccn": ["62017894"], "publish_date": "1962"}"#
        + "\n"

    private static func sent(_ photo: String, by reader: Visitor, _ site: TestSite) async throws -> String {
        _ = try await reader.get("/")
        let bytes = try Data(contentsOf: Repository.root.appending(path: "testimages/\(photo)"))
        let head =
            "--xYz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(reader.token)\r\n"
            + "--xYz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n"
        let answer = try await reader.ask(
            "POST", "/photos", ["Content-Type": "multipart/form-data; boundary=xYz"],
            body: Array(head.utf8) + Array(bytes) + Array("\r\n--xYz--\r\n".utf8))
        for _ in 0..<3600 where try !site.store.uploads(in: .waiting).isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        return try #require(answer["location"])
    }

    @Test(arguments: [
        ("neg-title-page.jpg", "title only; perhaps another edition"), ("neg-lccn-only.jpg", "LCCN only"),
    ])
    func `its book is proposed, and confirmed by one press`(photo: String, reason: String) async throws {
        try await TestSite.with(dump: Self.dump) { site in
            let maria = try await site.visitor("Maria")
            let path = try await Self.sent(photo, by: maria, site)
            let upload = try #require(try site.store.upload(String(path.dropFirst("/photos/".count))))
            let record = try #require(upload.record)
            #expect(upload.state == .review && record.status == .uncertain && record.isbns.isEmpty)
            #expect(
                record.candidates.map(\.isbn.isbn13) == [Self.isbn] && record.candidates[0].reason == reason)
            let page = try await maria.get(path)
            #expect(page.text.contains("The Clock Menders of Orrin Vale") && page.text.contains("Not sure"))
            #expect(!page.text.contains("How it was read"))
            // Lists name the book, too.
            let kim = try await site.visitor("Kim", .librarian)
            for list in [try await maria.get("/photos"), try await kim.get("/review")] {
                let row = try #require(list.text.split(separator: "class=\"thumbnail\"").dropFirst().first)
                #expect(row.contains("The Clock Menders of Orrin Vale</span></a>") && row.contains("a.jpg"))
                #expect(row.contains("978-0-306-40615-7") && row.contains("Not sure"))
            }
            let confirmed = try await maria.send(path + "/confirm", [("isbn", Self.isbn)])
            #expect(confirmed["location"] == "/books/\(Self.isbn)")
            #expect(try site.store.book(.isbn(ISBN(Self.isbn)))?.title == "The Clock Menders of Orrin Vale")
            let list = try await maria.get("/photos").text
            #expect(list.contains("The Clock Menders of Orrin Vale</span></a>") && list.contains("Confirmed"))
        }
    }

    @Test func `a book without an ISBN is added as its number says`() async throws {
        let dump = Self.dump.replacing(#""isbn_13": ["9780306406157"], "#, with: "")
        try await TestSite.with(dump: dump) { site in
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await Self.sent("neg-lccn-only.jpg", by: kim, site)
            let photo = String(path.dropFirst("/photos/".count))
            let form = try await kim.get("/add?photo=\(photo)").text
            #expect(form.contains("The Clock Menders of Orrin Vale") && form.contains("1962"))
            let added = try await kim.send(
                "/add",
                [
                    ("photo", photo), ("former-decision", try site.store.upload(photo)?.decision ?? ""),
                    ("title", "The Clock Menders of Orrin Vale"), ("former-title", ""), ("year", "1962"),
                    ("former-year", ""),
                ])
            let page = try await kim.get(try #require(added["location"])).text
            #expect(page.contains("The Clock Menders of Orrin Vale") && page.contains("62017894"))
            #expect(try site.store.upload(photo)?.state == .confirmed)
            let plain = try await kim.get("/add").text
            #expect(!plain.contains("Clock Menders"))
        }
    }

    @Test func `the photo's page says what was read`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let path = try await Self.sent("neg-lccn-only.jpg", by: maria, site)
            let page = try await maria.get(path).text
            #expect(page.contains("no ISBN, but LCCN 62017894"))
        }
    }

    @Test func `a book whose number was wrong can be added, also after that was taken back`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await Self.sent("cover-same-book-dark.jpg", by: kim, site)
            let photo = String(path.dropFirst("/photos/".count))
            let read = try await kim.get(path).text
            #expect(!read.contains("/add?photo="))
            _ = try await kim.send(path + "/reject", [])
            let rejected = try await kim.get(path).text
            #expect(rejected.contains("/add?photo=\(photo)"))
            let added = try await kim.send(
                "/add",
                [
                    ("photo", photo), ("former-decision", "rejected"), ("title", "The Harbour Almanack"),
                    ("former-title", ""),
                ])
            let shown = try await kim.get(path).text
            #expect(added.status == 303 && !shown.contains("/add?photo="))
            _ = try site.store.undo(by: "Kim")
            #expect(try site.store.upload(photo)?.state == .rejected)
            let again = try await kim.get(path).text
            #expect(again.contains("/add?photo=\(photo)"))
        }
    }

    @Test func `a book of the catalogue is proposed, too`() async throws {
        let title = "The Clock Menders of Orrin Vale"
        try await TestSite.with(dump: Self.dump.replacing(title, with: "The Quick Letters")) { site in
            var book = Book(isbn: try ISBN("9780439023481"), title: title)
            book.credit(Origin(.edited, "Maria", .now))
            try site.store.save(book: book)
            let maria = try await site.visitor("Maria")
            let path = try await Self.sent("neg-title-page.jpg", by: maria, site)
            let record = try site.store.upload(String(path.dropFirst("/photos/".count)))?.record
            #expect(record?.status == .uncertain)
            #expect(record?.candidates.map(\.isbn.isbn13) == ["9780439023481"])
            #expect(record?.warnings.contains("title: \(title) (the catalogue)") == true)
        }
    }

    @Test func `a title that no reference has changes nothing`() async throws {
        try await TestSite.with(dump: Self.dump) { site in
            let maria = try await site.visitor("Maria")
            let path = try await Self.sent("neg-front-cover.jpg", by: maria, site)
            let record = try site.store.upload(String(path.dropFirst("/photos/".count)))?.record
            #expect(record?.status == ScanStatus.none && record?.candidates.isEmpty == true)
        }
    }
}
#endif
