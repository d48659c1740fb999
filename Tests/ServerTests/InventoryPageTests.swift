#if Server
// Inventories on pages, with photos from phones.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct InventoryPageTests {
    private static let numbers = ["9781405362177", "9780439023481"]

    /// Two books with a copy each, in hall/1 and hall/2.
    private func fill(_ site: TestSite) throws {
        for (number, place) in zip(Self.numbers, ["hall/1", "hall/2"]) {
            try site.store.add(
                CopyEdit([.place: place, .label: "L \(number.suffix(2))"]), of: BookSpecifier(number))
        }
    }

    /// The path of a new inventory.
    private func begin(_ kim: Visitor, _ fields: [(String, String)] = []) async throws -> String {
        let answer = try await kim.send("/inventories", [("name", "Spring")] + fields)
        #expect(answer.status == 303)
        return try #require(answer["location"])
    }

    @Test func `a form that is sent twice begins one inventory`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let page = try await kim.get("/inventories").text
            let key = String(try #require(page.firstMatch(of: /name="key" value="([\w-]{43})"/)?.1))
            let paths = [try await begin(kim, [("key", key)]), try await begin(kim, [("key", key)])]
            #expect(paths[0] == paths[1])
            #expect(try site.store.inventories().map(\.name) == ["Spring"])
            #expect(try await kim.send("/inventories", [("name", "Spring")]).status == 422)
            _ = try await kim.send("\(paths[0])/remove")
            let removed = try await kim.get("/inventories").text
            let change = String(try #require(removed.firstMatch(of: /name="change" value="(\d+)"/)?.1))
            let lee = try await site.visitor("Lee", .librarian)
            #expect(try await lee.send("/inventories/take-back", [("change", change)]).status == 404)
            for _ in 0..<2 {
                #expect(try await kim.send("/inventories/take-back", [("change", change)]).status == 303)
            }
            #expect(try site.store.inventories().map(\.name) == ["Spring"])
        }
    }

    /// Sends a photo as the page's script does, with the fields that a photo waits with.
    private func photograph(
        _ visitor: Visitor, _ path: String, at place: String, _ photo: String = "cover-ean-price-addon.jpg"
    ) async throws -> Answer {
        _ = try await visitor.get("/photos")
        let boundary = "----photo"
        var body: [UInt8] = []
        let number = String(path.split(separator: "/").last ?? "")
        let fields = [
            ("token", visitor.token), ("key", Secret().text), ("inventory", number), ("place", place),
        ]
        for (name, value) in fields {
            body += Array(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        let head =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(photo)\"\r\n\r\n"
        body += Array(head.utf8)
        body += try Data(contentsOf: Repository.root.appending(path: "testimages/\(photo)"))
        body += Array("\r\n--\(boundary)--\r\n".utf8)
        let type = [
            "Content-Type": "multipart/form-data; boundary=\(boundary)", "Accept": "application/json",
        ]
        return try await visitor.ask("POST", "/photos", type, body: body)
    }

    /// The id of a sent photo, once it is read.
    private func read(_ sent: Answer, _ site: TestSite) async throws -> String {
        let id = String(try #require(sent.text.firstMatch(of: /"id":"([\w-]+)"/)?.1))
        for _ in 0..<6000 where try site.store.upload(id)?.state == .waiting {
            try await Task.sleep(for: .milliseconds(20))
        }
        return id
    }

    private func findings(_ site: TestSite) throws -> [String] {
        try site.store.findings(of: "Spring").map {
            "\($0.finding.copy?.label ?? "-") \($0.finding.status.rawValue)"
        }
        .sorted()
    }

    private func wait(_ site: TestSite, for expected: [String]) async throws {
        for _ in 0..<6000 {
            if try findings(site) == expected { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try findings(site) == expected)
    }

    @Test func `an inventory that somebody else removes at the same moment is not found`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            for round in 0..<12 {
                let path = try await begin(kim)
                async let one = kim.send(path + (round % 2 == 0 ? "/end" : "/remove"))
                async let other = lee.send(path + "/remove")
                let statuses = [try await one.status, try await other.status]
                #expect(statuses.contains(303) && Set(statuses).isSubset(of: [303, 404]), "\(statuses)")
            }
        }
    }

    @Test func `photos from two phones at two shelves are compared with what should be there`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let path = try await begin(kim, [("place", "hall")])
            #expect(try await kim.get(path).text.contains("missing 2"))
            // Once where it belongs, and once on another shelf.
            #expect(try await photograph(lee, path, at: "hall/2").status == 200)
            try await wait(site, for: ["L 77 misplaced", "L 81 missing"])
            let page = try await kim.get("\(path)?status=misplaced").text
            #expect(
                page.contains("belongs in <bdi>hall/1</bdi>") && page.contains("seen in <bdi>hall/2</bdi>"))
            // The photo, with the place in it, leads to its page.
            let shown = try #require(
                page.firstMatch(of: /href="(\/photos\/[\w-]+)"><span class="photo"><img src="(.*?)"/))
            #expect(page.contains(/<polygon class="accepted" points="\d+,\d+ [\d, ]+"/))
            #expect(try await kim.get(String(shown.1)).text.contains("cover-ean-price-addon.jpg"))
            #expect(try await kim.get(String(shown.2))["content-type"] == "image/jpeg")
            #expect(try await kim.send("\(path)/end", [("lost", "1")]).status == 303)
            let ended = try await kim.get(path).text
            #expect(ended.contains(/begun \d+ \w+ \d{4}, ended \d+ \w+ \d{4},/))
            #expect(try site.store.copy("L 77").place == "hall/2")
            #expect(try site.store.copy("L 81").state == .lost)
            // Photos that arrive later are read like others, and say that they don't count.
            let words = "The inventory Spring has ended: this photo does not count in it."
            let late = try await photograph(kim, path, at: "hall/1", "cover-979-angle-45.jpg")
            #expect(late.status == 200 && late.text.contains(#""note":"\#(words)""#))
            let id = try await read(late, site)
            #expect(try await kim.get("/photos/\(id)").text.contains(words))
            #expect(try await kim.get("/photos").text.contains(words))
            #expect(try site.store.upload(id)?.record?.status == .found)
            #expect(try site.store.inventory("Spring").photos == 1)
            // One change takes all of it back.
            #expect(try site.store.undo(by: "Kim", date: .now)?.action == .endInventory)
            #expect(try site.store.copy("L 77").place == "hall/1" && site.store.copy("L 81").gone == nil)
            // Now the late photo counts, too.
            try await site.site.scanQueue.catchUp()
            #expect(try findings(site) == ["- unexpected", "L 77 misplaced", "L 81 missing"])
            #expect(try await !kim.get("/photos/\(id)").text.contains("does not count"))
        }
    }

    @Test func `photos for an inventory that was removed, or that never was, say that they count in none`()
        async throws
    {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            #expect(try await kim.send("\(path)/remove").status == 303)
            let words = "The inventory does not exist: this photo counts in none."
            for number in [path, "/inventories/77", "/inventories/autumn"] {
                let sent = try await photograph(kim, number, at: "", "neg-front-cover.jpg")
                #expect(sent.status == 200 && sent.text.contains(#""note":"\#(words)""#))
                #expect(try await kim.get("/photos/\(read(sent, site))").text.contains(words))
            }
        }
    }

    @Test func `a decision on a photo counts in its inventory`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let id = try await read(
                photograph(kim, path, at: "hall/1", "neg-front-cover.jpg"), site)
            #expect(try await kim.send("/photos/\(id)/confirm", [("isbn", Self.numbers[1])]).status == 303)
            try await wait(site, for: ["L 77 missing", "L 81 misplaced"])
        }
    }

    @Test func `each book of a photo is corrected on its own, and taken back`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let path = try await begin(kim)
            let hash = String(repeating: "a", count: 64)
            var record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .found)
            record.isbns = try ["9780306406157", Self.numbers[1]].enumerated().map {
                ISBNReading(isbn: try ISBN($1), confidence: 1, book: $0 + 1)
            }
            try site.store.take(record, into: "Spring", at: "hall")
            #expect(try findings(site) == ["- unexpected", "L 77 missing", "L 81 present"])
            let page = try await kim.get(path).text
            #expect(page.contains("name=\"photo\" value=\"\(hash)\""))
            #expect(page.contains("name=\"isbn\" value=\"9780306406157\""))
            let read = [("photo", hash), ("page", "1"), ("position", "0"), ("isbn", "9780306406157")]
            func correct(_ word: String, _ typed: String = "") async throws -> Answer {
                try await kim.send("\(path)/correct", read + [("do", word), ("typed", typed)])
            }
            let wrong = try await correct("other", "9781405362178")
            #expect(wrong.status == 422 && wrong.text.contains("Not an ISBN"))
            #expect(try await correct("other").text.contains("Type the ISBN."))
            #expect(try await correct("other", Self.numbers[0]).status == 303)
            #expect(try findings(site) == ["L 77 present", "L 81 present"])
            let again = try await correct("absent")
            #expect(again.status == 422 && again.text.contains("does not show that any more"))
            #expect(try await correct("further", "9780306406157").status == 303)
            #expect(try findings(site) == ["- unexpected", "L 77 present", "L 81 present"])
            #expect(try await correct("none").status == 303)
            #expect(try findings(site) == ["L 77 missing", "L 81 missing"])
            #expect(try await correct("no such word").status == 400)
            // Each correction is taken back by whoever made it.
            let done = try await kim.get(path).text
            let changes = done.matches(of: /name="change" value="(\d+)"/).map { String($0.1) }
            #expect(changes.count == 3)
            for words in [
                "shows no book", "shows 978-1-4053-6217-7, 978-0-439-02348-1",
                "shows 978-1-4053-6217-7, 978-0-439-02348-1, 978-0-306-40615-7",
            ] { #expect(done.contains("<span dir=\"auto\">decided that s.jpg \(words)</span>")) }
            #expect(try await !lee.get(path).text.contains("name=\"change\""))
            for change in changes {
                let fields = [
                    ("change", change), ("inventory", String(path.split(separator: "/").last ?? "")),
                ]
                #expect(
                    try await kim.send("/inventories/take-back", fields)["location"]?.hasSuffix(path) == true)
            }
            #expect(try findings(site) == ["- unexpected", "L 77 missing", "L 81 present"])
            _ = try await kim.send("\(path)/end")
            #expect(try await correct("none").status == 422)
            #expect(try await !kim.get(path).text.contains("name=\"photo\" value"))
        }
    }

    @Test func `a decision on the whole photo drops no corrected book`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, lee) = (try await site.visitor("Kim", .librarian), try await site.visitor("Lee"))
            let path = try await begin(kim)
            let hash = String(repeating: "a", count: 64)
            var record = PhotoRecord(photo: "s.jpg", sha256: hash, width: 900, height: 900, status: .found)
            record.isbns = try ["9780306406157", Self.numbers[1]].enumerated().map {
                ISBNReading(isbn: try ISBN($1), confidence: 1, book: $0 + 1)
            }
            try site.store.take(record, into: "Spring", at: "hall")
            var upload = try site.store.keepUnbounded(
                Upload(id: Secret().text, account: try await site.account("Lee").id, key: "k", name: "s.jpg"))
            (upload.state, upload.record) = (.read, record)
            try site.store.save(read: upload)
            let sent = upload.id
            let read = [("photo", hash), ("page", "1"), ("position", "0"), ("isbn", "9780306406157")]
            #expect(
                try await kim.send("\(path)/correct", read + [("do", "other"), ("typed", Self.numbers[0])])
                    .status == 303)
            let page = try await lee.get("/photos/\(sent)").text
            let numbers = try Self.numbers.map { try ISBN($0).isbn13 }
            #expect(numbers.allSatisfy(page.contains) && !page.contains("9780306406157"))
            for (way, fields) in [("confirm", [("isbn", "9780306406157")]), ("reject", [])] {
                let refused = try await lee.send("/photos/\(sent)/\(way)", fields)
                #expect(refused.status == 422 && refused.text.contains("corrected in an inventory"))
            }
            #expect(
                try await lee.send("/photos/\(sent)/confirm", [("isbn", Self.numbers[1])]).status == 303)
            #expect(try findings(site) == ["L 77 present", "L 81 present"])
            #expect(try site.store.upload(sent)?.state == .confirmed)
        }
    }

    @Test func `a further copy of a book in a photo counts, once for two phones`() async throws {
        try await TestSite.with { site in
            for label in ["K 1", "K 2"] {
                try site.store.add(
                    CopyEdit([.place: "hall", .label: label]), of: BookSpecifier(Self.numbers[0]))
            }
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let hash = String(repeating: "a", count: 64)
            var record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .found)
            record.isbns = [ISBNReading(isbn: try ISBN(Self.numbers[0]), confidence: 1)]
            try site.store.take(record, into: "Spring", at: "hall")
            #expect(try findings(site) == ["K 1 present", "K 2 too_few"])
            let page = try await kim.get(path).text
            let books = try #require(page.firstMatch(of: /name="books" value="([\d ]+)"/)?.1)
            #expect(books == Self.numbers[0])
            for _ in 0..<2 {
                let answer = try await kim.send(
                    "\(path)/correct",
                    [
                        ("photo", hash), ("page", "1"), ("do", "further"), ("books", String(books)),
                        ("typed", Self.numbers[0]),
                    ])
                #expect(answer.status == 303)
            }
            #expect(try findings(site) == ["K 1 present", "K 2 present"])
        }
    }

    @Test func `neighbours that stand against an order are shown`() async throws {
        try await TestSite.with { site in
            let books = zip(Self.numbers, ["The Wave", "Anchors"])
            for (number, title) in books { try site.store.add(BookEdit([.isbn: [number], .title: [title]])) }
            try site.store.add([BookSpecifier(Self.numbers[1])], to: "shelf")
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            var record = PhotoRecord(
                photo: "s.jpg", sha256: String(repeating: "a", count: 64), status: .found)
            record.isbns = try Self.numbers.enumerated().map {
                ISBNReading(isbn: try ISBN($1), confidence: 1, book: $0 + 1)
            }
            try site.store.take(record, into: "Spring", at: "hall")
            let words = "belongs before <bdi>978-1-4053-6217-7 The Wave</bdi>"
            #expect(try await !kim.get(path).text.contains(words))
            let page = try await kim.get("\(path)?order=title").text
            #expect(page.contains(words) && page.contains("out of order 1"))
            #expect(page.contains(#"<option value="title" selected>by title</option>"#))
            #expect(page.contains("?order=title&amp;status=out_of_order"))
            #expect(try await kim.get("\(path)?order=title&status=out_of_order").text.contains(words))
            let listed = try await kim.get("\(path)?order=list:shelf").text
            #expect(!listed.contains(words))
            try site.store.add(Self.numbers.map { try BookSpecifier($0) }, to: "as they stand")
            try site.store.add(Self.numbers.reversed().map { try BookSpecifier($0) }, to: "reversed")
            #expect(try await !kim.get("\(path)?order=list:as%20they%20stand").text.contains(words))
            #expect(try await kim.get("\(path)?order=list:reversed").text.contains(words))
            #expect(try await kim.get("\(path)?order=list:none").status == 404)
        }
    }

    @Test func `who removed an inventory takes it back`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let path = try await begin(kim)
            #expect(try await kim.send("\(path)/remove").status == 303)
            let page = try await kim.get("/inventories").text
            let change = try #require(page.firstMatch(of: /name="change" value="(\d+)"/)?.1)
            #expect(page.contains("removed the inventory Spring"))
            #expect(try await !lee.get("/inventories").text.contains("removed the inventory Spring"))
            let fields = [("change", String(change))]
            #expect(try await lee.send("/inventories/take-back", fields).status == 404)
            #expect(try await kim.send("/inventories/take-back", fields).status == 303)
            #expect(try await kim.get(path).status == 200)
            #expect(try await !kim.get("/inventories").text.contains("name=\"change\""))
        }
    }

    @Test func `an end that moved nothing is taken back on its page, and corrections only before it`()
        async throws
    {
        try await TestSite.with { site in
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let path = try await begin(kim)
            let number = String(path.split(separator: "/").last ?? "")
            let hash = String(repeating: "a", count: 64)
            var record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .found)
            record.isbns = [ISBNReading(isbn: try ISBN(Self.numbers[0]), confidence: 1)]
            try site.store.take(record, into: "Spring", at: "hall")
            let none = [("photo", hash), ("page", "1"), ("do", "none")]
            #expect(try await kim.send("\(path)/correct", none).status == 303)
            func change(_ visitor: Visitor) async throws -> String? {
                try await visitor.get(path).text.firstMatch(of: /name="change" value="(\d+)"/).map {
                    String($0.1)
                }
            }
            func takeBack(_ change: String, by visitor: Visitor) async throws -> Answer {
                try await visitor.send(
                    "/inventories/take-back", [("change", change), ("inventory", number)])
            }
            let correction = try #require(try await change(kim))
            #expect(try await kim.send("\(path)/end").status == 303)
            let refused = try await takeBack(correction, by: kim)
            #expect(refused.status == 422 && refused.text.contains("This inventory has ended."))
            #expect(try site.store.findings(of: "Spring").isEmpty)
            let end = try #require(try await change(kim))
            #expect(end != correction)
            #expect(try await kim.get(path).text.contains("ended the inventory Spring"))
            #expect(try await change(lee) == nil)
            #expect(try await takeBack(end, by: lee).status == 404)
            #expect(try await takeBack(end, by: kim)["location"]?.hasSuffix(path) == true)
            #expect(try site.store.inventory("Spring").ended == nil)
            #expect(try await change(kim) == correction)
            #expect(try await takeBack(correction, by: kim).status == 303)
            #expect(try findings(site) == ["- unexpected"])
        }
    }

    @Test func `a photo whose name is no UTF-8 is named as a shell would`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let hash = String(repeating: "a", count: 64)
            let record = PhotoRecord(
                photo: String(escapedPath: "n%FF.jpg"), sha256: hash, status: .none)
            try site.store.take(record, into: "Spring", at: "hall")
            #expect(try await kim.get(path).text.contains(#"<bdi>$&#39;n\xFF.jpg&#39;</bdi>"#))
            let none = [("photo", hash), ("page", "1"), ("do", "none")]
            #expect(try await kim.send("\(path)/correct", none).status == 303)
            #expect(try await kim.get(path).text.contains(#"$&#39;n\xFF.jpg&#39; shows no book"#))
        }
    }

    @Test func `a correction that is taken back under a later one says that nothing is different yet`()
        async throws
    {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let hash = String(repeating: "a", count: 64)
            var record = PhotoRecord(photo: "s.jpg", sha256: hash, status: .found)
            record.isbns = [ISBNReading(isbn: try ISBN(Self.numbers[0]), confidence: 1)]
            try site.store.take(record, into: "Spring", at: "hall")
            for fields in [[("do", "further"), ("typed", Self.numbers[1])], [("do", "none")]] {
                let answer = try await kim.send("\(path)/correct", [("photo", hash), ("page", "1")] + fields)
                #expect(answer.status == 303)
            }
            let changes = try await kim.get(path).text.matches(of: /name="change" value="(\d+)"/).map {
                String($0.1)
            }
            let words = "nothing is different yet"
            var fields = [
                ("change", try #require(changes.last)),
                ("inventory", String(path.split(separator: "/").last ?? "")),
            ]
            let hidden = try #require(try await kim.send("/inventories/take-back", fields)["location"])
            #expect(try await kim.get(hidden).text.contains(words))
            fields[0].1 = try #require(changes.first)
            let shown = try #require(try await kim.send("/inventories/take-back", fields)["location"])
            #expect(try await !kim.get(shown).text.contains(words))
        }
    }

    @Test func `a copy that somebody sees needs no photo`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            #expect(try findings(site) == ["L 77 missing", "L 81 missing"])
            let copy = try #require(try site.store.copy("L 81").id)
            let seen = [("copy", String(copy.value)), ("place", "hall/2")]
            for _ in 0..<2 { #expect(try await kim.send("\(path)/seen", seen).status == 303) }
            #expect(try findings(site) == ["L 77 missing", "L 81 present"])
            #expect(try site.store.inventory("Spring").photos == 0)
            #expect(try await kim.get("\(path)?status=present").text.contains("seen by Kim"))
            let page = try await kim.get(path).text
            #expect(page.contains("saw the copy L 81"))
            let changes = page.matches(of: /name="change" value="(\d+)"/).map { String($0.1) }
            #expect(changes.count == 2)
            for change in changes {
                #expect(try await kim.send("/inventories/take-back", [("change", change)]).status == 303)
            }
            #expect(try findings(site) == ["L 77 missing", "L 81 missing"])
            #expect(try await kim.send("\(path)/seen", seen).status == 303)
            #expect(try await kim.send("\(path)/seen", [("copy", "999")]).status == 404)
            _ = try await kim.send("\(path)/end")
            #expect(try await kim.send("\(path)/seen", seen).status == 422)
        }
    }

    @Test func `what was moved since, and labels that no copy has, are said`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let copy = try #require(site.store.copy("L 81").id)
            try site.store.see(copy, in: "Spring", at: "attic", by: "Kim", on: .now - 60)
            try site.store.edit(copy: "L 81", CopyEdit([.place: "cellar"]))
            var record = PhotoRecord(photo: "s.jpg", sha256: String(repeating: "a", count: 64), status: .none)
            record.others = [
                OtherReading(number: try #require(OtherNumber(.label, "K 99")), confidence: 0.99)
            ]
            try site.store.take(record, into: "Spring", at: "attic")
            let page = try await kim.get(path).text
            #expect(page.contains("<span>moved since</span>") && page.contains("unknown label 1"))
            #expect(page.contains("<bdi>K 99</bdi>"))
            #expect(page.contains("moved, lent or returned since stay as they are: 1."))
            #expect(try await kim.send("\(path)/end").status == 303)
            #expect(try site.store.copy("L 81").place == "cellar")
        }
    }

    @Test func `of a lent copy that is seen, it is said who has it`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let kim = try await site.visitor("Kim", .librarian)
            let path = try await begin(kim)
            let copy = try #require(try site.store.lend("L 81", to: "Ana").id)
            try site.store.see(copy, in: "Spring", at: "hall/2", by: "Kim")
            let page = try await kim.get("\(path)?status=unexpected").text
            #expect(page.contains("lent to <bdi>Ana</bdi>") && page.contains("seen in <bdi>hall/2</bdi>"))
            // The other one is gone, which is said, too.
            try site.store.edit(copy: "L 77", CopyEdit([.reason: "sold", .gone: "2025-03-01"]))
            try site.store.see(
                try #require(site.store.copy("L 77").id), in: "Spring", at: "hall/1", by: "Kim")
            #expect(try await kim.get("\(path)?status=unexpected").text.contains(/sold 1 \w+ 2025/))
        }
    }

    @Test func `readers take no stock, and what is wrong is said`() async throws {
        try await TestSite.with { site in
            try fill(site)
            let (kim, ana) = (try await site.visitor("Kim", .librarian), try await site.visitor("Ana"))
            let path = try await begin(kim)
            #expect(try await photograph(ana, path, at: "hall/1").status == 403)
            for (fields, words) in [
                ([("name", " ")], "Give it a name."),
                ([("name", "SPRING")], "Another inventory has this name."),
                ([("name", "x"), ("list", "none")], "There is no list “none”."),
                ([("name", "x"), ("list", "owned"), ("place", "hall")], "Give a place or a list, not both."),
            ] {
                let answer = try await kim.send("/inventories", fields)
                #expect(answer.status == 422 && answer.text.contains(words), "\(words)")
            }
            // A place that no copy can have.
            let overlong = String(repeating: "ä", count: 101)
            let words = "A label or a place has at most 200 bytes."
            let copy = try #require(site.store.copy("L 81").id).value
            for answer in [
                try await kim.send("/inventories", [("name", "x"), ("place", overlong)]),
                try await kim.send("\(path)/seen", [("copy", "\(copy)"), ("place", overlong)]),
                try await photograph(kim, path, at: overlong),
            ] {
                #expect(answer.status == 422 && answer.text.contains(words))
            }
            let account = try await site.account("Kim").id
            #expect(try site.store.uploads(of: account).isEmpty)
            // It ends once.
            #expect(try await kim.send("\(path)/end").status == 303)
            let again = try await kim.send("\(path)/end")
            #expect(again.status == 422 && again.text.contains("This inventory has ended."))
            // Of an inventory that is none, a photo is a photo.
            #expect(try await photograph(kim, "/inventories/999", at: "hall/1").status == 200)
            #expect(try await kim.send("\(path)/remove").status == 303)
            #expect(try await kim.get(path).status == 404)
            #expect(try site.store.copies(CopyQuery()).count == 2)
        }
    }
}
#endif
