// scripts/stress itself: the same photos each time, and errors in arguments.
import Books
import Corpus
import Foundation
import TestSupport
import Testing

struct StressScriptTests {
    private static func made(_ arguments: String...) throws -> TemporaryFolder {
        let folder = try TemporaryFolder([:])
        let run = try Script(
            "stress",
            [PhotoCorpus.drawn, "--only-make", "--keep", "\(folder.path)/made", "--per-kind", "2"] + arguments
        )
        try #require(run.exitCode == 0, "\(run.output)")
        return folder
    }

    @Test func `the same seed gives the same photos`() throws {
        let kinds = "thin-bars,noise,two-books,false-label"
        let folders = try ["1", "1", "2"].map { try Self.made("--kinds", kinds, "--seed", $0) }
        func differ(_ one: Int, _ other: Int) throws -> Bool {
            try Script(shell: "diff -rq '\(folders[one].path)' '\(folders[other].path)'").exitCode != 0
        }
        #expect(try !differ(0, 1))
        #expect(try differ(0, 2))
    }

    @Test func `truth is carried along`() throws {
        let kinds = "jpeg,other-label,two-books,number-page"
        let folder = try Self.made("--kinds", kinds, "--part", "both")
        let truths = try PhotoCorpus(folder: "\(folder.path)/made").truths
        #expect(truths.map(\.klass) == kinds.split(separator: ",").flatMap { [String($0), String($0)] })
        #expect(truths.map { $0.isbns.isEmpty } == [false, false, true, true, false, false, true, true])
        #expect(truths.map(\.ownISBNs.count) == [0, 0, 0, 0, 2, 2, 0, 0])
    }

    @Test func `the two halves have no book in common`() throws {
        let books = try ["tune", "report"].map { part in
            let folder = try Self.made("--kinds", "jpeg", "--part", part, "--per-kind", "40")
            return Set(try PhotoCorpus(folder: "\(folder.path)/made").truths.flatMap(\.isbns))
        }
        #expect(!books[0].isEmpty && !books[1].isEmpty)
        #expect(books[0].isDisjoint(with: books[1]))
    }

    @Test(arguments: [
        (["--kinds", "fog"], "‘fog’ is no kind"), (["--per-kind", "0"], "--per-kind takes 1 to 10000"),
        (["--part", "half"], "invalid choice: 'half'"), (["--only-make"], "--only-make needs --keep"),
        (["--keep", PhotoCorpus.drawn], "is not an empty folder"),
        (["--program", "/nowhere"], "/nowhere: there is no such program"),
    ])
    func `bad arguments are named`(arguments: [String], problem: String) throws {
        let run = try Script("stress", [PhotoCorpus.drawn] + arguments + ["--program", "/bin/true"])
        #expect(run.exitCode == 2)
        #expect(run.output.contains(problem))
    }

    @Test func `a folder without truth is named`() throws {
        let empty = try TemporaryFolder([:])
        for folder in [empty.path, "/nowhere"] {
            let run = try Script("stress", [folder, "--program", "/bin/true"])
            #expect(run.exitCode == 1)
            #expect(run.output.hasPrefix("stress: \(folder): "))
        }
    }
}
