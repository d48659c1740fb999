#if Server
// Downloads of books: their contents, who may download them, and their names.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats
@testable import Server

struct ExportTests {
    private static let isbn = "9780306406157"
    private static let other = "9780439023481"
    private static let formats = FileFormat.writtenAsOneFile.map(\.name)

    /// Two books: Maria and Tom have each commented on the first, read it, and put it on a personal list.
    private func fill(_ site: TestSite) async throws -> Visitor {
        let maria = try await site.visitor("Maria")
        _ = try await site.account("Tom")
        for (isbn, title) in [(Self.isbn, "Harbour lights"), (Self.other, "The grey heron")] {
            var book = Book(isbn: try ISBN(isbn), title: title, contributors: [Contributor(name: "Ana Ruiz")])
            book.credit(Origin(.fetched, "a source", .now))
            try site.store.save(book)
        }
        let book = try BookSpecifier(Self.isbn)
        for (name, year) in [("Maria", "1987"), ("Tom", "1999")] {
            try site.say("\(name) in the open.", by: name)
            try site.say("\(name) in secret.", by: name, isPrivate: true)
            try site.store.add([book], to: "\(name)s gifts", of: name)
            try site.store.mark([book], as: .read, by: name, on: PartialDate(year))
        }
        try site.store.add([BookSpecifier(Self.other)], to: "lent")
        return maria
    }

