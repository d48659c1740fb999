// Common behaviour of all commands: help and usage errors; and tests of the helper that runs the program.
import Foundation
import Testing

struct ProgramTests {
    @Test func `help is a result`() async throws {
        let outcome = try await Program().run("--help")
        #expect(outcome.exitCode == 0)
        #expect(outcome.stdout.contains("USAGE: bookzone"))
        #expect(outcome.stderr.isEmpty)
    }

    @Test func `shell completes photos`() async throws {
        let program = try Program()
        try program.write(Data(), to: "box1/IMG_2.jpg")
        try program.write(
            Data(
                """
                source <(bookzone --generate-completion-script bash)
                COMP_WORDS=(bookzone scan box); COMP_CWORD=2; COMP_LINE=${COMP_WORDS[*]}; COMP_POINT=${#COMP_LINE}
                _bookzone bookzone box scan
                echo "${COMPREPLY[@]}"
                """.utf8), to: "complete")
        #expect(try await program.shell("bash complete").stdout == "box1\n")
    }

    @Test func `unknown option is a usage error`() async throws {
        let outcome = try await Program().run("--no-such-option")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.stderr.contains("--no-such-option"))
    }

    @Test func `shell finds the program and the folder`() async throws {
        let program = try Program()
        try program.write(Data("seen".utf8), to: "a/b.txt")
        let outcome = try await program.shell(
            "bookzone --help >/dev/null && cat a/b.txt - && exit 3", stdin: Data("in".utf8))
        #expect(outcome.stdout == "seenin")
        #expect(outcome.exitCode == 3)
    }

    @Test func `time limit ends a run with all it started`() async throws {
        let program = try Program()
        let outcome = try await program.shell(
            "sleep 600 & echo $! >job; wait", timeLimit: .seconds(5))
        #expect(outcome.exitCode == 137)
        let job = try String(contentsOf: program.folder.appending(path: "job"), encoding: .utf8)
        let isAlive = "grep -qs '^State:.[^Z]' /proc/\(job.dropLast())/status"
        #expect(try await program.shell("while \(isAlive); do sleep 0.1; done").exitCode == 0)
    }
}
