// The whole use of the program, from a photo in a bookshop to two readers' comments.
import Foundation
import Servers
import Testing

struct StoryTests {
    @Test func `photo, a second reader and another photo`() async throws {
        let server = try ScanLookUpTests.server()
        let program = try ScanLookUpTests.program()
        func run(_ words: String, as reader: String) async throws -> Outcome {
            try await program.shell(
                words,
                environment: LookUpTests.environment(server).merging(["BOOKZONE_USER": reader]) { $1 })
        }
        let look = "bookzone scan --lookup --format card --source openlibrary"

        let first = try await run("\(look) box/IMG_2.jpg", as: "maria")
        #expect(first.lines.first == "The Ferryman's Ledger")
        #expect(first.lines.contains("Yours    neither owned nor wanted, and no other edition known here"))
        #expect(first.exitCode == 0)

        let isbn = ScanLookUpTests.isbn13
        let lists = "bookzone list add wanted \(isbn) && bookzone list add owned 9780306406157"
        #expect(try await run(lists, as: "maria").exitCode == 0)
        #expect(
            try await run("bookzone lookup --source openlibrary 9780306406157", as: "maria").exitCode == 0)
        let comment = "bookzone comment add \(isbn) 'Read it in one night.' --rating 5"
        #expect(try await run(comment, as: "maria").exitCode == 0)
        let spoiler = "bookzone comment add \(isbn) 'The ferryman did it.' --rating 4 --spoiler"
        #expect(try await run(spoiler, as: "ion").exitCode == 0)

        let requests = server.requests.count
        let second = try await run("\(look) box/IMG_10.jpg", as: "ana")
        let today = Date.now.formatted(.iso8601.year().month().day())
        #expect(
            second.lines == [
                "The Ferryman's Ledger",
                "Ada Okafor, Windward, 2012                         978-1-936218-47-9",
                "Yours    wanted; another edition owned: 978-0-306-40615-7",
                "Readers  4.5 of 5 (2 here); 3.9 (12 at Open Library)",
                "         5 ████████ 1   4 ████████ 1   3 0   2 0   1 0",
                "ion      4   \(today)  [spoiler: --spoilers]",
                "maria    5   \(today)  Read it in one night.",
                "Photos   box/IMG_2.jpg, IMG_10.jpg",
                "Cover    https://covers.openlibrary.org/b/id/240-L.jpg",
                "Sources  Open Library, \(today)", "Price    24.95 USD, in the barcode",
            ])
        #expect(second.exitCode == 0)
        #expect(server.requests.count == requests)
        let open = try await run("\(look) --spoilers box/IMG_10.jpg", as: "ana")
        #expect(open.stdout.contains("The ferryman did it."))
    }

    @Test func `doubtful photo is confirmed and then looked up`() async throws {
        let (program, candidate) = try await ReviewTests.doubtful()
        let server = try LoopbackServer {
            .openLibrary(
                $0,
                [
                    LibraryBook(
                        isbn13: candidate, title: "Salt and Tide", authors: ["Ada Okafor"],
                        publisher: "Windward", date: "1974", pages: 200, edition: "OL301M", work: "OL31W")
                ])
        }
        let look = "bookzone scan --lookup --format card --source openlibrary doubtful.jpg"
        let environment = LookUpTests.environment(server)
        let before = try await program.shell(look, environment: environment)
        #expect(before.stdout.hasPrefix("uncertain  ") && before.exitCode == 1)
        #expect(before.stderr.hasSuffix("1 photo to review: `bookzone review doubtful.jpg`\n"))
        #expect(server.requests.isEmpty, "nobody is asked about a number that may be wrong")
        let review = try await program.run(
            "review", "--offline", "doubtful.jpg", stdin: Data("\(candidate.suffix(4))\n".utf8))
        #expect(review.exitCode == 0)
        let after = try await program.shell(look, environment: environment)
        #expect(after.lines.first == "Salt and Tide")
        #expect(after.lines.contains("Photos   doubtful.jpg"))
        #expect(after.exitCode == 0)
    }
}
