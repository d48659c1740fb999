// `copy`: copies on the command line, their labels, and tables of them.
import Books
import Foundation
import TestSupport
import Testing

struct CopyTests {
    private let program: Program

    init() throws { program = try Program() }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(words, environment: ["BOOKZONE_USER": "maria"])
    }

    @Test func `a copy is added, labelled, moved, edited and removed`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --place ' hall / 2' --condition good --price '12.50 EUR' --acquired 2020
            bookzone copy link 9780306406157 'K 1'; bookzone copy move 'K 1' --to attic
            bookzone copy edit copy:1 --price '' --condition fair; bookzone list show owned
            bookzone copy edit 0306406152 --gone 2021-05 --reason sold; bookzone copy show; echo $?
            bookzone copy show --gone; bookzone copy remove 'K 1'; bookzone copy show 0306406152 --gone; echo $?
            """)
        #expect(outcome.stderr.isEmpty)
        let name = "978-0-306-40615-7"
        #expect(
            outcome.lines == [
                "copy:1", "copy:1  K 1  \(name)  hall/2  good  12.50 EUR",
                "copy:1  K 1  \(name)  attic  good  12.50 EUR",
                "copy:1  K 1  \(name)  attic  fair", "9780306406157",
                "copy:1  K 1  \(name)  attic  fair  [sold 2021-05]",
                "1", "copy:1  K 1  \(name)  attic  fair  [sold 2021-05]",
                "copy:1  K 1  \(name)  attic  fair  [sold 2021-05]", "1",
            ])
    }

    @Test func `books that are no longer wanted are counted`() async throws {
        let outcome = try await run(
            """
            bookzone list add wanted 0306406152 9780439023481 9783161484100 >/dev/null 2>&1
            bookzone copy add 0306406152; printf '9780439023481\n9783161484100\n' | bookzone copy add - >/dev/null
            """)
        #expect(
            outcome.stderr.split(separator: "\n").filter { $0.contains("wanted") } == [
                "1 book no longer wanted", "2 books no longer wanted",
            ], "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("copy add 0306406152 --price 12,50", 2, "price “12,50”: write the amount"),
        (
            "copy add 0306406152 --price '1.250 EUR'", 2,
            "price “1.250 EUR”: it isn't clear where the decimals"
        ),
        ("copy add 0306406153", 2, "0306406153"), ("copy add id:9", 1, "not in the store"),
        ("copy add 0306406152 --label 'K 1'", 2, "copy:1 (K 1) has this label"), ("copy show 'K 9'", 1, ""),
        ("copy edit 'K 1' --acquired 2005 --gone 1999", 2, "can't be gone before it was acquired"),
        ("copy show --list nolist", 1, "nolist: no such list"),
        ("copy move 'K 9' --to x", 1, "K 9: no such copy"),
        ("copy remove 0439023483", 2, "there are 2 copies; give the number of one: copy:2, copy:3"),
        ("copy add 0439023483 --label 978-0-306-40615-7", 2, "a label can't be an ISBN"),
        ("copy link 'K 1' 'K 2'", 2, "has a label already"), ("copy edit 'K 1'", 64, "give the fields"),
        ("copy add 0306406152 --list read", 2, "“read”: a personal list"),
        ("copy add 0306406152 --list 'x, y'", 64, "a list's name can't contain a comma"),
        ("copy add 0306406152 --list ' -- '", 2, "at least one letter or digit"),
        ("copy add", 64, "give a book, or --table"), ("copy link -  'K 1'", 64, "give a copy and its label"),
        ("remove 0306406152", 2, "1 copy"), ("list remove owned 0306406152", 2, "copy edit --gone"),
        ("copy show --store http://127.0.0.1:1", 2, "use the pages of the site"),
    ])
    func `what can't be done says why`(words: String, code: Int, note: String) async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label 'K 1' >/dev/null
            bookzone copy add 0439023483 >/dev/null; bookzone copy add 0439023483 --place x >/dev/null
            bookzone \(words)
            """)
        #expect(outcome.exitCode == code, "\(outcome.stderr)")
        #expect(note.isEmpty || outcome.stderr.contains(note), "\(outcome.stderr)")
    }

    @Test func `a list that comes to be is said`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 >/dev/null; bookzone copy add 0306406152 --list lent >/dev/null
            bookzone copy edit copy:2 --list lnet >/dev/null; bookzone copy edit copy:1 --list owned >/dev/null
            """)
        let lines = outcome.stderr.split(whereSeparator: \.isNewline)
        #expect(lines.count == 2 && outcome.stdout.isEmpty, "\(outcome.stderr)")
        #expect(lines.first == "lent: a new list" && lines.last?.hasPrefix("lnet: a new list") == true)
    }

    @Test func `a list that a table makes is said`() async throws {
        let outcome = try await run(
            """
            printf 'isbn13,list\\n0306406152,onwed\\n0306406152,Onwed\\n0439023483,owned\\n0439023483,wanted\\nx,none\\n' > t.csv
            bookzone copy add --table t.csv; bookzone copy add --table t.csv
            """)
        #expect(
            outcome.lines == [
                "3 added, 0 changed, 0 known, 2 refused", "3 added, 0 changed, 0 known, 2 refused",
            ])
        #expect(outcome.stderr.components(separatedBy: "a new list").count == 2, "\(outcome.stderr)")
        #expect(
            outcome.stderr.contains("onwed: a new list, similar to owned; `bookzone undo` reverts it"))
    }

    @Test func `a row with half a price is refused, and a decimal comma is taken`() async throws {
        let outcome = try await run(
            """
            bookzone copy add --table - <<'END'
            isbn13;place;price;currency
            0306406152;a;7,99;EUR
            0306406152;b;1.250.000;JPY
            0306406152;c;1.250;EUR
            0306406152;d;7;
            0306406152;e;;EUR
            0306406152;f;;
            END
            bookzone copy show --format csv | cut -d, -f7,9,10
            """)
        #expect(
            outcome.lines == [
                "3 added, 0 changed, 0 known, 3 refused", "place,price,currency", "a,7.99,EUR",
                "b,1250000,JPY", "f,,",
            ])
        for words in [
            "line 4: price “1.250 EUR”: it isn't clear where the decimals begin",
            "line 5: price “7”: write the amount and the currency",
            "line 6: currency “EUR”: no price beside it",
        ] {
            #expect(outcome.stderr.contains(words), "\(outcome.stderr)")
        }
    }

    @Test func `labels come from a list, in one change`() async throws {
        let outcome = try await run(
            """
            for i in 1 2 3; do bookzone copy add 0439023483 >/dev/null; done
            printf '0439023483\\tK, 1\\r\\n0439023483;K 2\\n\\nnothing\\n0306406152,K 3\\n9780439023481,"K;""3"\\n0439023483,"K 4\\n' | bookzone copy link -; echo $?
            bookzone undo >/dev/null; bookzone copy show --format csv | cut -d , -f 1-3
            """)
        let isbn = "9780439023481"
        #expect(
            outcome.lines == [
                "copy:1  K, 1  978-0-439-02348-1", "copy:2  K 2  978-0-439-02348-1",
                #"copy:3  K;"3  978-0-439-02348-1"#,
                "2",
                "number,label,isbn13",
                "1,,\(isbn)", "2,,\(isbn)", "3,,\(isbn)",
            ])
        #expect(outcome.stderr.contains("nothing: not a copy and a label"))
        #expect(outcome.stderr.contains(#"0439023483,"K 4: not a copy and a label"#))
        #expect(outcome.stderr.contains("0306406152: no such copy"))
    }

    @Test func `a label of a photo that can't be given names both`() async throws {
        func record(_ photo: String, _ labels: String...) throws -> Data {
            var record = PhotoRecord(photo: photo, status: .found)
            record.isbns = [ISBNReading(isbn: try ISBN("0306406152"), confidence: 1)]
            record.others = try labels.map {
                OtherReading(number: try #require(OtherNumber(.label, $0)), confidence: 0.9)
            }
            return try JSONEncoder().encode(record) + Data("\n".utf8)
        }
        try program.write(record("a.jpg", "K 9") + record("b.jpg", "K 7", "K 8"), to: "run.jsonl")
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label 'K 1' >/dev/null; bookzone copy link --photos run.jsonl; echo $?
            """)
        #expect(outcome.lines == ["2"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("a.jpg: label “K 9”: copy:1 (K 1): has a label already"))
        #expect(
            outcome.stderr.contains(
                "b.jpg: does not show one label and one ISBN, but label “K 7”, label “K 8”, 978-0-306-40615-7"
            ))
    }

    @Test func `a shelf is added from lines of ISBNs, in one change`() async throws {
        let outcome = try await run(
            """
            printf '9780306406157\\tThe Lantern Atlas\\n\\n0439023483\\nuncertain\\n0439023483\\n' >lines
            bookzone copy add - --place 'hall / 2' <lines; echo $?; bookzone list show owned
            bookzone undo >/dev/null; bookzone copy show; echo $?; bookzone copy add - --label 'K 1' <lines; echo $?
            """)
        #expect(
            outcome.lines == [
                "copy:1  978-0-306-40615-7  hall/2", "copy:2  978-0-439-02348-1  hall/2",
                "copy:3  978-0-439-02348-1  hall/2", "2", "9780306406157", "9780439023481", "1", "64",
            ], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("uncertain: "))
    }

    @Test(
        arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian], ["\n", "\r\n", "\r"])
    func `a list has any encoding of Unicode, any line ends, and empty lines`(
        encoding: String.Encoding, end: String
    ) async throws {
        let lines = ["\u{FEFF}0439023483\tK 1", "", "9783161484100\tK 2", ""]
        try program.write(
            #require(lines.joined(separator: end).data(using: encoding)), to: "lines")
        let outcome = try await run(
            """
            for command in 'list add box' 'copy add' 'copy link'; do bookzone $command - <lines >/dev/null; echo $?; done
            bookzone list show box | wc -l; bookzone copy show | grep -c 'K [12]'
            """)
        #expect(outcome.lines == ["0", "0", "0", "2", "2"], "\(outcome.stderr)")
    }

    @Test(arguments: ["list add box -", "lookup -", "export csv -", "lend - --to ana", "copy link -"])
    func `standard input that is closed is an error`(words: String) async throws {
        let outcome = try await run(
            "bookzone add --title T >/dev/null; bookzone \(words) <&-; echo $?")
        #expect(outcome.lines.last == "2")
        #expect(outcome.stderr.hasPrefix("standard input: can't be read"), "\(outcome.stderr)")
    }

    @Test func `an empty shelf adds no copy, and makes no store`() async throws {
        let outcome = try await Program().shell(
            "bookzone copy add - --store new.sqlite </dev/null; echo $?; ls")
        #expect(outcome.lines == ["0"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("no copy was added"))
    }

    @Test func `a shelf is added from a scan's records, and what is not sure is named`() async throws {
        var records = ["a", "b", "c", "d"].map { PhotoRecord(photo: "\($0).jpg") }
        let isbns = try ["0306406152", "0439023483", "9780201144567"].map {
            ISBNReading(isbn: try ISBN($0), confidence: 1)
        }
        (records[0].status, records[0].isbns) = (.found, isbns)
        records[0].isbns[1].book = 2
        records[0].isbns[2].qualifier = "set"
        (records[1].status, records[1].isbns, records[1].repeats) = (.found, [isbns[0]], records[0].place)
        (records[2].status, records[2].candidates) = (.uncertain, [isbns[2]])
        let lines = try records.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
        try program.write(lines.reduce(Data(), +) + Data("{}\n".utf8), to: "run.jsonl")
        let outcome = try await run("bookzone copy add - --place hall <run.jsonl; echo $?")
        #expect(
            outcome.lines == ["copy:1  978-0-306-40615-7  hall", "copy:2  978-0-439-02348-1  hall", "2"],
            "\(outcome.stderr)")
        let notes = outcome.stderr.split(separator: "\n")
        #expect(notes.count == 4, "\(outcome.stderr)")
        #expect(notes.first == "b.jpg: same book as a.jpg; skipped")
        #expect(notes.dropFirst().first?.hasPrefix("c.jpg: 978-0-201-14456-7? ") == true)
        #expect(notes.dropFirst(2) == ["d.jpg: no ISBN found; skipped", "{}: not a record of a scan"])
    }

    @Test func `a table that comes back changes copies without a label by their numbers`() async throws {
        let outcome = try await run(
            """
            for place in a b; do bookzone copy add 0306406152 --place $place >/dev/null; done
            bookzone copy add 9780439023481 --place c >/dev/null
            bookzone copy show --format csv | sed s/,b,/,box,/ > copies.csv
            bookzone copy add --table copies.csv
            # The number of another book's copy says nothing.
            sed 's/^3,/2,/; s/^1,/copy:1,/' copies.csv > wrong.csv; bookzone copy add --table wrong.csv
            bookzone copy show --format csv | cut -d, -f1,7
            """)
        #expect(
            outcome.lines == [
                "0 added, 1 changed, 2 known, 0 refused", "1 added, 0 changed, 2 known, 0 refused",
                "number,place", "1,a", "2,box", "3,c", "4,c",
            ])
    }

    @Test func `a list keeps the capitals of its name in lines and tables`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --list 'My List' >/dev/null; bookzone copy show
            bookzone copy show --format csv -o c.csv; bookzone copy add --table c.csv --store other.sqlite
            bookzone list --store other.sqlite --format csv | tail -n +2 | cut -d, -f1
            bookzone copy edit copy:1 --list owned; bookzone copy add --table c.csv; bookzone list --format csv | tail -n +2 | cut -d, -f1
            """)
        #expect(outcome.lines.first == "copy:1  978-0-306-40615-7  on My List")
        #expect(outcome.lines.filter { $0 == "My List" }.count == 2, "\(outcome.stdout) \(outcome.stderr)")
        #expect(outcome.stderr.contains("My List") && !outcome.stderr.contains("my list"))
    }

    @Test func `a table from before a copy got its label doesn't take it away, and adds no copy`()
        async throws
    {
        let outcome = try await run(
            """
            for place in a b; do bookzone copy add 0306406152 --place $place >/dev/null; done
            bookzone copy show --format csv | sed s/,b,/,box,/ > copies.csv
            bookzone copy edit copy:2 --label 'K 2' >/dev/null
            bookzone copy add --table copies.csv
            # A label in the table that another copy has is not changed by its number.
            sed 's/^2,,/2,K 9,/' copies.csv > other.csv; bookzone copy add --table other.csv
            bookzone copy show --format csv | cut -d, -f1,2,7
            """)
        #expect(
            outcome.lines == [
                "0 added, 1 changed, 1 known, 0 refused", "1 added, 0 changed, 1 known, 0 refused",
                "number,label,place", "1,,a", "2,K 2,box", "3,K 9,box",
            ])
    }

    @Test func `loans and reservations of a table are left out, which is said`() async throws {
        let outcome = try await run(
            """
            books="0306406152 0439023483 9780439554930"
            for book in $books; do bookzone copy add $book >/dev/null; done
            bookzone lend copy:1 copy:2 --to Tom >/dev/null; bookzone reserve 0439023483 --for Ana >/dev/null
            bookzone copy show --format csv > copies.csv; bookzone copy add --table copies.csv
            bookzone return copy:2 >/dev/null; bookzone copy add --table copies.csv
            for book in $books; do bookzone add $book --store b.sqlite >/dev/null; done
            bookzone copy add --table copies.csv --store b.sqlite
            """)
        #expect(
            outcome.lines == [
                "0 added, 0 changed, 3 known, 0 refused", "0 added, 0 changed, 3 known, 0 refused",
                "3 added, 0 changed, 0 known, 0 refused",
            ])
        let notes = outcome.stderr.components(
            separatedBy: "the loan or reservation in the table was not taken")
        #expect(notes.count == 3, "\(outcome.stderr)")
        #expect(
            notes.first?.hasSuffix("1 copy: ") == true
                && notes.dropFirst().first?.hasSuffix("2 copies: ") == true)
    }

    @Test func `a book's number in another store is another book's`() async throws {
        let outcome = try await run(
            """
            bookzone add --title 'The Atlas' >/dev/null; bookzone copy add id:1 --place hall >/dev/null
            bookzone copy show --format csv > copies.csv
            bookzone add --title Bestiary --store other.sqlite >/dev/null
            bookzone add 0306406152 --store isbn.sqlite >/dev/null
            for store in other isbn; do bookzone copy add --table copies.csv --store $store.sqlite; done
            bookzone edit id:1 --title 'THE ATLAS.' >/dev/null; bookzone copy add --table copies.csv
            printf 'book,place\\nid:1,attic\\n' | bookzone copy add --table -
            """)
        #expect(
            outcome.lines == [
                "0 added, 0 changed, 0 known, 1 refused", "0 added, 0 changed, 0 known, 1 refused",
                "0 added, 0 changed, 1 known, 0 refused", "1 added, 0 changed, 0 known, 0 refused",
            ])
        #expect(outcome.stderr.contains("line 2: id:1: is “Bestiary” in this store"))
        #expect(outcome.stderr.contains("line 2: id:1: is “978-0-306-40615-7” in this store"))
    }

    @Test func `a table goes out and comes in`() async throws {
        let outcome = try await run(
            """
            bookzone copy add 0306406152 --label '=K "1"' --place 'a/b, c' --price '3 JPY' --notes 'One.
            Two.' >/dev/null
            bookzone add --title Atlas >/dev/null; bookzone copy add id:2 --label L --price '1.50 EUR' --acquired 2020-02 >/dev/null
            bookzone copy show --format csv > copies.csv
            bookzone copy add --table copies.csv --store new.sqlite; echo $?
            bookzone copy edit L --gone 2021 >/dev/null; bookzone copy add --table - < copies.csv; echo $?
            bookzone copy show --store new.sqlite --format csv
            """)
        let lines = outcome.lines
        #expect(
            lines[0...3] == [
                "1 added, 0 changed, 0 known, 1 refused", "2", "0 added, 0 changed, 2 known, 0 refused", "0",
            ])
        #expect(outcome.stderr.contains("line 4: id:2: not in the store"))
        let copied = try String(contentsOf: program.folder.appending(path: "copies.csv"), encoding: .utf8)
        let rest = outcome.stdout.components(separatedBy: "refused\n0\n")[1]
        #expect(copied.hasPrefix(rest.trimmingCharacters(in: .newlines)))
    }
}
