#if Server
// Covers that librarians choose: found in a photo, turned, cut, confirmed, and taken back.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Foundation
import TestSupport
import Testing

@testable import Server

struct CoverEditingTests {
    private static let path = "/books/9780306406157"

    private func site(
        hold: TimeInterval = 3600, _ body: @Sendable (TestSite, Visitor) async throws -> Void
    ) async throws {
        try await TestSite.with {
            $0.importsHold = hold
        } _: { site in
            var book = Book(isbn: try ISBN("9780306406157"), title: "Heron")
            book.credit(Origin(.edited, "Maria"))
            try site.store.save(book)
            try await body(site, site.visitor("Kim", .librarian))
        }
    }

    /// A light cover, 160 by 220 pixels with a dark band, on a dark table of 400 by 300 pixels: a BMP file.
    private static func photo() -> [UInt8] {
        [UInt8](
            BMPFile.data(width: 400, height: 300) { x, y in
                let isCover = (120..<280).contains(x) && (40..<260).contains(y)
                let isBand = isCover && (180..<210).contains(y) && (140..<260).contains(x)
                return isBand ? [60, 60, 160] : isCover ? [200, 225, 235] : [50, 60, 70]
            })
    }

    /// A misspelt name must not remove the cover.
    @Test(arguments: [
        ("{}", true), (#"{"picture": null}"#, true), (#"{"picture": "eA=="}"#, true),
        (#"{"Picture": "eA=="}"#, false), (#"{"picture": "eA==", "a": 1}"#, false), (#"{"a": 1}"#, false),
    ])
    func `a message has a picture, nothing, or is refused`(json: String, isTaken: Bool) {
        #expect(
            ((try? JSONDecoder().decode(CoverMessage.self, from: Data(json.utf8))) != nil) == isTaken)
    }

    @Test func `a book that is added from a photo gets the cover in it, and both are taken back`()
        async throws
    {
        try await site { site, kim in
            for isTicked in [true, false] {
                let upload = try await site.photo(of: "Tom")
                let shown = site.site.scanQueue.path(.shown, of: upload.id)
                try Data(Self.photo()).write(to: URL(filePath: shown))
                var form = try await kim.form("/add?photo=\(upload.id)").with([.title: "Almanac \(isTicked)"])
                #expect(form.fields["photo"] == upload.id)
                form.fields["cover"] = isTicked ? "1" : nil
                let answer = try await kim.send("/add", form.pairs)
                let place = try #require(answer["location"]?.split(separator: "/").last)
                let book = try BookSpecifier(#require(String(place).removingPercentEncoding))
                #expect(try site.store.cover(of: book)?.kind == (isTicked ? .photo : nil))
                if isTicked {
                    let picture = try await kim.get("/cover/\(place)?size=large")
                    #expect(try (68...78).contains(Self.shape(picture)), "160 by 220 of 400 by 300 pixels")
                }
                #expect(try await kim.takeBack(site.latestChange(of: "Kim"), of: book).status == 303)
                #expect(try site.store.book(book) == nil)
            }
        }
    }

    private static func send(_ file: [UInt8], by visitor: Visitor) async throws -> Answer {
        _ = try await visitor.get("\(path)/cover")
        let boundary = "--xYz\r\nContent-Disposition: form-data; name="
        let head = """
            \(boundary)"token"\r\n\r\n\(visitor.token)\r\n\(boundary)"picture"; filename="a.bmp"\r\n\r\n
            """
        return try await visitor.ask(
            "POST", "\(path)/cover", ["Content-Type": "multipart/form-data; boundary=xYz"],
            body: Array(head.utf8) + file + Array("\r\n--xYz--\r\n".utf8))
    }

    private static func pending(_ visitor: Visitor) async throws -> String? {
        try await visitor.get("\(path)/cover").text.firstMatch(of: /name="id" value="([^"]+)"/)
            .map { String($0.1) }
    }

    private static func change(_ fields: [(String, String)], by visitor: Visitor) async throws -> Answer {
        let id = try #require(try await pending(visitor))
        return try await visitor.send("\(path)/cover/change", [("id", id)] + fields)
    }

    /// The fields of a form, clockwise from the upper left corner, in percent.
    private static func corners(_ places: (Double, Double)...) -> [(String, String)] {
        zip(["upper-left", "upper-right", "lower-right", "lower-left"], places).flatMap { name, place in
            [("\(name)-x", "\(place.0)"), ("\(name)-y", "\(place.1)")]
        }
    }

    /// The width of a JPEG picture for a height of 100.
    private static func shape(_ answer: Answer) throws -> Int {
        #expect(answer.status == 200 && answer["content-type"] == "image/jpeg")
        let bytes = answer.body
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            if (0xC0...0xC2).contains(bytes[place + 1]) {
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                return (Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])) * 100 / height
            }
            place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
        }
        Issue.record("no JPEG picture")
        return 0
    }

    /// The places of the corners in the form, in its order.
    private static func places(_ visitor: Visitor) async throws -> [Double] {
        let page = try await visitor.get("\(path)/cover").text
        return page.matches(of: /type="number" .*? value="([\d.]+)"/).compactMap { Double($0.1) }
    }

    private static func newShape(_ visitor: Visitor) async throws -> Int {
        try shape(try await visitor.get("\(path)/cover/new"))
    }

    @Test func `a cover is found in a photo, turned, cut, confirmed and taken back`() async throws {
        try await site { site, kim in
            #expect(try await kim.get("\(Self.path)/cover").text.contains("This cover is drawn"))
            #expect(try await Self.send(Self.photo(), by: kim).status == 303)
            #expect(try await kim.get("\(Self.path)/cover").text.contains("Found in the picture"))
            #expect(try Self.shape(try await kim.get("\(Self.path)/cover/whole")) == 133)
            #expect((68...77).contains(try await Self.newShape(kim)), "160 by 220")
            // From 120 to 280 of 400, and from 40 to 260 of 300, clockwise from the upper left.
            let found = try await Self.places(kim)
            let drawn = [30, 13.3, 70, 13.3, 70, 86.7, 30, 86.7]
            #expect(found.count == 8 && zip(found, drawn).allSatisfy { abs($0 - $1) < 3 }, "\(found)")
            #expect(try await Self.change([("turn", "left")], by: kim).status == 303)
            #expect(try await Self.places(kim) == found)
            #expect((130...145).contains(try await Self.newShape(kim)))
            #expect(try await Self.change([("part", "whole")], by: kim).status == 303)
            #expect((74...76).contains(try await Self.newShape(kim)), "still turned")
            #expect(try await Self.places(kim) == found)
            #expect(try await Self.change([("turn", "right")], by: kim).status == 303)
            #expect((132...134).contains(try await Self.newShape(kim)))
            let corners = Self.corners((25, 10), (75, 10), (75, 90), (25, 90))
            #expect(try await Self.change(corners, by: kim).status == 303)
            #expect((82...84).contains(try await Self.newShape(kim)), "200 by 240")
            let form = try await kim.get("\(Self.path)/cover").text
            #expect(form.contains("What is between your corners"))
            #expect(form.contains(#"points="25.0,10.0 75.0,10.0 75.0,90.0 25.0,90.0""#))
            #expect(try await Self.places(kim) == [25, 10, 75, 10, 75, 90, 25, 90])
            #expect(try await kim.get("/cover/9780306406157")["content-type"] == "image/svg+xml")

            let new = try await kim.get("\(Self.path)/cover/new").body
            let id = try #require(try await Self.pending(kim))
            let confirmed = try await kim.send("\(Self.path)/cover/confirm", [("id", id)])
            #expect(confirmed.status == 303 && confirmed["location"] == Self.path)
            #expect(try await kim.get("/cover/9780306406157?size=large").body == new)
            #expect(try await kim.get("\(Self.path)/cover").text.contains("This cover was chosen here"))
            #expect(try await kim.send("\(Self.path)/cover/confirm", [("id", id)]).status == 422, "once")
            let book = try BookSpecifier("9780306406157")
            #expect(try await kim.get("\(Self.path)/history").text.contains("changed its cover"))
            #expect(try await kim.takeBack(try site.latestChange(of: "Kim"), of: book).status == 303)
            #expect(try await kim.get("/cover/9780306406157")["content-type"] == "image/svg+xml")
        }
    }

    @Test func `a picture without a cover is said to have none, and may be used whole or cut`() async throws {
        try await site { _, kim in
            let (width, height) = (400, 300)
            let head = Self.photo().prefix(54)
            let plain = Array(head) + [UInt8](repeating: 90, count: width * height * 3)
            #expect(try await Self.send(plain, by: kim).status == 303)
            let page = try await kim.get("\(Self.path)/cover").text
            #expect(page.contains("No cover found here.") && page.contains(##"href="#cut""##))
            #expect(page.contains("Use this cover") && page.contains(#"id="cut""#))
            #expect(!page.contains("Found in the picture"))
            #expect(try await Self.places(kim) == [10, 10, 90, 10, 90, 90, 10, 90])
            let german = try await kim.get("\(Self.path)/cover", ["Accept-Language": "de"]).text
            #expect(german.contains("Hier ist kein Umschlag zu finden."))
        }
    }

    @Test func `of two who choose a cover at once the second is shown the first`() async throws {
        try await site { site, kim in
            let book = try BookSpecifier("9780306406157")
            let lee = try await site.visitor("Lee", .librarian)
            var forms: [[(String, String)]] = []
            for visitor in [kim, lee] {
                _ = try await Self.send(Self.photo(), by: visitor)
                forms.append(try await visitor.form("\(Self.path)/cover").pairs)
            }
            #expect(
                try await lee.send("\(Self.path)/cover/change", forms[1] + [("turn", "left")]).status == 303)
            let turned = try await lee.form("\(Self.path)/cover")
            #expect(turned.fields["former-cover"] == "")
            #expect(try await kim.send("\(Self.path)/cover/confirm", forms[0]).status == 303)
            let first = try #require(try site.store.cover(of: book)?.sha256)
            let refused = try await lee.send("\(Self.path)/cover/confirm", turned.pairs)
            #expect(refused.status == 409 && refused.text.contains("Somebody else has changed this cover"))
            #expect(refused.text.contains("This cover was chosen here."))
            #expect(try site.store.cover(of: book)?.sha256 == first)
            let seen = PageForm(refused.text)
            #expect(seen.fields["former-cover"] == first)
            #expect(try await lee.send("\(Self.path)/cover/confirm", seen.pairs).status == 303)
            let removal = [("former-cover", first)]
            #expect(try await kim.send("\(Self.path)/cover/remove", removal).status == 409)
            #expect(try site.store.cover(of: book) != nil)
        }
    }

    @Test func `a cover that was not saved can be confirmed again`() async throws {
        try await site { site, kim in
            _ = try await Self.send(Self.photo(), by: kim)
            let id = try #require(try await Self.pending(kim))
            let book = try BookSpecifier("9780306406157")
            try site.store.remove(book, evenIfCommented: false)
            #expect(try await kim.send("\(Self.path)/cover/confirm", [("id", id)]).status == 404)
            try site.store.save(Book(isbn: ISBN("9780306406157"), title: "Heron"))
            #expect(try await kim.send("\(Self.path)/cover/confirm", [("id", id)]).status == 303)
            #expect(try site.store.cover(of: book)?.kind == .chosen)
        }
    }

    @Test func `a merge says whose cover stays, and the removed book's history where it went`() async throws {
        try await site { site, kim in
            _ = try await Self.send(Self.photo(), by: kim)
            let id = try #require(try await Self.pending(kim))
            _ = try await kim.send("\(Self.path)/cover/confirm", [("id", id)])
            let kept = try BookSpecifier("9780306406157")
            let twin = try #require(try site.store.add(BookEdit([.title: ["Heron"]])).book.reference)
            let own = try await kim.get("\(Self.path)/merge?other=\(twin)").text
            #expect(own.contains("the one of the book that stays"))
            let taken = try await kim.get("\(twin.path)/merge?other=\(kept)").text
            #expect(taken.contains("the one of the book that is removed"))
            #expect(try await kim.merge(twin, into: kept).status == 303)
            #expect(try await kim.get("\(twin.path)/history").text.contains("merged it into 9780306406157"))
            #expect(try await kim.get("\(Self.path)/history").text.contains("merged it with \(twin)"))
        }
    }

    @Test func `a cover that is removed comes back with undo`() async throws {
        try await site { site, kim in
            _ = try await Self.send(Self.photo(), by: kim)
            _ = try await kim.send(
                "\(Self.path)/cover/confirm", [("id", try #require(try await Self.pending(kim)))])
            let shown = try await kim.get("/cover/9780306406157").body
            #expect(try await kim.send("\(Self.path)/cover/remove").status == 303)
            #expect(try await kim.get("/cover/9780306406157")["content-type"] == "image/svg+xml")
            let book = try BookSpecifier("9780306406157")
            #expect(try await kim.takeBack(try site.latestChange(of: "Kim"), of: book).status == 303)
            #expect(try await kim.get("/cover/9780306406157").body == shown)
        }
    }

    @Test func `what waits is its sender's alone, and goes with the account`() async throws {
        try await site { site, kim in
            _ = try await Self.send(Self.photo(), by: kim)
            let id = try #require(try await Self.pending(kim))
            let lee = try await site.visitor("Lee", .librarian)
            #expect(try await Self.pending(lee) == nil)
            for path in ["new", "whole"] {
                #expect(try await lee.get("\(Self.path)/cover/\(path)").status == 404)
                #expect(try await kim.get("/books/9780439023481/cover/\(path)").status == 404, "another book")
            }
            #expect(try await lee.send("\(Self.path)/cover/confirm", [("id", id)]).status == 422)
            #expect(try await kim.send("/books/9780439023481/cover/change", [("id", id)]).status != 303)
            #expect(try await kim.send("\(Self.path)/cover/discard", [("id", id)]).status == 303)
            #expect(try await Self.pending(kim) == nil)
            _ = try await Self.send(Self.photo(), by: kim)
            let account = try await site.account("Kim")
            #expect(try await site.site.remove(account))
            #expect(site.site.pendingCovers.current(of: account.id) == nil)
        }
    }

    @Test func `what can't be a cover is refused and leaves nothing`() async throws {
        let photo = Repository.root.appending(path: "testimages/cover-same-book-dark.jpg")
        let cut = try Data(contentsOf: photo).prefix(20_000)
        try await site { site, kim in
            for file in [
                [], Array("<svg/>".utf8), Array(Self.photo().prefix(2000)), [UInt8](repeating: 7, count: 99),
                Array(cut),
            ] {
                let answer = try await Self.send(file, by: kim)
                #expect(answer.status == 422 && answer.text.contains("be a cover. Choose one undamaged"))
            }
            #expect(try await Self.pending(kim) == nil)
            _ = try await Self.send(Self.photo(), by: kim)
            for fields in [
                [("turn", "over")], [("part", "half")], [("upper-left-x", "5")], [],
                [("upper-left-x", "five")] + Self.corners((10, 10), (90, 10), (90, 90), (10, 90)).dropFirst(),
            ] {
                #expect(try await Self.change(fields, by: kim).status == 400, "\(fields)")
            }
            // The last two are stripes of 400 by 60 pixels, and 32 by 150.
            for (fields, words) in [
                (Self.corners((-5, 10), (90, 10), (90, 90), (10, 90)), "outside the picture"),
                (Self.corners((.nan, 10), (.infinity, 10), (90, 90), (10, 90)), "outside the picture"),
                (Self.corners((10, 10), (90, 90), (90, 10), (10, 90)), "wrong order"),
                (Self.corners((10, 10), (11, 10), (11, 90), (10, 90)), "too close together"),
                (Self.corners((0, 40), (100, 40), (100, 60), (0, 60)), "be a cover"),
                (Self.corners((0, 0), (8, 0), (8, 50), (0, 50)), "be a cover"),
            ] {
                let answer = try await Self.change(fields, by: kim)
                #expect(answer.status == 422 && answer.text.contains(words), "\(words)")
                for (name, value) in fields {
                    let shown = answer.text.split(separator: "<input ").first { $0.contains("\"\(name)\"") }
                    #expect(shown?.contains("value=\"\(value)\"") == true, "\(name)")
                }
            }
            #expect(try site.store.cover(of: BookSpecifier("9780306406157")) == nil)
        }
    }

    @Test func `a picture that nobody confirms is deleted`() async throws {
        try await site(hold: 0.05) { _, kim in
            _ = try await Self.send(Self.photo(), by: kim)
            try await Task.sleep(for: .milliseconds(100))
            #expect(try await Self.pending(kim) == nil)
            #expect(try await kim.get("\(Self.path)/cover/new").status == 404)
        }
    }
}
#endif
