// Shell completion.
import Foundation
import Testing

struct CompletionTests {
    /// Bash's completions for the last of some words.
    private func offers(_ words: String, in program: Program) async throws -> [String] {
        let parts = words.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let outcome = try await program.shell(
            """
            bookzone --generate-completion-script bash >completions
            cat >complete <<'END'
            source ./completions
            COMP_WORDS=(\(parts.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(parts.count - 1)
            COMP_LINE=${COMP_WORDS[*]}; COMP_POINT=${#COMP_LINE}
            _bookzone bookzone '\(parts.last ?? "")' '\(parts.dropLast().last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            END
            bash complete
            """, environment: ["BOOKZONE_USER": "maria"])
        return outcome.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test func `sources, lists and people are known`() async throws {
        let program = try Program()
        _ = try await program.shell(
            """
            export BOOKZONE_USER=maria
            bookzone list add lent 9780306406157; bookzone list add reading 9780306406157 --as ion
            bookzone comment add 9780306406157 Good.; bookzone --store other list add given 9780306406157
            bookzone list add given 9780306406157 --store other
            """)
        #expect(try await offers("bookzone lookup --source op", in: program) == ["openlibrary"])
        #expect(try await offers("bookzone list show l", in: program) == ["lent"])
        #expect(
            try await offers("bookzone list add ", in: program).sorted() == [
                "abandoned", "lent", "owned", "read", "reading", "wanted",
            ])
        #expect(try await offers("bookzone search --list o", in: program) == ["owned"])
        #expect(try await offers("bookzone person show ", in: program) == ["ion", "maria"])
        #expect(try await offers("bookzone list show --as m", in: program) == ["maria"])
        #expect(try await offers("bookzone list show --store other g", in: program) == ["given"])
    }

    @Test func `Tab makes no store`() async throws {
        let program = try Program()
        #expect(try await offers("bookzone list show l", in: program) == [])
        #expect(try await program.shell("ls -A | grep -v complet; true").stdout == "")
    }

    @Test func `an unknown source can be printed`() async throws {
        let outcome = try await Program().shell("bookzone lookup --source \"$(printf 'x\\033[2Jy')\" 1")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains("unknown source 'x\u{FFFD}[2Jy'"))
        let option = try await Program().shell("bookzone lookup \"$(printf -- '--x\\033[2Jy')\" 1")
        #expect(option.exitCode == 64 && !option.stderr.contains("\u{1B}"))
    }
}
