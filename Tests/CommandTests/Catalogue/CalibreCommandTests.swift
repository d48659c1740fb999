// `import` and `export` of Calibre's files.
import Foundation
import TestSupport
import Testing

struct CalibreCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let add = """
        bookzone add 0439023483 --title 'The Hunger Games' --author 'Suzanne Collins' >/dev/null
        bookzone add 9780306406157 >/dev/null
        """

    @Test func `an export is a folder with one book in each of its folders`() async throws {
        let outcome = try await program.shell(
            """
            \(Self.add)
            bookzone export calibre -o out/; echo $?; find out -type f; ls
            bookzone import 'out/The Hunger Games (1)/metadata.opf'
            """)
        #expect(outcome.stderr.contains("1 book can't be written in this format"))
        #expect(outcome.lines.prefix(2) == ["1", "out/The Hunger Games (1)/metadata.opf"])
        #expect(outcome.lines.contains("1 row: 0 books added, 0 changed, 1 known, 0 refused"))
        #expect(!outcome.stdout.contains("partial"))
    }

    @Test func `a folder that holds something is left alone`() async throws {
        try program.write(Data("mine".utf8), to: "full/mine.txt")
        try program.write(Data("mine".utf8), to: "file")
        let outcome = try await program.shell(
            """
            \(Self.add)
            bookzone export calibre; echo $?; bookzone export calibre -o full; echo $?
            bookzone export calibre -o file; echo $?; ls full; cat file; echo; ls -d *.partial
            mkdir empty; bookzone export calibre -o empty 2>/dev/null; ls empty
            """)
        #expect(outcome.lines == ["64", "64", "74", "mine.txt", "mine", "The Hunger Games (1)"])
        #expect(outcome.stderr.contains("full: is not empty; choose a new or empty folder\n"))
    }

    @Test func `leftovers of an interrupted export are removed by the next one`() async throws {
        try program.write(Data("old".utf8), to: "out.partial/Old (1)/metadata.opf")
        let outcome = try await program.shell(
            "\(Self.add)\nbookzone export calibre -o out; find out* -type f")
        #expect(outcome.lines == ["out/The Hunger Games (1)/metadata.opf"])
    }

    @Test func `an export that is killed leaves no folder of that name`() async throws {
        let outcome = try await program.shell(
            """
            \(Self.add)
            (echo title,author; seq 5000 | sed 's/$/,Suzanne Collins/') >books.csv
            bookzone import books.csv >/dev/null
            bookzone export calibre -o out & pid=$!
            while [ ! -d out.partial ] && [ ! -d out ]; do sleep 0.01; done
            kill -9 $pid; wait $pid; ls -d out
            bookzone export calibre -o out 0439023483; echo $?; ls out; ls -d out.partial
            """)
        #expect(outcome.lines == ["0", "The Hunger Games (1)"])
    }

    @Test func `two exports into one folder do not mix`() async throws {
        let outcome = try await program.shell(
            """
            \(Self.add)
            mkdir out.partial; flock out.partial bookzone export calibre -o out; echo $?; ls -d out
            """)
        #expect(outcome.stderr.contains("out: another run is writing to it"))
        #expect(outcome.lines == ["75"])
    }

    @Test func `a folder without a library is refused`() async throws {
        let outcome = try await program.shell(
            "mkdir books; bookzone import books; echo $?; touch books/notes; bookzone import calibre books; echo $?"
        )
        #expect(
            outcome.stderr
                == "books: is empty; there are no books to import\n"
                + "books/metadata.db: can't be read: No such file or directory\n")
        #expect(outcome.lines == ["2", "2"])
    }

    @Test func `a ZIP of an export is imported under its own name`() async throws {
        let table = Data("isbn,title\n0439023484,Wrong\n0439023483,Right\n".utf8)
        try program.write(ArchiveFile.zip([.init("a/books.csv", table)]), to: "books.zip")
        let outcome = try await program.shell(
            "bookzone import books.zip; bookzone import csv - < books.zip; bookzone search right --format jsonl"
        )
        #expect(outcome.lines.first == "2 rows: 2 books added, 0 changed, 0 known, 0 refused")
        #expect(outcome.stderr.hasPrefix("books.zip:2: 0439023484 check digit is 4, should be 3\n"))
        #expect(outcome.stdout.contains("2 rows: 0 books added, 0 changed, 2 known, 0 refused"))
    }
}
