#if Server
// While somebody has the store's lock for writing, pages that only read do not wait, nor does what only shows what a change
// would do.
import Books
import Foundation
import Testing

@testable import Catalogue
@testable import Server

extension TestSite {
    /// Runs `body` while another program has the lock.
    func locked(_ body: () async throws -> Void) async throws {
        let (begins, began) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        let other = try otherStore()
        Thread.detachNewThread {
            try? other.write { _ in
                began.yield()
                end.wait()
            }
        }
        defer { end.signal() }
        _ = await begins.first { _ in true }
        try await body()
    }
}

@Suite(.timeLimit(.minutes(30))) struct WaitingTests {
    private static let book = "/books/9780306406157"

    @Test func `comments of two people that wait for the lock keep no page waiting`() async throws {
        try await TestSite.with { site in
            let people = [try await site.visitor("Maria"), try await site.visitor("Tom")]
            try site.say("Said.", by: "Maria")
            for person in people { _ = try await person.get(Self.book) }
            var comments: [Task<Int, any Error>] = []
            try await site.locked {
                for person in people {
                    for _ in 0..<4 {
                        comments.append(
                            Task {
                                try await person.send("\(Self.book)/comments", [("text", "Waits.")]).status
                            })
                    }
                }
                try await Task.sleep(for: .seconds(1))
                for path in ["/healthz", "/sign-in"] {
                    #expect(try await site.visitor().get(path).status == 200)
                }
                for person in people { #expect(try await person.get(Self.book).status == 200) }
            }
            // Had the pages waited for them, they would have given up by now.
            for comment in comments { #expect(try await comment.value == 303) }
        }
    }

    @Test func `the preview of a merge does not wait for the lock`() async throws {
        try await TestSite.with { site in
            let kim = try await site.visitor("Kim", .librarian)
            try site.say("Said.", by: "Kim")
            let twin = try #require(try site.store.add(BookEdit([.title: ["Twin"]])).book.reference)
            try await site.locked {
                let page = try await kim.get("\(Self.book)/merge?other=\(twin)")
                #expect(page.status == 200 && page.text.contains("name=\"shown\""))
            }
            #expect(try site.store.info().books == 2)
        }
    }

    @Test func `a program's dry run does not wait for the lock, and changes nothing`() async throws {
        try await TestSite.with { site in
            let secret = Secret()
            try await site.store.makeToken(secret.hash, name: "x", of: site.account("Maria").id)
            let headers = ["Content-Type": "application/json", "Authorization": "Bearer \(secret.text)"]
            let row = #"{"isbn":"9780306406157","lists":["gifts"],"comments":[]}"#
            let table = #"{"source":"t","isDryRun":true,"rows":[\#(row)]}"#
            try await site.locked {
                let answer = try await site.visitor().ask(
                    "POST", "/api/v1/tables", headers, body: Array(table.utf8))
                #expect(answer.status == 200 && answer.text.contains("\"added\":1"), "\(answer.text)")
            }
            #expect(try site.store.info().books == 0)
        }
    }
}
#endif
