#if Server
// Names of lists that are typed on a page in another language than English.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing
import Translation

@testable import Server

struct TypedListTests {
    private static let german = ["Accept-Language": "de"]
    private static let number = "9780306406157"

    /// The shared lists with the book, and those of Kim.
    private func lists(_ site: TestSite) throws -> Set<String> {
        let id = try #require(try site.store.book(BookSpecifier(Self.number))?.id)
        return Set(try site.store.lists(with: id, for: "Kim"))
    }

    @Test func `common lists and reading states are known by the names of the page's language`() throws {
        for language in Language.all {
            let states = ReadingStatus.State.allCases.map(\.rawValue)
            for name in ListName.builtIn + states {
                let shown = language(Phrase(list: name))
                #expect(ListName.stored(shown, in: language) == name, "\(language.code)")
                #expect(ListName.stored(shown.uppercased(), in: language) == name, "\(language.code)")
            }
            #expect(ListName(ListName.stored("owned", in: language))?.key == ListName.owned)
            #expect(ListName.stored("Krimis", in: language) == "Krimis")
        }
        #expect(ListName.stored("gelesen", in: .english) == "gelesen")
    }

    @Test func `a list typed by its German name is the built-in one`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            let book = "/books/\(Self.number)"
            try site.store.save(Book(isbn: ISBN(Self.number), title: "Harbour lights"))
            for (list, whose) in [("Gewünscht", "shared"), ("gewünscht", "me")] {
                let sent = try await kim.send(
                    "\(book)/list", [("typed-list", list), ("do", "add"), ("whose", whose)], Self.german)
                #expect(sent.status == 303)
            }
            #expect(try lists(site) == ["wanted"])
            let state = try await kim.send(
                "\(book)/list", [("typed-list", "gelesen"), ("do", "add"), ("whose", "me")], Self.german)
            #expect(state.status == 422)
            // A button names a list as it is stored.
            _ = try await kim.send(
                "\(book)/list", [("list", "gewünscht"), ("do", "add"), ("whose", "me")], Self.german)
            #expect(try lists(site) == ["wanted", "gewünscht"])
        }
    }

    @Test func `the fields of a copy and of its list have the German name, and understand it`() async throws {
        try await TestSite.with { site in
            let german = try #require(Language.all.named("de"))
            let owned = german(Phrase(list: ListName.owned))
            let kim = try await site.visitor("Kim", .librarian)
            let copies = "/books/\(Self.number)/copies"
            try site.store.save(Book(isbn: ISBN(Self.number), title: "Harbour lights"))
            let page = try await kim.get(copies, Self.german).text
            #expect(page.matches(of: /name="list" value="([^"]*)"/).map(\.1) == [owned[...], owned[...]])
            _ = try await kim.send(copies, [("label", "K 1"), ("list", owned)], Self.german)
            _ = try await kim.send(
                "/books/\(Self.number)/stock", [("list", owned), ("copies", "5"), ("former-list", "owned")],
                Self.german)
            #expect(try lists(site) == ["owned"])
            #expect(try site.store.stock(of: BookSpecifier(Self.number), on: "owned")?.copies == 5)
            let copy = try #require(try site.store.copy("K 1").id)
            let edit = try await kim.send(
                "/copies/\(copy.value)",
                [("list", owned), ("former-list", owned), ("notes", "worn"), ("former-notes", "")],
                Self.german)
            #expect(edit.status == 303)
            #expect(try site.store.copy("K 1").list == ListName.owned)
            #expect(try site.store.copy("K 1").notes == "worn")
            let begun = try await kim.send(
                "/inventories", [("name", "Spring"), ("list", owned)], Self.german)
            #expect(begun.status == 303)
            #expect(try site.store.inventories().map(\.copies) == [5])
        }
    }
}
#endif
