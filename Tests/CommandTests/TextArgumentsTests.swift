// Arguments of any bytes: those that are text must be UTF-8, those that are paths need not, and messages show them.
import Foundation
import Testing

struct TextArgumentsTests {
    @Test(arguments: [
        ("add --title ODD", "--title"), ("add --title=ODD --author Somebody", "--title"),
        ("add 9780306406157 --tag x --tag ODD", "--tag"), ("list add ODD 9780306406157", "<name>"),
        ("list ODD", "<name>"), ("copy add 9780306406157 --place ODD", "--place"), ("search ODD", "<words>"),
        ("comment add --as ODD 9780306406157 words", "--as"), ("comment add 9780306406157 -- ODD", "<text>"),
        ("import csv books.csv --list ODD", "--list"), ("reference add dump --name ODD", "--name"),
    ])
    func `text that is not UTF-8 is refused`(command: String, name: String) async throws {
        let program = try Program()
        let outcome = try await program.shell(
            #"odd=$(printf 'M\374ller'); bookzone \#(command.replacing("ODD", with: "$odd"))"#)
        #expect(outcome.exitCode == 64 && outcome.stdout.isEmpty)
        #expect(
            outcome.stderr.hasPrefix(#"\#(name): takes text in UTF-8, not $'M\xFCller'; "#),
            "\(outcome.stderr)")
        #expect(try await program.shell("ls -A").stdout.isEmpty)
    }

    @Test func `paths and their patterns may be any bytes`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "box/a.png")
        let outcome = try await program.shell(
            #"""
            odd=$(printf 'b\351'); cp -r box "$odd"; mv "$odd/a.png" "$odd/$odd.png"
            bookzone scan "$odd" --include "$odd*" --exclude "x$odd" -q -o "$odd.csv"; echo $?
            test -s "$odd.csv" && echo written
            """#)
        #expect(outcome.lines == ["1", "written"], "\(outcome.stderr)")
    }

    @Test(arguments: [
        "edit id:1 --cover-file ODD", "store restore ODD", "store load ODD --store other",
        "reference add ODD --name r", "scan --files-from ODD", "scan --tessdata ODD a.png",
        "triage --rules ODD a.png", "import csv ODD", "isbn 0306406152 -o ODD/x", "store backup ODD",
    ])
    func `messages show the bytes of paths`(command: String) async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        // With a cover, a backup is an archive.
        let outcome = try await program.shell(
            #"""
            bookzone add --title 'Old Almanac' >/dev/null; bookzone edit id:1 --cover-file a.png >/dev/null 2>&1
            odd=$(printf 'b\351'); bookzone \#(command.replacing("ODD", with: "$odd"))
            """#)
        #expect(outcome.exitCode != 0)
        #expect(outcome.stderr.contains(#"$'b\xE9"#), "\(outcome.stderr)")
        #expect(!outcome.stderr.contains("\u{FFFD}") && !outcome.stderr.contains("catalogue.sqlite"))
    }
}
