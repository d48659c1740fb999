// What every command has in common: help, usage errors, and that the tests' own way of running it is sound.
import Foundation
import Testing

struct ProgramTests {
    @Test func helpIsAResult() async throws {
        let outcome = try await Program().run("--help")
        #expect(outcome.exitCode == 0)
        #expect(outcome.stdout.contains("USAGE: bookzone"))
        #expect(outcome.stderr.isEmpty)
    }

    @Test func unknownOptionIsAUsageError() async throws {
        let outcome = try await Program().run("--no-such-option")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr.contains("--no-such-option"))
    }

    @Test func shellFindsTheProgramAndTheFolder() async throws {
        let program = try Program()
        try program.write(Data("seen".utf8), to: "a/b.txt")
        let outcome = try await program.shell(
            "bookzone --help >/dev/null && cat a/b.txt - && exit 3", stdin: Data("in".utf8))
        #expect(outcome.stdout == "seenin")
        #expect(outcome.exitCode == 3)
    }

    @Test func timeLimitEndsARun() async throws {
        let outcome = try await Program().shell("exec sleep 60", timeLimit: .milliseconds(200))
        #expect(outcome.exitCode == 137)
    }
}