    @Test(arguments: formats)
    func `an export has the books`(_ format: String) async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            let answer = try await maria.get("/export/\(format)")
            #expect(answer.status == 200)
            #expect(answer.text.contains("Harbour lights") && answer.text.contains("The grey heron"))
            let type = try #require(FileFormat.all.named(format)?.writer?(WriterOptions()).fileType)
            #expect(answer["content-type"] == type.media)
            #expect(answer["content-disposition"] == "attachment; filename=\"bookzone.\(type.suffix)\"")
            #expect(answer["cache-control"] == "no-store")
            #expect(
                try await maria.get("/export?format=\(format)&of=").body == answer.body, "as the form asks")
        }
    }

    @Test(arguments: formats)
    func `an export has nobody else's data`(_ format: String) async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            for query in ["", "?of=me", "?list=Marias%20gifts"] {
                let text = try await maria.get("/export/\(format)\(query)").text
                #expect(text.contains("Harbour lights"), "\(query)")
                #expect(!text.contains("Tom") && !text.contains("1999"), "\(query)")
                #expect(!text.contains("in secret"), "\(query)")
            }
            #expect(try await maria.get("/export/\(format)?list=Toms%20gifts").status == 404)
            #expect(try await maria.get("/export/\(format)?list=Toms%20gifts&of=me").status == 404)
            #expect(try await maria.get("/export/\(format)?of=Tom").status == 404)
        }
    }

    @Test func `an export has one's own comment, reading dates and lists`() async throws {
        try await TestSite.with { site in
            let text = try await fill(site).get("/export/csv?of=me").text
            for own in ["Maria in the open.", "1987", "Marias gifts"] { #expect(text.contains(own)) }
            #expect(!text.contains("The grey heron"), "nothing of it is hers")
        }
    }

    @Test func `an export of a list has its books only`() async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            for (query, title) in [
                ("list=lent", "The grey heron"), ("list=lent&of=shared", "The grey heron"),
                ("list=Marias%20gifts&of=me", "Harbour lights"), ("list=read&of=reading", "Harbour lights"),
            ] {
                let text = try await maria.get("/export/bibtex?\(query)").text
                #expect(text.contains(title) && text.matches(of: /title *= */).count == 1, "\(query)")
            }
            #expect(try await maria.get("/export/bibtex?list=lent&of=me").status == 404)
        }
    }

    @Test func `more books than one batch are all exported, once each`() async throws {
        try await TestSite.with { site in
            let maria = try await site.visitor("Maria")
            let count = 2 * Store.mostKeptBooks + 1
            for number in 1...count {
                var book = Book(title: "Volume \(number) ends")
                book.credit(Origin(.edited, "by hand", .now))
                let id = try #require(try site.store.save(book).book.id)
                try site.store.add([.id(id)], to: "all", of: "Maria")
            }
            for query in ["", "?of=me", "?list=all&of=me"] {
                let text = try await maria.get("/export/csv\(query)").text
                let numbers = text.matches(of: /Volume (\d+) ends/).compactMap { Int($0.output.1) }
                #expect(numbers.count == count && Set(numbers) == Set(1...count), "\(query)")
            }
        }
    }

    @Test(arguments: [
        "/export/calibre", "/export/hardcover", "/export/no-such", "/export", "/export/csv?list=no",
    ])
    func `an unknown format or list is not found`(_ path: String) async throws {
        try await TestSite.with { site in
            let answer = try await site.visitor("Maria").get(path)
            #expect(answer.status == 404)
        }
    }

    @Test func `an export needs a session`() async throws {
        try await TestSite.with { site in
            _ = try await fill(site)
            let answer = try await site.visitor().get("/export/csv?of=me")
            #expect(answer.status == 303 && answer.text.isEmpty)
            #expect(answer["location"] == "/sign-in?to=%2Fexport%2Fcsv%3Fof%3Dme")
        }
    }

    @Test func `an account has a few downloads at a time`() async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            let account = try await site.account("Maria")
            for _ in 0..<ExportController.most { #expect(site.site.exports.enter(account.id)) }
            let refused = try await maria.get("/export/csv")
            #expect(refused.status == 429 && refused["retry-after"] != nil)
            #expect(try await site.visitor("Tom").get("/export/csv").status == 200)
            site.site.exports.leave(account.id)
            for _ in 0..<3 {
                #expect(try await maria.ask("HEAD", "/export/csv").status == 200)
                #expect(try await maria.get("/export/csv").status == 200, "each leaves when it ends")
            }
        }
    }

    @Test func `of many downloads at once each is whole or refused`() async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            let whole = try await maria.get("/export/csv").text
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<12 { group.addTask { try await maria.get("/export/csv") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.contains { $0.status == 200 })
            #expect(answers.allSatisfy { $0.status == 429 || $0.status == 200 && $0.text == whole })
        }
    }

    @Test func `a place is taken before the answer, and left once`() throws {
        let limit = ListenerLimit(most: 1)
        do {
            let place = try #require(limit.place(for: 1))
            #expect(limit.place(for: 1) == nil && limit.place(for: 2) != nil)
            place.leave()
            let next = try #require(limit.place(for: 1))
            place.leave()
            #expect(limit.place(for: 1) == nil)
            withExtendedLifetime(next) {}
        }
        // A body that is never written leaves it, too.
        #expect(limit.place(for: 1) != nil)
    }

    @Test(arguments: [
        ("a; b\"\\\r\nSet-Cookie: x=1", "bookzone-a-b-Set-Cookie-x-1"),
        ("../../etc/passwd", "bookzone-etc-passwd"),
        ("gpj.\u{202E}fdp", "bookzone-gpj-fdp"), ("<script>{{base}}", "bookzone-script-base"),
        ("Bücher", "bookzone-B%C3%BCcher"), ("…", "bookzone"),
    ])
    func `a file's name is made of letters and digits`(name: String, safe: String) {
        let type = FileType(media: "text/csv", suffix: "csv")
        #expect(
            ExportController.disposition(of: name, type)
                == "attachment; filename=\"bookzone.csv\"; filename*=UTF-8''\(safe).csv")
    }

    @Test func `a list's page exports that list`() async throws {
        try await TestSite.with { site in
            let maria = try await fill(site)
            let name = #"">'<b>;"#
            try site.store.add([BookSpecifier(Self.other)], to: name, of: "Maria")
            let page = try await maria.get("/list?of=me&name=\(name.queryPart)").text
            #expect(page.contains("action=\"/export\"") && page.contains("name=\"of\" value=\"me\""))
            #expect(!page.contains("<b>") && page.contains("<option value=\"bibtex\">"))
            #expect(!page.contains("<option value=\"calibre\">"), "that is a folder")
            let answer = try await maria.get("/export?list=\(name.queryPart)&of=me&format=csv")
            #expect(answer.status == 200 && answer.text.contains("The grey heron"))
            #expect(answer["content-disposition"]?.hasSuffix("UTF-8''bookzone-b.csv") == true)
            for path in ["/lists", "/account"] {
                #expect(try await maria.get(path).text.contains("action=\"/export\""), "\(path)")
            }
        }
    }
}
#endif
