#if Server
// A site on its own port with an empty store during a test; and its visitors.
import Accounts
import Books
import Catalogue
import Foundation
import HTTP
import Logging
import Lookup
import Providers
import Reading
import References
import Sandbox
import Synchronization
import TestSupport
import Testing

@testable import Server

extension Site {
    /// With its own workers, which end with the tests.
    convenience init(
        testing options: SiteOptions, _ store: Store, sources: SourceSet, isOffline: Bool = true,
        covers: SourceSet? = nil
    ) throws {
        let worker = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "bookzone-worker")
        let workers = try ForkServer(
            ForkServer.Program(worker.path), options: ScanOptions(readers: .usualAndTitles),
            limits: WorkerLimits(memory: 1 << 30))
        let references = ReferenceFolder(besideStore: store.path).open { _, _ in }
        try self.init(options, store: store, workers: workers, sources: covers) { store, isKept in
            BookLookup(
                store: store, sources: sources, references: references, person: "", isOffline: isOffline,
                savesResults: isKept)
        }
    }
}

extension Logger {
    /// Logs only critical errors.
    static var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }
}

struct TestSite: Sendable {
    let site: Site
    let store: Store
    let port: Int
    let folder: TemporaryFolder

    private static let slots = Slots(24)

    /// A second site in the test of a first one needs no slot: all tests might wait for theirs.
    @TaskLocal private static var hasSlot = false

    /// - Parameters:
    ///   - covers: the sources of covers; none by default.
    ///   - dump: of editions, in the form of Open Library's, of which the site has a reference; none by default.
    ///   - address: the configured address of the site; it is served on a local port anyway.
    ///   - change: changes its options. This machine is a trusted proxy, so that visitors can have any address.
    static func with<Value: Sendable>(
        address: String = "http://club.test", covers: SourceSet? = nil, dump: String? = nil,
        _ change: (inout SiteOptions) -> Void = { _ in },
        _ body: @Sendable (TestSite) async throws -> Value
    ) async throws -> Value {
        let isFirst = !hasSlot
        if isFirst { await slots.take() }
        defer { if isFirst { Task { await slots.give() } } }
        return try await $hasSlot.withValue(true) {
            try await open(address, covers, dump, change, body)
        }
    }

    private static let emptyStore = FolderTemplate { _ = try Store(path: $0.file("store.sqlite").path) }

    private static func open<Value: Sendable>(
        _ address: String, _ covers: SourceSet?, _ dump: String?, _ change: (inout SiteOptions) -> Void,
        _ body: @Sendable (TestSite) async throws -> Value
    ) async throws -> Value {
        let folder = try emptyStore.copy()
        let store = try Store(path: folder.file("store.sqlite").path, readers: 8)
        if let dump {
            try folder.write(Data(dump.utf8), to: "dump.txt")
            let references = ReferenceFolder(besideStore: store.path)
            _ = try await ReferenceBuilder(
                name: "dump", files: [folder.file("dump.txt").path], in: references
            ).build()
        }
        var options = SiteOptions(
            address: try #require(SiteAddress(address)), listen: ("localhost", 0),
            photos: folder.file("photos").path)
        options.proxies = Set(["127.0.0.1", "::1"].compactMap { ClientAddress($0) })
        // Tests share a few threads: on a busy machine seconds may pass between a request's head and its body.
        (options.slowClients.head, options.slowClients.period) = (.minutes(10), .minutes(10))
        options.readingTime = .seconds(600)
        change(&options)
        let site = try Site(
            testing: options, store, sources: SourceSet(HTTPOptions(program: "BookZone")), covers: covers)
        return try await serving {
            site.application(logger: .quiet, onListening: $0)
        } _: { port in
            try await body(TestSite(site: site, store: store, port: port, folder: folder))
        }
    }

    /// As another program: a second connection to the same file.
    func otherStore() throws -> Store { try Store(path: store.path) }

    static let password = "correct horse battery"

    /// Computed once, because hashing is slow on purpose.
    private static let hashed = Mutex<String?>(nil)

