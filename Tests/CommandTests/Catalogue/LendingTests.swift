// `lend`, `return`, `reserve` and `loans`.
import Foundation
import TestSupport
import Testing

struct LendingTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "maria"], timeLimit: .seconds(600))
    }

    @Test func `a copy goes out, is waited for, and comes back`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label 'K 1' >/dev/null
            bookzone lend 'K 1' --to Tom --due 2999-01-02; bookzone reserve 0306406152 --for Ana
            bookzone loans --person TOM; bookzone loans --overdue; echo $?; bookzone return 0306406152
            bookzone lend 'K 1' --to Tom; echo $?; bookzone lend 'K 1' --to ana; bookzone history --limit 2 | cut -d ' ' -f 3-
            bookzone undo >/dev/null; bookzone reserve 0306406152 --for ana --cancel; bookzone copy show
            """)
        let copy = "copy:1  K 1  978-0-306-40615-7"
        #expect(
            outcome.lines.filter { !$0.contains("maria") } == [
                "\(copy)  [lent to Tom, due 2999-01-02]",
                "9780306406157  reserved for Ana; every copy is lent or held",
                "\(copy)  [lent to Tom, due 2999-01-02, then reserved for Ana]", "1",
                "\(copy)  [held for Ana]", "2",
                "\(copy)  [lent to Ana]", "9780306406157  the reservation for Ana is cancelled", copy,
            ])
        #expect(outcome.stderr.contains("copy:1 (K 1): is held for Ana, who reserved the book"))
        #expect(
            outcome.lines.contains { $0.contains("lent K 1") }
                && outcome.lines.contains { $0.contains("took back") })
    }

    @Test func `a book is reserved by a copy's number or label, too`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label a123456b >/dev/null; bookzone lend A123456b --to Tom
            bookzone reserve a123456B --for Ana; bookzone reserve copy:1 --for Ana --cancel
            """)
        let copy = "copy:1  A123456B  978-0-306-40615-7"
        #expect(
            outcome.lines == [
                "\(copy)  [lent to Tom]", "9780306406157  reserved for Ana; every copy is lent or held",
                "9780306406157  the reservation for Ana is cancelled",
            ], "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("lend 'K 1' --to Ana", 2, "is lent to Tom, due 2020-01-02, overdue; take it back"),
        ("return 'K 2'", 2, "is not lent"),
        ("lend 0306406152 --to Ana", 2, "there are 2 copies"), ("lend 'K 9' --to Ana", 1, "no such copy"),
        (
            "copy edit 'K 1' --reason lost >/dev/null; bookzone lend 'K 1' --to Ana", 2,
            "overdue; `bookzone return` brings it back"
        ),
        ("lend 'K 2' --to ' '", 64, "--to is the name"), ("lend '' --to Ana", 1, "no such copy"),
        ("return ' '", 1, "no such copy"), ("lend 'K 2' --to Ana --as ''", 64, "--as is the name"),
        ("lend 'K 2' --to Ana --due 2026-02-30", 64, "2026-02-30"),
        ("lend 'K 2' --to Ana --due 2020-01-01", 64, "in the past"),
        ("copy remove 'K 1'", 2, "is lent to Tom"),
        ("reserve 0306406152 --for tom", 2, "Tom has a copy of it already"),
        ("reserve 'K 2' --for tom", 2, "Tom has a copy of it already"),
        ("reserve 'K 9' --for Ana", 1, "K 9: no such copy"),
        ("reserve copy:9 --for Ana", 1, "copy:9: no such copy"),
        ("reserve 0306406153 --for Ana", 2, "0306406153"),
        ("remove --force 0306406152", 2, "is lent to Tom"),
        ("reserve 0306406152 --for Ana --cancel", 2, "has not reserved it"), ("loans --person Ana", 1, ""),
        ("loans --person ' '", 64, "--person is the name"),
        ("loans --store http://127.0.0.1:1", 2, "use the pages of the site"),
    ])
    func `a step that is not allowed says why`(words: String, code: Int, note: String) async throws {
        let outcome = try await run(
            """
            export BOOKZONE_STORE="$PWD/s.sqlite"
            for label in 'K 1' 'K 2'; do bookzone copy add 0306406152 --label "$label" >/dev/null; done
            bookzone lend 'K 1' --to Tom >/dev/null; \(Self.madeOverdue); bookzone \(words)
            """)
        #expect(outcome.exitCode == code, "\(outcome.stderr)")
        #expect(note.isEmpty || outcome.stderr.contains(note), "\(outcome.stderr)")
    }

    /// Nobody can lend a copy until a day that has passed.
    private static let madeOverdue = """
        bookzone store dump -o dump.jsonl && sed -i '/"table":"loan"/s/"due":null/"due":"2020-01-02"/' dump.jsonl && \
        rm "$BOOKZONE_STORE"* && bookzone store load dump.jsonl >/dev/null
        """

    @Test func `50 processes lend a copy once`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label 'K 1' >/dev/null
            for i in $(seq 50); do (bookzone lend 'K 1' --to person$i >>out 2>>err; echo $? >>codes) & done; wait
            sort codes | uniq -c | tr -s ' '; wc -l <out; bookzone loans | wc -l; grep -c 'is lent to' err
            """)
        #expect(outcome.lines == [" 1 0", " 49 2", "1", "1", "49"], "\(outcome.stderr)")
    }

    @Test func `a person is forgotten except for what is out`() async throws {
        let outcome = try await run(
            """
            for label in 'K 1' 'K 2'; do bookzone copy add 0306406152 --label "$label" >/dev/null; done
            bookzone lend 'K 1' 'K 2' --to Tom >/dev/null; bookzone return 'K 2' >/dev/null
            bookzone person forget tom; bookzone loans; bookzone return 'K 1' >/dev/null; bookzone person forget tom
            bookzone store dump | grep -c Tom
            """)
        #expect(
            outcome.lines == [
                "tom: 0 comments and 1 loan removed; 1 loan stays until the copy is returned",
                "copy:1  K 1  978-0-306-40615-7  [lent to Tom]", "tom: 0 comments removed", "0",
            ])
    }

    @Test func `a person who lends to themselves under another spelling is one`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label 'K 1' >/dev/null
            bookzone reserve 0306406152 --for Tom --as tom; bookzone lend 'K 1' --to Tom --as tom
            bookzone return 'K 1' --as TOM >/dev/null; bookzone person forget Tom
            bookzone store dump | grep -ci tom
            """)
        #expect(
            outcome.lines == [
                "9780306406157  copy:1 (K 1) is held for tom",
                "copy:1  K 1  978-0-306-40615-7  [lent to tom]",
                "Tom: 0 comments and 1 loan removed", "0",
            ], "\(outcome.stderr)")
    }
}
