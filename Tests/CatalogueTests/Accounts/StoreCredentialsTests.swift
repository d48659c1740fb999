// Changes by an account count only as long as its role has not changed since the request.
import Accounts
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreCredentialsTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let maria: Account

    init() throws {
        temporary = try TemporaryStore()
        let answer = try temporary.store.makeAccount(
            #require(AccountName("Maria")), password: "x", ticket: nil)
        guard case .made(let account) = answer else { throw CatalogueError.nothingToAdd }
        maria = account
        try temporary.store.beginSession("session", of: account.id)
        try temporary.store.makeToken("token", name: "laptop", of: account.id)
    }

    static let credentials: [Credential] = [.session("session"), .token("token")]

    private func say(_ credential: Credential) throws -> Int64? {
        try store.withAccount(of: credential) { account in
            try store.recordingChange(.comment, by: account.name).add(
                Comment(person: account.name, text: "Said."), to: reference("9780306406157"))
        }
    }

    @Test(arguments: credentials)
    func `a comment has the name of the moment it is saved`(credential: Credential) throws {
        #expect(try say(credential) != nil)
        #expect(try store.set(name: #require(AccountName("Flamingo")), of: maria.id))
        #expect(try say(credential) != nil)
        #expect(try store.comments(by: "Flamingo", for: "Flamingo").count == 2)
    }

    @Test(arguments: credentials, ["ended", "deleted"])
    func `a signed-out reader changes nothing`(credential: Credential, way: String) throws {
        if way == "deleted" {
            _ = try store.deleteAccount(maria.id)
        } else {
            try store.endSession("session")
            for token in try store.tokens(of: maria.id) { try store.removeToken(token.id, of: maria.id) }
        }
        #expect(try say(credential) == nil)
        #expect(try store.comments(by: "Maria", for: "Maria") == [])
        #expect(try store.book(reference("9780306406157")) == nil)
    }

    @Test func `the current role counts, and a refused change leaves nothing`() throws {
        struct Refused: Error {}
        _ = try store.give(.librarian, to: maria.id)
        #expect(try store.withAccount(of: .session("session")) { $0.role } == .librarian)
        #expect(throws: Refused.self) {
            try store.withAccount(of: .session("session")) { account in
                try store.add(Comment(person: account.name, text: "Said."), to: reference("9780306406157"))
                throw Refused()
            }
        }
        #expect(throws: CatalogueError.emptyComment) {
            try store.withAccount(of: .session("session")) { account in
                try store.add(Comment(person: account.name, text: " "), to: reference("9780306406157"))
            }
        }
        #expect(try store.book(reference("9780306406157")) == nil)
    }

    @Test func `an ended session can't delete an account`() throws {
        let tom = try store.makeAccount(#require(AccountName("Tom")), password: "x", ticket: nil)
        guard case .made(let tom) = tom else { throw CatalogueError.nothingToAdd }
        #expect(try store.deleteAccount(tom.id, as: .session("session")) == nil, "she is no administrator")
        try store.endSession("session")
        #expect(try store.deleteAccount(maria.id, as: .session("session")) == nil)
        #expect(try store.accounts().count == 2)
        #expect(try store.deleteAccount(maria.id, as: .token("token")) != nil)
    }
}
