#if Server
// What the API says of requests that it can't read.
import Accounts
import CatalogueAPI
import Foundation
import TestSupport
import Testing

@testable import Server

struct RefusedMessageTests {
    private static func send(
        _ site: TestSite, _ requests: [(method: String, path: String, body: String)]
    ) async throws -> [(status: Int, title: String)] {
        let secret = Secret()
        try await site.store.makeToken(secret.hash, name: "test", of: site.account("Maria").id)
        let headers = ["Authorization": "Bearer \(secret.text)", "Content-Type": "application/json"]
        var answers: [(Int, String)] = []
        for request in requests {
            let answer = try await site.visitor().ask(
                request.method, SiteAPI.path + request.path, headers, body: Array(request.body.utf8))
            let problem = try JSONDecoder().decode(ProblemMessage.self, from: Data(answer.text.utf8))
            answers.append((answer.status, problem.title))
        }
        return answers
    }

    @Test func `unknown parameters are refused on every path`() async throws {
        try await TestSite.with { site in
            let routes = site.site.router().routes.filter {
                $0.path.description.hasPrefix(SiteAPI.path) && !$0.path.description.hasSuffix("openapi.json")
                    && $0.method != .head
            }
            #expect(routes.count > 20)
            let answers = try await Self.send(
                site,
                routes.map { route in
                    let path = route.path.description.dropFirst(SiteAPI.path.count).replacing(
                        /:\w+/, with: "1")
                    return (route.method.rawValue, "\(path)?colour=red", "")
                })
            for (route, answer) in zip(routes, answers) {
                #expect(
                    answer.status == 422 && answer.title.hasPrefix("colour: no such parameter"),
                    "\(route.path)")
            }
            let search = try await Self.send(site, [("GET", "/search?title=xyz", "")])[0]
            #expect(search.title.hasSuffix("; there are words, author, from, to, list, limit"))
        }
    }

    @Test func `the parameters are those of the description`() throws {
        struct Document: Decodable {
            struct Operation: Decodable {
                struct Parameter: Decodable { var name, `in`: String? }
                var parameters: [Parameter]?
            }
            var paths: [String: [String: Operation]]
        }
        let text = try Repository.text("docs/openapi.json")
        let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        var described: [String: Set<String>] = [:]
        for (path, methods) in document.paths {
            for (method, operation) in methods {
                let names = (operation.parameters ?? []).filter { $0.in == "query" }.compactMap(\.name)
                if !names.isEmpty { described["\(method.uppercased()) \(path)"] = Set(names) }
            }
        }
        #expect(described == QueryGuard.parameters.mapValues(Set.init))
    }

    @Test func `the field that is missing or wrong is named`() async throws {
        try await TestSite.with { site in
            let comments = "/books/9780306406157/comments"
            let answers = try await Self.send(
                site,
                [
                    ("POST", comments, #"{"text":"Hallo"}"#),
                    ("POST", comments, #"{"text":7,"isSpoiler":false,"isPrivate":false}"#),
                    ("POST", "/cards", #"{"books":["9780306406157",{}]}"#),
                    ("POST", "/cards", #"{"books":"#), ("POST", "/cards", "[]"),
                ])
            #expect(answers.allSatisfy { $0.status == 400 })
            #expect(
                answers.map(\.title) == [
                    "the message is malformed: isSpoiler is missing",
                    "the message is malformed: text has a value that can't be used",
                    "the message is malformed: books[1] has a value that can't be used",
                    "the message is malformed: it is not the JSON that is expected",
                    "the message is malformed: it is not the JSON that is expected",
                ])
        }
    }
}
#endif
