// Covers at the command line: fetched with look-ups, kept beside the store, limited.
import Foundation
import Servers
import TestSupport
import Testing

struct CoverCommandTests {
    private let program: Program
    private let library: LoopbackServer

    init() throws {
        program = try Program()
        let photo = try Data(
            contentsOf: Repository.root.appending(path: "testimages/imprint-cip-same-book-sideways.jpg"))
        library = try LoopbackServer { request in
            request.path == "/cover.jpg" ? ServerAnswer(body: .data(photo)) : .openLibrary(request)
        }
    }

    private func shell(_ script: String, covers: String = "on") async throws -> Outcome {
        try await program.shell(
            script,
            environment: [
                "BOOKZONE_COVERS": covers, "BOOKZONE_OPENLIBRARY_URL": library.address,
                "BOOKZONE_STORE": program.folder.appending(path: "s.sqlite").path,
            ])
    }

    private var fetched: Int { library.requests.count { $0.path == "/cover.jpg" } }

    @Test func `covers are fetched, limited and dumped`() async throws {
        let added = try await shell(
            "bookzone add 9780306406157 --title Atlas --cover \(library.address)/cover.jpg")
        #expect(added.exitCode == 0)
        _ = try await shell("bookzone lookup --pending", covers: "off")
        _ = try await shell("bookzone lookup --pending --offline")
        #expect(fetched == 0)
        #expect(try await shell("bookzone store covers").lines == ["0 covers, 0 bytes of 2.0 GB"])
        let pending = try await shell("bookzone lookup --pending")
        #expect(pending.stderr == "no look-ups are pending\n" && fetched == 1)
        _ = try await shell("bookzone lookup --pending")
        #expect(fetched == 1)
        let card = try await shell("bookzone lookup --offline --format jsonl 9780306406157")
        #expect(card.stdout.contains(#""kind":"fetched","sha256":"#))
        let info = try await shell("bookzone store info")
        #expect(info.lines.contains { $0.hasPrefix("Covers    1, ") })
        let loaded = try await shell(
            "bookzone store dump -o d.jsonl && bookzone store load d.jsonl --store t.sqlite && bookzone store covers --store t.sqlite"
        )
        #expect(loaded.lines.last?.hasPrefix("1 cover, ") == true)
        let none = try await shell("bookzone store covers --limit 0")
        #expect(none.lines == ["0 covers, 0 bytes of 0 bytes"])
        _ = try await shell("bookzone lookup --pending")
        #expect(fetched == 1)
        #expect(try await shell("bookzone store check").lines.first?.hasSuffix("all is well") == true)
        #expect(try await shell("bookzone store covers --limit much").exitCode == 64)
    }

    @Test func `a cover is chosen from a file, taken back and removed`() async throws {
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg").path
        let outcome = try await shell(
            """
            kind() { bookzone lookup --offline --format jsonl $1 | jq -r '"\\(.cover_picture.kind) \\(.title)"'; }
            bookzone add 9780306406157 --title Atlas >/dev/null
            ln -s '\(photo)' "$(printf 'caf\\351.jpg')"
            bookzone edit 9780306406157 --cover-file caf*.jpg >/dev/null; kind 9780306406157
            bookzone undo >/dev/null; kind 9780306406157
            bookzone edit 9780306406157 --cover-file '\(photo)' --title Maps >/dev/null; kind 9780306406157
            bookzone undo >/dev/null; kind 9780306406157
            bookzone edit 9780306406157 --cover-file '\(photo)' >/dev/null
            bookzone edit 9780306406157 --cover-file '' >/dev/null; kind 9780306406157
            old=$(bookzone add --title Almanac --cover-file '\(photo)'); kind $old
            echo no picture > text.jpg
            bookzone edit 9780306406157 --title Text --cover-file text.jpg; echo "text $?"
            head -c 20000 '\(photo)' > cut.jpg
            bookzone edit 9780306406157 --title Cut --cover-file cut.jpg; echo "cut $?"
            bookzone edit 9780306406157 --title Gone --cover-file gone.jpg; echo "gone $?"
            kind 9780306406157
            """)
        #expect(
            outcome.lines.filter { !$0.hasPrefix("978-0-306-40615-7") && !$0.hasPrefix("9780306406157") } == [
                "chosen Atlas", "null Atlas", "chosen Maps", "null Atlas", "null Atlas", "chosen Almanac",
                "text 2", "cut 2", "gone 2", "null Atlas",
            ], "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stderr.contains("cut.jpg: can't be a cover; give an undamaged photo"))
        #expect(outcome.stderr.contains("text.jpg: can't be a cover") && outcome.stderr.contains("gone.jpg"))
    }
}
