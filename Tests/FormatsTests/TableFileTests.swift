// Tables of all encodings and forms: everything in them is imported or reported.
import Books
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct TableFileTests {
    private let temporary: ImportedStore

    init() throws { temporary = try ImportedStore() }

    private func load(_ bytes: Data, list: String? = nil) throws -> ImportedStore.Outcome {
        try temporary.load(bytes, as: .csv, list: list)
    }

    private func load(_ text: String) throws -> ImportedStore.Outcome { try load(Data(text.utf8)) }

    private func readings(_ isbn: String) throws -> [String] {
        let id = try #require(try temporary.store.book(reference(isbn))?.id)
        return try temporary.store.readings(of: id, by: "ion").map(\.cell)
    }

    // MARK: Encodings

    static let titles: [(String, [String])] = [
        ("Shift_JIS", ["吾輩は猫である", "坊っちゃん", "ノルウェイの森", "表示―ソ能"]),
        ("EUC-JP", ["吾輩は猫である", "坊っちゃん", "ノルウェイの森"]), ("GB18030", ["红楼梦", "活着", "三体 第二部 黑暗森林"]),
        ("Big5", ["紅樓夢", "活著", "邊城故事"]), ("EUC-KR", ["채식주의자", "엄마를 부탁해", "소년이 온다"]),
        ("ISO-2022-JP", ["吾輩は猫である", "坊っちゃん"]),
        ("windows-1252", ["Cien años de soledad", "L’étranger", "Die Blechtrommel – Günter Grass"]),
        ("ISO-8859-2", ["Bolesław Prus", "Stanisław Wyspiański w Łodzi", "Państwo i społeczeństwo"]),
        (
            "windows-1250",
            ["Bolesław Prus", "Czesław Miłosz: Świadectwo poezji", "Žítkovské bohyně, Kateřina Tučková"]
        ),
        ("ISO-8859-2", ["Zażółć gęślą jaźń"]), ("windows-1250", ["Zażółć gęślą jaźń"]),
        ("ISO-8859-2", ["Příliš žluťoučký kůň"]), ("windows-1250", ["Příliš žluťoučký kůň"]),
        ("windows-1251", ["Мастер и Маргарита", "Война и мир", "Преступление и наказание"]),
        ("KOI8-R", ["Мастер и Маргарита", "Война и мир", "Преступление и наказание"]),
        ("ISO-8859-7", ["Βίος και Πολιτεία του Αλέξη Ζορμπά", "Η φόνισσα και άλλα διηγήματα"]),
        ("windows-1254", ["Kürk Mantolu Madonna", "Masumiyet Müzesi", "İnce Memed’in yazarı Yaşar Kemal"]),
        ("UTF-16LE", ["吾輩は猫である", "Cien años"]), ("UTF-16BE", ["吾輩は猫である", "Cien años"]),
    ]

    @Test(arguments: titles.indices)
    func `a table is read in the encoding that it is in`(index: Int) throws {
        let (encoding, titles) = Self.titles[index]
        // With some ASCII around it, as in every table.
        let table =
            "isbn,title,author\n9780439023481,The Hunger Games,Suzanne Collins\n"
            + titles.map { ",\"\($0)\",Somebody\n" }.joined()
        let bytes = try #require(Self.encoded(table, as: encoding))
        let outcome = try load(bytes)
        #expect(outcome.encoding != nil)
        #expect(outcome.summary.added == titles.count + 1)
        var kept: [String] = []
        try temporary.store.forEachBook(of: (2...(titles.count + 1)).map { BookID(Int64($0)) }) {
            kept.append($0.title ?? "")
        }
        #expect(kept == titles, "read as \(outcome.encoding ?? "UTF-8")")
    }

    @Test func `a byte order mark leaves nothing to guess`() throws {
        let table = "\u{FEFF}isbn,title\n9780439023481,Été\n"
        for encoding in ["UTF-16LE", "UTF-16BE", "UTF-8"] {
            #expect(try load(#require(Self.encoded(table, as: encoding))).encoding == nil)
        }
        let bare = try #require(Self.encoded(String(table.dropFirst()), as: "UTF-16LE"))
        #expect(try load(bare).encoding == "UTF-16")
        #expect(try temporary.book("9780439023481")?.title == "Été")
    }

    static func encoded(_ text: String, as encoding: String) -> Data? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["iconv", "-f", "UTF-8", "-t", encoding]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        guard (try? process.run()) != nil else { return nil }
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? input.fileHandleForWriting.close()
        let bytes = try? output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? bytes : nil
    }

    @Test(arguments: [
        ("Shift_JIS", "猫と犬"), ("EUC-JP", "猫と犬"), ("windows-1252", "It’s “so”, naïve…"),
        ("windows-1252", "Ärger – Öl"),
        ("windows-1252", "¿Qué?"), ("windows-1251", "Мастер и Маргарита"),
    ])
    func `one title is enough`(encoding: String, title: String) throws {
        let bytes = try #require(Self.encoded("isbn,title\n0439023483,\"\(title)\"\n", as: encoding))
        let outcome = try load(bytes)
        #expect(
            try temporary.store.book(reference("0439023483"))?.title == title,
            "read as \(outcome.encoding ?? "")")
    }

    @Test func `UTF-8 is not doubted, with or without a mark`() throws {
        #expect(try load("\u{FEFF}isbn,title\n,Ο Αλέξης, and more\n0439023483,日本\n").encoding == nil)
        #expect(try load("isbn,title\n0439023483,plain\n").encoding == nil)
    }

    @Test func `single fields with invalid UTF-8 affect no others`() throws {
        var bytes = Data("isbn,title,author\n".utf8)
        for number in 0..<20 { bytes += Data(",Ünïcode \(number),A\n".utf8) }
        bytes += Data(",Caf".utf8) + [0xE9] + Data(",B\n".utf8)
        let outcome = try load(bytes)
        #expect(outcome.encoding == "UTF-8 and, where it is not, Windows-1252")
        #expect(try temporary.store.search(SearchQuery(words: "café")).map(\.title) == ["Café"])
        #expect(try temporary.store.search(SearchQuery(words: "ünïcode", limit: 50)).count == 20)
    }

    @Test func `a table from a pipe is read twice, too`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("sep=;\nisbn;title\n0439023483;x\n".utf8))
        try pipe.fileHandleForWriting.close()
        let table = try TableFile(ImportFile(pipe.fileHandleForReading, name: "standard input"))
        for _ in 0..<2 {
            var rows = try table.rows()
            #expect(try rows.next()?.fields == ["0439023483", "x"])
            #expect(try rows.next() == nil)
        }
        #expect(table.header == ["isbn", "title"])
    }

    // MARK: What is told

    @Test func `columns that are not taken are named, unless they are empty`() throws {
        let outcome = try load("isbn,Mood,Pace,title,Empty\n0439023483,dark,,x,\n9780439554930,,slow,y, \n")
        #expect(outcome.leftOut == ["Mood", "Pace"])
    }

    @Test func `the order of day and month is detected for a column`() throws {
        _ = try load("isbn,lists,date read\n0439023483,read,03/04/2021\n9780439554930,read,14/03/2021\n")
        #expect(try readings("0439023483") == ["read to 2021-04-03"])
        let other = try TableFileTests()
        _ = try other.load(
            "isbn,lists,date read\n0439023483,read,03/04/2021\n9780439554930,read,03/14/2021\n")
        #expect(try other.readings("0439023483") == ["read to 2021-03-04"])
        let third = try TableFileTests()
        _ = try third.load("isbn,lists,start date,date read\n0439023483,read,03/04/2021,14/05/2021\n")
        #expect(try third.readings("0439023483") == ["read 2021-04-03 to 2021-05-14"], "another column tells")
    }

    @Test func `an ambiguous date becomes its year, which is reported`() throws {
        let outcome = try load("isbn,lists,date read\n0439023483,read,03/04/2021\n9780439554930,read,later\n")
        #expect(try readings("0439023483") == ["read to 2021"])
        #expect(
            outcome.summary.remarks[.ambiguousDate] == ImportRemark(count: 1, line: 2, text: "03/04/2021"))
        #expect(outcome.summary.remarks[.date] == ImportRemark(count: 1, line: 3, text: "later"))
        #expect(try readings("9780439554930") == ["read"])
    }

    @Test func `the date of reading of a book that is to be read is reported`() throws {
        let outcome = try load(
            "isbn,title,lists,start date,date read\n0439023483,x,wanted,,2021\n9780439554930,y,to-read,2020,\n"
        )
        #expect(outcome.summary.remarks[.wantedDate] == ImportRemark(count: 2, line: 2, text: "2021"))
        #expect(try readings("0439023483") == [] && readings("9780439554930") == [])
    }

    @Test func `a book with a review that is too long is taken`() throws {
        let review = String(repeating: "Ünendlich. ", count: 7000)
        let outcome = try load("isbn,review\n0439023483,\"\(review)\"\n")
        #expect(outcome.summary.added == 1 && outcome.summary.comments == 1 && outcome.refused.isEmpty)
        #expect(outcome.summary.remarks[.longReview]?.line == 2)
        let text = try #require(try temporary.store.comments(by: "ion", for: "ion").first?.text)
        #expect(text.utf8.count <= Comment.limit && text.utf8.count > Comment.limit - 20)
        #expect(review.hasPrefix(text))
    }

    @Test func `both ISBNs of a cell are kept, and reported`() throws {
        for cell in [
            "\"0439023483, 9780439554930\"", "0439023483 9780439554930", "0439023483 and 9780439554930",
        ] {
            let this = try TableFileTests()
            let outcome = try this.load("isbn,title\n\(cell),x\n")
            #expect(outcome.summary.remarks[.furtherISBNs]?.count == 1, "\(cell)")
            let book = try #require(try this.temporary.store.book(reference("0439023483")))
            #expect(book.otherISBNs == [try isbn("9780439554930")])
        }
        #expect(try load("isbn\n\"2070291340, 9782070291342\"\n").summary.remarks.isEmpty, "one in two forms")
    }

    @Test func `a long cell is quoted with its end marked`() throws {
        let (whole, long) = (String(repeating: "x", count: 40), String(repeating: "y", count: 41))
        let outcome = try load("isbn,date read\n0439023483,\(whole)\n")
        #expect(outcome.summary.remarks[.date]?.text == whole)
        let cut = try TableFileTests().load("isbn,date read\n0439023483,\(long)\n")
        #expect(cut.summary.remarks[.date]?.text == String(repeating: "y", count: 40) + "…")
    }

    @Test func `a wrong number beside an ISBN is reported`() throws {
        for (table, text) in [
            ("isbn,title\n\"0439023483, 9780439554931\",x\n", "9780439554931"),
            ("isbn13,isbn10,title\n9780439023481,0439023484,x\n", "0439023484"),
            ("isbn,further_isbns,title\n0439023483,9780439554930; 9780439554931,x\n", "9780439554931"),
        ] as [(String, String)] {
            let outcome = try TableFileTests().load(table)
            #expect(outcome.summary.remarks[.wrongFurtherISBN] == ImportRemark(count: 1, line: 2, text: text))
            #expect(outcome.summary.added == 1 && outcome.refused.isEmpty)
        }
    }

    @Test func `a column of further ISBNs has none of the book's own`() throws {
        let outcome = try load(
            "isbn13,title,further_isbns\n9780439023481,x,9780439554930; 0439023483\n,y,9780439554930\n")
        #expect(outcome.summary.remarks.isEmpty && outcome.leftOut == [] && outcome.summary.added == 2)
        let number = try isbn("9780439554930")
        #expect(try temporary.book("9780439023481")?.otherISBNs == [number])
        #expect(try temporary.book("9780439554930") == nil)
        let table = try temporary.exported(.csv)
        #expect(table.hasPrefix("isbn13,") && table.contains(",further_isbns\r\n"))
        let back = try TableFileTests()
        #expect(try back.load(table).summary.remarks.isEmpty)
        #expect(try back.temporary.exported(.csv) == table)
    }

    @Test(arguments: ["bibtex", "ris", "csl-json", "marcxml"])
    func `formats with several ISBNs have the further ones`(name: String) throws {
        _ = try load("isbn13,title,further_isbns\n9780439023481,x,9780439554930; 9780061120084\n")
        let format = try #require(FileFormat.all.first { $0.name == name })
        let back = try TableFileTests().temporary
        _ = try back.load(Data(temporary.exported(format).utf8), as: format)
        let further = ["9780439554930", "9780061120084"]
        #expect(try back.book("9780439023481")?.otherISBNs.map(\.isbn13) == further)
    }

    @Test func `who has a book does not want it any more`() throws {
        let store = temporary.store
        let books = try ["0439023483", "9780439554930", "9780061120084"].map(reference)
        try store.add(books, to: ListName.wanted)
        let outcome = try load("isbn,lists\n0439023483,owned\n9780439554930,read\n9780061120084,gifts\n")
        #expect(outcome.summary.noLongerWanted == 2)
        #expect(try store.books(on: "wanted").map(\.isbn) == [isbn("9780061120084")])
        let again = try load("isbn,lists\n0439023483,to-read\n9780439554930,to-read\n")
        #expect(again.summary.noLongerWanted == 2, "they are owned, and read")
        #expect(try store.books(on: "wanted").count == 1)
    }

    // MARK: Any table

    /// The rows in a table equal the rows imported plus those reported; importing again changes nothing.
    @Test func `every row is imported or reported`() throws {
        var random = SeededGenerator(seed: 6)
        let heads = [
            "ISBN", "Title", "Author", "Date Read", "My Rating", "Review", "Shelves", "Mood", "", "ISBN13",
            "Owned",
        ]
        let cells = [
            "0439023483", "9780439554930", "0439023484", "", "", "x", "Ü日本", "a\"b", "\"c", "a,b", "a;b",
            "l\nm", "2021",
            "14/03/2021", "nope", "5", "★★", "9/10", "=1+1", "read", "owned", "to-read", "9.78E+12", "\u{0}",
            "\t", "👩‍👧",
        ]
        for round in 0..<150 {
            let columns = (0..<Int.random(in: 2...8, using: &random)).compactMap { _ in
                heads.randomElement(using: &random)
            }
            guard (try? TableLayout(header: columns)) != nil else { continue }
            let separator = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
            let isRagged = Bool.random(using: &random)
            var lines = [columns.joined(separator: separator)]
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let width = isRagged ? Int.random(in: 1...(columns.count + 1), using: &random) : columns.count
                let row = (0..<width).map { _ in
                    let cell = cells.randomElement(using: &random) ?? ""
                    let isQuoted = Bool.random(using: &random) || cell.contains("\n")
                    return isQuoted
                        ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell.replacing(separator, with: "")
                }
                lines.append(row.joined(separator: separator))
            }
            let bytes = Data(lines.joined(separator: "\r\n").utf8)
            let file = try temporary.temporary.write(bytes, to: "any.csv")
            var rows = try TableFile(ImportFile(file.path)).rows()
            var count = 0
            while try rows.next() != nil { count += 1 }
            let outcome = try load(bytes)
            let summary = outcome.summary
            #expect(summary.rows == count, "round \(round)")
            #expect(
                summary.added + summary.changed + summary.unchanged + summary.refused == count,
                "round \(round)")
            #expect(outcome.refused.count == summary.refused + summary.wrongISBNs, "round \(round)")
            let again = try load(bytes).summary
            #expect(again.added == 0 && again.refused == summary.refused, "round \(round)")
            #expect(again.remarks == summary.remarks)
        }
        #expect(try temporary.store.check() == [])
    }

    @Test func `an interrupted import reports what was imported, and can be continued`() throws {
        func table(_ rows: Int) -> Data {
            Data(("isbn,title,author\n" + (0..<rows).map { ",Book \($0),A. B.\n" }.joined()).utf8)
        }
        func pages(_ store: Store) throws -> Int {
            try store.alone { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        }
        let other = try TableFileTests()
        _ = try other.load(table(2500))
        let most = try pages(other.temporary.store)
        try temporary.store.alone { try $0.execute(sql: "PRAGMA max_page_count = \(most)") }
        var kept = 0
        do {
            _ = try load(table(3500))
            Issue.record("it has room")
        } catch CatalogueError.importStopped(let rows, .full) {
            kept = rows
        }
        #expect(kept > 0 && kept.isMultiple(of: 1000) && kept < 3500)
        #expect(try temporary.store.info().books == kept)
        try temporary.store.alone { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        let rest = try load(table(3500)).summary
        #expect(rest.added == 3500 - kept && rest.unchanged == kept)
    }
}
