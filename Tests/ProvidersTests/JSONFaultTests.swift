// Responses of JSON sources with one value removed or of another type: only the field concerned is lost.
import Books
import Foundation
import Servers
import Synchronization
import Testing

@testable import Providers

struct JSONFaultTests {
    private static var replacements: [Any?] {
        [
            nil, NSNull(), 7, -1.5, true, "", "other words", [Any](), ["x": 1], [NSNull(), ["y": "z"]], 1e300,
        ]
    }

    /// The path of a value in a response: keys and indices.
    private typealias Path = [String]

    private static func paths(of value: Any, below path: Path = []) -> [Path] {
        let members: [(String, Any)] =
            if let object = value as? [String: Any] {
                object.sorted { $0.key < $1.key }
            } else if let list = value as? [Any] {
                list.enumerated().map { (String($0.offset), $0.element) }
            } else {
                []
            }
        return members.flatMap { [path + [$0.0]] + paths(of: $0.1, below: path + [$0.0]) }
    }

    private static func replaced(_ value: Any, at path: ArraySlice<String>, by other: Any?) -> Any? {
        guard let step = path.first else { return other }
        if var object = value as? [String: Any], let member = object[step] {
            object[step] = replaced(member, at: path.dropFirst(), by: other)
            return object
        }
        guard var list = value as? [Any], let place = Int(step), list.indices.contains(place) else {
            return value
        }
        if let element = replaced(list[place], at: path.dropFirst(), by: other) {
            list[place] = element
        } else {
            list.remove(at: place)
        }
        return list
    }

    /// Sends a request with each fault in turn, to one server with one client.
    ///
    /// - Parameters:
    ///   - isFaulty: selects the response to change.
    ///   - vital: keys without which the source returns no book, or another one.
    ///   - allowed: the fields that may differ, by a key on the path of the fault.
    private static func check(
        _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer,
        source: (LoopbackServer) throws -> any BookSource,
        isFaulty: @escaping @Sendable (ServerRequest) -> Bool, vital: Set<String>,
        allowed: [String: Set<BookField>]
    ) async throws {
        let fault = Mutex<(path: Path, other: Data?)?>(nil)
        let whole = Mutex<Data?>(nil)
        let server = try LoopbackServer { request in
            let said = answer(request)
            guard isFaulty(request), case .data(let body) = said.body,
                let object = try? JSONSerialization.jsonObject(with: body)
            else { return said }
            whole.withLock { $0 = body }
            guard let fault = fault.withLock(\.self) else { return said }
            let other = fault.other.flatMap {
                try? JSONSerialization.jsonObject(with: $0, options: .fragmentsAllowed)
            }
            let changed = replaced(object, at: fault.path[...], by: other) ?? [:]
            let data = try? JSONSerialization.data(withJSONObject: changed)
            return .json(String(decoding: data ?? Data(), as: UTF8.self))
        }
        let source = try source(server)
        let isbn = try ISBN("9780306406157")
        func record() async -> SourceRecord? {
            guard case .found(let record) = await source.answers(to: [isbn])[isbn] else { return nil }
            return record
        }
        let sound = try #require(await record())
        let body = whole.withLock { $0 }
        let object = try JSONSerialization.jsonObject(with: try #require(body))
        for path in paths(of: object) {
            for other in replacements {
                let data = try other.map {
                    try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
                }
                fault.withLock { $0 = (path, data) }
                guard let found = await record() else {
                    let isVital = path.contains(where: vital.contains) || path.count == 1
                    #expect(isVital, "\(path) as \(String(describing: other)) cost the book")
                    continue
                }
                let fields = path.compactMap { allowed[$0] }.reduce(Set()) { $0.union($1) }
                for field in BookField.allCases where !fields.contains(field) && path.count > 1 {
                    let isSame = found.book.isSame(sound.book, field)
                    #expect(isSame, "\(path) as \(String(describing: other)) cost \(field)")
                }
            }
        }
    }

    @Test func `a wrong value from Open Library affects no other field`() async throws {
        let client = try RateLimitedClientTests.client()
        try await Self.check(
            { .openLibrary($0) }, source: { OpenLibraryTests.source($0, client) },
            isFaulty: { $0.query["jscmd"] == "data" }, vital: ["title", "identifiers"],
            allowed: [
                "title": [.title], "subtitle": [.subtitle], "authors": [.contributors],
                "publishers": [.publisher],
                "publish_date": [.year], "number_of_pages": [.pages], "subjects": [.subjects],
                "cover": [.cover],
                // Works and languages are requested for books that have a key.
                "key": [.works, .language], "identifiers": [.otherISBNs],
            ])
        try await Self.check(
            { .openLibrary($0) }, source: { OpenLibraryTests.source($0, client) },
            isFaulty: { $0.query["jscmd"] == "details" }, vital: [],
            allowed: ["details": [.language, .works]])
        try await Self.check(
            { .openLibrary($0) }, source: { OpenLibraryTests.source($0, client) },
            isFaulty: { $0.path == "/search.json" }, vital: [], allowed: [:])
    }

    @Test func `a wrong value from Inventaire affects no other field`() async throws {
        let client = try RateLimitedClientTests.client()
        try await Self.check(
            InventaireTests.answer,
            source: {
                var source = Inventaire(client: client, address: $0.address)
                source.rules = RateLimitedClientTests.rules
                return source
            },
            isFaulty: { $0.query["uris"]?.contains("isbn:") == true },
            vital: ["isbn:9780306406157", "wdt:P1476", "claims"],
            allowed: [
                "wdt:P1476": [.title], "wdt:P212": [.otherISBNs], "wdt:P957": [.otherISBNs],
                "wdt:P123": [.publisher],
                "wdt:P577": [.year], "wdt:P1104": [.pages], "wdt:P629": [.works, .contributors],
                "redirects": [],
            ])
    }
}

extension Book {
    /// Ignoring the origin.
    fileprivate func isSame(_ other: Book, _ field: BookField) -> Bool {
        let values = [self, other].map { book in
            var value = Book()
            value.take(field, from: book)
            value.origins = [:]
            return value
        }
        return values[0] == values[1]
    }
}