    func account(_ name: String, _ role: Account.Role = .reader) async throws -> Account {
        let known = Self.hashed.withLock(\.self)
        let here = ClientAddress(peer: nil, forwarded: nil, proxies: [])
        let hash = if let known { known } else { try await site.passwords.hash(Self.password, for: here) }
        Self.hashed.withLock { $0 = hash }
        let made = try store.makeAccount(#require(AccountName(name)), password: hash, ticket: nil)
        guard case .made(var account) = made else {
            return try #require(try store.credentials(of: AccountName(name)!)?.account)
        }
        _ = try store.give(role, to: account.id)
        account.role = role
        return account
    }

    /// A visitor who has not signed in.
    func visitor(from address: String = "203.0.113.1") -> Visitor {
        Visitor(self, from: address)
    }

    /// A signed-in visitor, with a new account if there is none with this name.
    func visitor(_ name: String, _ role: Account.Role = .reader) async throws -> Visitor {
        let visitor = visitor()
        let account = try await account(name, role)
        let secret = Secret()
        try store.beginSession(secret.hash, of: account.id)
        visitor.keep(site.cookies.session(secret).value)
        return visitor
    }

    /// Adds a comment on a book; returns its number.
    @discardableResult
    func say(
        _ text: String, by person: String, on isbn: String = "9780306406157", isPrivate: Bool = false
    ) throws -> Int64 {
        try store.add(
            Comment(person: person, rating: Rating(4), text: text, isPrivate: isPrivate),
            to: BookSpecifier(isbn))
    }
}

extension Store {
    /// Saves an upload without limits.
    func keepUnbounded(_ upload: Upload) throws -> Upload {
        try #require(
            try save(upload, within: Upload.Limits(photos: .max, bytes: .max, allBytes: .max)))
    }
}

/// A browser: it keeps cookies, and sends forms with the token of the last page that had one.
final class Visitor: Sendable {
    let site: TestSite
    private let address: String
    private let state = Mutex<(cookies: [String: String], token: String)>(([:], ""))

    init(_ site: TestSite, from address: String) {
        self.site = site
        self.address = address
    }

    var cookies: [String: String] { state.withLock(\.cookies) }
    var token: String { state.withLock(\.token) }

    func keep(_ cookie: String) {
        let parts = cookie.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
        state.withLock { $0.cookies[String(parts[0])] = parts.count > 1 ? String(parts[1]) : "" }
    }

    /// The request head.
    func head(_ method: String, _ path: String, _ headers: [String: String] = [:]) -> String {
        var all = [
            "Host": site.site.options.address.host, "X-Forwarded-For": address,
            "Accept": "text/html", "Connection": "close",
        ]
        let jar = cookies.filter { !$0.value.isEmpty }
        if !jar.isEmpty { all["Cookie"] = jar.map { "\($0)=\($1)" }.sorted().joined(separator: "; ") }
        all.merge(headers) { $1 }
        let lines = all.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { "\($0): \($1)\r\n" }
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
    }

    /// - Parameter headers: replace the usual ones; empty ones are omitted.
    func ask(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> Answer {
        var headers = headers
        if !body.isEmpty { headers["Content-Length"] = headers["Content-Length"] ?? String(body.count) }
        let wire = try Wire(site.port)
        try await wire.send(head(method, path, headers).utf8)
        // The response may arrive before everything is sent.
        do { try await wire.send(body) } catch is Wire.Closed {}
        let answer = try await wire.answer(hasBody: method != "HEAD")
        for cookie in answer.cookies { keep(cookie) }
        // Form tokens belong to the previous session.
        if !answer.cookies.isEmpty { state.withLock { $0.token = "" } }
        if let token = answer.token, answer.status == 200 {
            state.withLock { $0.token = token }
        }
        return answer
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await ask("GET", path, headers)
    }

    /// With the token of the last page, or of the first one if there was none.
    func send(
        _ path: String, _ fields: [(String, String)] = [], _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = fields
        if !fields.contains(where: { $0.0 == "token" }) {
            if token.isEmpty { _ = try await get(site.site.pages.base + "/sign-in") }
            fields.insert(("token", token), at: 0)
        }
        let body = fields.map { "\($0.queryPart)=\($1.queryPart)" }.joined(separator: "&")
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await ask("POST", path, type.merging(headers) { $1 }, body: Array(body.utf8))
    }

    func signIn(_ name: String, _ password: String = TestSite.password) async throws -> Answer {
        try await send(
            site.site.pages.base + "/sign-in", [("name", name), ("password", password)])
    }
}
#endif
