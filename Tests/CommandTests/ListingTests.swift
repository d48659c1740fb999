// Every command that lists something has all four formats, in the forms described in `docs`.
import Foundation
import TestSupport
import Testing

struct ListingTests {
    /// A command line, and the schema of its output.
    private static let listings: [(words: String, schema: String)] = [
        ("scan found.jpg a.png", "scan-record"), ("show run.jsonl", "scan-record"),
        ("join run.jsonl", "scan-record"),
        ("scan --lookup --offline found.jpg", "scan-record"),
        ("isbn 0-306-40615-2 0306406153 9791090636071 ISBN", "isbn"),
        ("lookup --offline 0439023483 9780306406157", "book"), ("lookup id:2", "book"),
        ("search hunger", "book"), ("list show owned", "book"), ("list", "list"), ("list show", "list"),
        ("comment list 0439023483", "comment"), ("person show maria", "comment"),
        ("top", "top"), ("top --by lists --language en", "top"), ("top --by loans", "top"),
        ("stats --by language", "stats"), ("stats --by group", "stats"), ("stats --by publisher", "stats"),
        ("copy show", "copy"), ("loans", "copy"), ("copy show id:2", "copy"),
        ("triage found.jpg a.png --rules rules.txt", "triage"), ("inventory show", "inventories"),
        ("inventory show i --all", "inventory"), ("store info", "store-info"),
        ("history", "history"), ("undo", "history"),
        ("import csv table.csv", "import"),
        ("import goodreads goodreads.csv", "import"),
        ("reference", "reference"), ("reference list", "reference"),
        ("reference add --force dump.txt", "reference"),
    ]

    /// With all kinds of data in the store.
    private static func program() async throws -> Program {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "a.png")
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "found.jpg")
        try program.write(
            Data(
                #"""
                {"candidates":[],"error":null,"height":9,"isbns":[{"book":1,"confidence":1,"group":null,"hyphenated":"978-0-439-02348-1","isbn10":"0439023483","isbn13":"9780439023481","label":null,"qualifier":null,"reason":null,"witnesses":[]}],"milliseconds":1,"page":1,"photo":"a","repeats":null,"sha256":null,"status":"found","warnings":[],"width":9}

                """#.utf8), to: "run.jsonl")
        try program.write(Data("owned copies >= 1 -> keep\nalways -> sell\n".utf8), to: "rules.txt")
        try program.write(Data("isbn,title\n9780439554930,Two\n1,x\n".utf8), to: "table.csv")
        try program.write(
            Data("Book Id,Title,ISBN,My Rating,Exclusive Shelf\n7,T,=\"0439023483\",5,read\n".utf8),
            to: "goodreads.csv")
        try program.write(
            Data(
                "/type/edition\t/books/OL1M\t1\t2026\t{\"title\": \"Atlas\", \"isbn_13\": [\"9780306406157\"]}\n"
                    .utf8),
            to: "dump.txt")
        let outcome = try await program.shell(
            """
            export BOOKZONE_USER=maria
            bookzone reference add dump.txt >/dev/null 2>&1
            bookzone add 0439023483 --title 'The Hunger Games' --author 'Collins, S.' --year 2008 --language eng --cover http://x.org
            bookzone add --title 'Hunger without a number' --edition-of 0439023483
            bookzone list add owned 0439023483 id:2; bookzone comment add id:2 'Fine, "really".' --rating 3.5 --spoiler
            bookzone comment add 0439023483 'Two\nlines.' --private
            bookzone copy add id:2 --label 'K 1' --place hall/2 --price '12.50 EUR' --acquired 2020 --notes 'A, "b".' >/dev/null
            bookzone copy add 0439023483 >/dev/null
            bookzone lend 'K 1' --to Tom --due 2999-01-02 >/dev/null
            bookzone inventory begin i >/dev/null
            bookzone inventory scan i found.jpg a.png --place 'hall, 1' 2>/dev/null || true
            """)
        try #require(outcome.stderr.isEmpty)
        return program
    }

    private static func run(_ program: Program, _ words: String, _ format: String) async throws -> Outcome {
        try await program.shell(
            "bookzone \(words) --format \(format)", environment: ["BOOKZONE_USER": "maria"])
    }

    @Test func `lines fit the schema, and other formats are there too`() async throws {
        let made = try await Self.program()
        for (words, name) in Self.listings {
            // Some commands change the store.
            let program = try Program(copyOf: made)
            let lines = try await Self.run(program, words, "jsonl").stdout.split(separator: "\n")
            let schema = try JSONSchema.named(name)
            #expect(!lines.isEmpty, "\(words)")
            for line in lines { #expect(schema.problems(try JSONValue(String(line))) == [], "\(words)") }

            let others = try Program(copyOf: made)
            for format in ["table", "text"] + (words.hasPrefix("lookup") ? ["card"] : []) {
                let outcome = try await Self.run(others, words, format)
                #expect(!outcome.stdout.isEmpty && !outcome.stdout.contains("\u{1B}"), "\(words)")
            }
            let csv = try await Self.run(others, words, "csv").stdout
            let heads = csv.prefix { $0 != "\r\n" }.split(separator: ",")
            #expect(heads.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil }, "\(words)")
            #expect(csv.split(separator: "\r\n").count > 1, "\(words)")
        }
    }

    /// A CSV column and a JSON key for the same thing have the same name.
    @Test func `keys are spelt one way`() throws {
        for name in Set(Self.listings.map(\.schema)) {
            let schema = try JSONValue(Repository.text("docs/\(name).schema.json"))
            let keys = (schema["properties"] ?? schema["$defs"]?["record"]?["properties"])?.members?.keys.map(
                \.self)
            #expect(try #require(keys).allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil })
        }
    }

    @Test func `every command with formats is here`() async throws {
        let commands = try await CommandTree(Program()).commands.filter { $0.options.contains("format") }
        for command in commands {
            let words = command.path.dropFirst("bookzone ".count)
            #expect(Self.listings.contains { ($0.words + " ").hasPrefix(words + " ") }, "\(command.path)")
        }
    }
}
