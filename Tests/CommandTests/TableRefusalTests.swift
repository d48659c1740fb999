// Commands that read the results of a scan refuse its table and a pipe, and say which file they take.
import Foundation
import Testing

struct TableRefusalTests {
    @Test(arguments: [
        "show", "join", "report -o out", "review", "review --apply decisions.jsonl", "copy link --photos",
        "files check", "files sidecar",
    ])
    func refused(command: String) async throws {
        let program = try Program()
        try program.write(Data("photo,page,status,isbn13\r\n".utf8), to: "box1.csv")
        try program.write(Data("PK\u{3}\u{4}".utf8), to: "box1.XLSX")
        try program.write(Data(), to: "decisions.jsonl")
        for table in ["box1.csv", "box1.XLSX"] {
            let outcome = try await program.shell("bookzone \(command) \(table)")
            #expect(outcome.exitCode == 2, "\(outcome.stderr)")
            #expect(
                outcome.stderr
                    == "\(table): is a table; this takes the results that `scan -o FILE.jsonl` writes\n")
            #expect(outcome.stdout.isEmpty)
        }
    }

    @Test(arguments: [
        "show", "join", "report -o out", "review", "review --apply decisions.jsonl", "copy link --photos",
        "files check",
    ])
    func `results from a pipe are refused`(command: String) async throws {
        let program = try Program()
        try program.write(Data(), to: "decisions.jsonl")
        let outcome = try await program.shell(
            "mkfifo pipe; (echo {} >pipe) 2>/dev/null & bookzone \(command) pipe; code=$?; cat pipe >/dev/null; exit $code",
            timeLimit: .seconds(60))
        #expect(outcome.exitCode == 2)
        #expect(outcome.stderr == "pipe: is a pipe; save the results in a file first\n")
        #expect(outcome.stdout.isEmpty)
    }

    @Test func `records in a file that is named like a table are taken`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        let outcome = try await program.shell(
            "bookzone scan a.png -q --format jsonl -o r.csv; bookzone show r.csv -q --format text; echo $?")
        #expect(outcome.lines == ["0"], "\(outcome.stderr)")
        _ = try await program.shell(": >empty.csv")
        #expect(try await program.shell("bookzone show empty.csv").exitCode == 0)
    }
}
