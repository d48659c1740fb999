#if Server
// An account that is renamed while its request is under way sees nothing of the account that takes its former name.
import Accounts
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import Servers
import Synchronization
import TestSupport
import Testing

@testable import Books
@testable import Server

struct RenamedAccountTests {
    private static let isbn = "9780306406157"

    /// Renames Anne's account; a new one takes its name, comments privately and puts the book on a list of its own.
    private static func replaceAnne(in store: Store) throws {
        let name = try #require(AccountName("Anne"))
        let anne = try #require(try store.credentials(of: name)?.account)
        try #require(try store.set(name: #require(AccountName("Annette")), of: anne.id))
        _ = try store.makeAccount(name, password: "x", ticket: nil)
        let book = try BookSpecifier(isbn)
        try store.add(Books.Comment(person: "Anne", text: "Hidden.", isPrivate: true), to: book)
        try store.add([book], to: "secrets", of: "Anne")
    }

    /// A library that answers once `before` has run.
    private static func library(
        _ before: @escaping @Sendable (Store) throws -> Void
    ) throws -> (LoopbackServer, give: @Sendable (Store) -> Void) {
        let waiting = Waiting()
        let server = try LoopbackServer { request in
            if let store = waiting.store.withLock({ $0.take() }) { try? before(store) }
            return .openLibrary(request)
        }
        return (server, { store in waiting.store.withLock { $0 = store } })
    }

    private final class Waiting: Sendable {
        let store = Mutex<Store?>(nil)
    }

    private static func ask(
        _ site: RunningSite, _ path: String, _ body: String, by token: String
    ) throws -> HTTPResponse {
        var request = HTTPRequest(url: site.address + path, accept: "application/json")
        (request.method, request.body) = ("POST", Data(body.utf8))
        request.headers = ["Authorization: Bearer \(token)", "Content-Type: application/json"]
        var options = HTTPOptions(program: "test")
        options.timeout = .seconds(600)
        return try HTTPSession(options).perform(request)
    }

    @Test(arguments: [true, false])
    func `a look-up answers with what the account may see when it ends`(isKept: Bool) async throws {
        let (library, give) = try Self.library { try Self.replaceAnne(in: $0) }
        try await RunningSite.with(library: library) { site in
            let token = try site.token(of: "Anne")
            try site.store.add(
                Books.Comment(person: "Anne", text: "My own.", isPrivate: true), to: BookSpecifier(Self.isbn))
            give(site.store)
            let answer = try Self.ask(
                site, "/api/v1/lookups",
                #"{"isbns":["\#(Self.isbn)"],"asking":"missing","isKept":\#(isKept)}"#,
                by: token)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200 && text.contains("My own."), "\(text)")
            #expect(!text.contains("Hidden.") && !text.contains("secrets"), "\(text)")
            #expect(try site.store.credentials(of: #require(AccountName("Annette"))) != nil)
        }
    }

    @Test func `a look-up for a token that was revoked meanwhile is not answered`() async throws {
        let (library, give) = try Self.library { store in
            let name = try #require(AccountName("Anne"))
            let account = try #require(try store.credentials(of: name)?.account)
            _ = try store.deleteAccount(account.id)
        }
        try await RunningSite.with(library: library) { site in
            let token = try site.token(of: "Anne")
            give(site.store)
            let answer = try Self.ask(
                site, "/api/v1/lookups", #"{"isbns":["\#(Self.isbn)"],"asking":"missing"}"#, by: token)
            #expect(answer.status == 401)
        }
    }

    /// The account was read before the body came.
    @Test(arguments: [true, false])
    func `a page that follows a slow form shows the account's own data`(isProgram: Bool) async throws {
        try await TestSite.with { site in
            let account = try await site.account("Anne")
            try site.say("My own.", by: "Anne", on: Self.isbn, isPrivate: true)
            let (secret, yesterday) = (Secret(), Date.now - 86_400)
            try site.store.beginSession(secret.hash, of: account.id, date: yesterday)
            try site.store.makeToken(secret.hash, name: "x", of: account.id)
            let visitor = site.visitor()
            if !isProgram { visitor.keep("bookzone=\(secret.text)") }
            let body =
                isProgram
                ? #"{"books":["\#(Self.isbn)"]}"# : "token=\(secret.formToken)&state=read&date=nonsense"
            let headers = [
                "Content-Length": "\(body.utf8.count)",
                "Content-Type": isProgram ? "application/json" : "application/x-www-form-urlencoded",
                "Authorization": isProgram ? "Bearer \(secret.text)" : "",
            ]
            let wire = try Wire(site.port)
            let path = isProgram ? "/api/v1/cards" : "/books/\(Self.isbn)/reading"
            try await wire.send(visitor.head("POST", path, headers).utf8)
            // The store notes that the token or the session of yesterday was used.
            func isRead() throws -> Bool {
                try isProgram
                    ? site.store.tokens(of: account.id).contains { $0.seen != nil }
                    : site.store.sessions(of: account.id).contains { $0.seen > yesterday + 3600 }
            }
            while try !isRead() { try await Task.sleep(for: .milliseconds(10)) }
            try Self.replaceAnne(in: site.store)
            try await wire.send(body.utf8)
            let answer = try await wire.answer()
            #expect(answer.status == (isProgram ? 200 : 422) && answer.text.contains("My own."))
            #expect(!answer.text.contains("Hidden.") && !answer.text.contains("secrets"))
        }
    }
}
#endif
