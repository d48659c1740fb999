#if Server
// A decision on a photo that is taken back leaves the photo in the state in which it was.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct DecisionUndoTests {
    private static let isbn = "9780306406157"
    private static let other = "9780439023481"

    private static func state(of photo: Upload, _ site: TestSite) throws -> Upload {
        try #require(try site.store.upload(photo.id))
    }

    /// Takes back a change, as the page and the API do.
    private static func undo(_ site: TestSite, _ change: Int64? = nil) async throws -> HistoryEntry? {
        try site.store.undo(change, as: try await site.account("Kim"))
    }

    @Test(arguments: [Upload.State.review, .read])
    func `a photo goes back to where it waited`(state: Upload.State) async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            _ = try await kim.get("/")
            let photo = try await site.photo(of: "Tom", state)
            let path = "/photos/\(photo.id)"
            #expect(try await kim.send("\(path)/confirm", [("isbn", Self.isbn)]).status == 303)
            #expect(try Self.state(of: photo, site).isbn?.isbn13 == Self.isbn)
            #expect(try await Self.undo(site)?.hasEffect == true)
            let present = try Self.state(of: photo, site)
            #expect(present.state == state && present.isbn == nil)
            #expect(try await kim.get("/review").text.contains(path) == (state == .review))
            #expect(try await kim.send("\(path)/reject").status == 303)
            #expect(try Self.state(of: photo, site).state == .rejected)
            #expect(try await Self.undo(site)?.action == .decide)
            #expect(try Self.state(of: photo, site).state == state)
        }
    }

    @Test func `of two who decide at once nothing is lost`() async throws {
        try await TestSite.with { site in
            let (kim, lee) = (
                try await site.visitor("Kim", .librarian), try await site.visitor("Lee", .librarian)
            )
            let photo = try await site.photo(of: "Tom")
            let path = "/photos/\(photo.id)"
            func seen(_ visitor: Visitor, _ page: String) async throws -> [(String, String)] {
                [("former-decision", try #require(try await visitor.form(page).fields["former-decision"]))]
            }
            let (first, second) = (try await seen(kim, path), try await seen(lee, path))
            let adding = try await lee.form("/add?photo=\(photo.id)").with([.title: "Herons"])
            let isbn = [("isbn", Self.isbn)]
            #expect(try await kim.send("\(path)/confirm", isbn + first).status == 303)
            for (step, fields) in [("reject", []), ("confirm", [("typed", Self.other)])] {
                let refused = try await lee.send("\(path)/\(step)", fields + second)
                #expect(refused.status == 409)
                #expect(refused.text.contains("decided on this photo meanwhile: 978-0-306-40615-7."))
                #expect(
                    refused.text.contains("value=\"\(Self.other)\"") == (step == "confirm"), "what was typed")
            }
            let added = try await lee.send("/add", adding.pairs)
            #expect(added.status == 409 && added.text.contains("value=\"Herons\""))
            #expect(try site.store.info().books == 1)
            #expect(try Self.state(of: photo, site).isbn?.isbn13 == Self.isbn)
            // The same decision is no other one.
            #expect(try await lee.send("\(path)/confirm", isbn + second).status == 303)
            #expect(try await lee.send("\(path)/reject", seen(lee, path)).status == 303)
            let rejected = try await kim.send("\(path)/confirm", isbn + first)
            #expect(rejected.status == 409 && rejected.text.contains("meanwhile: No ISBN in the photo."))
            #expect(try await lee.send("/add", PageForm(added.text).pairs).status == 409)
            let again = try await lee.form("/add?photo=\(photo.id)").with([.title: "Herons"])
            #expect(try await lee.send("/add", again.pairs).status == 303)
        }
    }

    @Test(arguments: [false, true])
    func `of two decisions the one that stands counts`(isFirstUndoneFirst: Bool) async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            _ = try await kim.get("/")
            let photo = try await site.photo(of: "Tom")
            var changes: [Int64] = []
            for isbn in [Self.isbn, Self.other] {
                _ = try await kim.send("/photos/\(photo.id)/confirm", [("isbn", isbn)])
                changes.append(try site.latestChange(of: "Kim"))
            }
            if !isFirstUndoneFirst { changes.reverse() }
            _ = try await Self.undo(site, changes[0])
            let standing = try Self.state(of: photo, site)
            #expect(standing.state == .confirmed)
            #expect(standing.isbn?.isbn13 == (isFirstUndoneFirst ? Self.other : Self.isbn))
            _ = try await Self.undo(site, changes[1])
            let present = try Self.state(of: photo, site)
            #expect(present.state == .review && present.isbn == nil)
        }
    }

    @Test(arguments: [Upload.State.review, .read])
    func `a photo that is being read does not wait for ever`(state: Upload.State) async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            _ = try await kim.get("/")
            let photo = try await site.photo(of: "Tom", state)
            #expect(try site.store.readAgain(photo))
            _ = try await kim.send("/photos/\(photo.id)/reject")
            _ = try await Self.undo(site)
            #expect(try Self.state(of: photo, site).state == state)
            // Nor is a decision taken back on what is read again since.
            _ = try await kim.send("/photos/\(photo.id)/reject")
            #expect(try site.store.readAgain(photo))
            _ = try await Self.undo(site)
            #expect(try Self.state(of: photo, site).state == .waiting)
        }
    }
}
#endif
