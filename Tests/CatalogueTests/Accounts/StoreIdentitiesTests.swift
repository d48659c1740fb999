// Identities at a provider: to which account they belong, and how they are connected.
import Accounts
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreIdentitiesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }
    private let identity = Identity(issuer: "https://accounts.example.org", subject: "1")

    init() throws { temporary = try TemporaryStore() }

    private func account(_ name: String, password: String? = "hash", _ identity: Identity? = nil) throws
        -> SignUpOutcome
    {
        try store.makeAccount(
            #require(AccountName(name)), password: password, identity: identity, ticket: nil)
    }

    private func id(_ answer: SignUpOutcome) throws -> Int64 {
        guard case .made(let account) = answer else { throw CatalogueError.nothingToAdd }
        return account.id
    }

    @Test func `an identity is one account's`() throws {
        let maria = try id(account("Maria", password: nil, identity))
        #expect(try store.account(of: identity)?.name == "Maria")
        #expect(try account("Tom", password: nil, identity) == .known)
        let tom = try id(account("Tom"))
        #expect(try !store.add(identity, to: tom))
        #expect(try store.add(identity, to: maria))
        #expect(try store.identities(of: maria) == [identity] && store.identities(of: tom).isEmpty)
        // The same subject of another issuer is another person.
        let other = Identity(issuer: "https://other.example.org", subject: "1")
        #expect(try store.account(of: other) == nil)
        #expect(try store.add(other, to: tom))
        #expect(try store.account(of: other)?.name == "Tom")
        #expect(try !store.add(Identity(issuer: "x", subject: "y"), to: 99), "nobody's account")
    }

    @Test func `the last sign-in method can't be removed`() throws {
        let maria = try id(account("Maria", password: nil, identity))
        #expect(try !store.removeIdentities(of: identity.issuer, from: maria))
        try store.set(password: "hash", of: maria)
        #expect(try store.removeIdentities(of: identity.issuer, from: maria))
        #expect(try store.account(of: identity) == nil)
    }

    @Test func `a name that is taken keeps its identity`() throws {
        _ = try account("Maria")
        #expect(try account("MARIA", password: nil, identity) == .taken)
        #expect(try store.account(of: identity) == nil)
    }

    @Test func `a re-authentication is valid for its session, for a limited time`() throws {
        let maria = try id(account("Maria", password: nil, identity))
        let now = Date.now
        try store.beginSession("one", of: maria, date: now)
        try store.beginSession("two", of: maria, date: now)
        #expect(try !store.isReauthenticated("one", since: now - 300))
        try store.prove("one", date: now)
        #expect(try store.isReauthenticated("one", since: now - 300))
        #expect(try !store.isReauthenticated("one", since: now + 1))
        try store.prove("one", date: now + 86_400)
        #expect(try !store.isReauthenticated("one", since: now - 300), "the clock was ahead")
        try store.prove("one", date: now)
        #expect(try !store.isReauthenticated("two", since: now - 300))
        #expect(try !store.isReauthenticated("three", since: now - 300))
    }
}
