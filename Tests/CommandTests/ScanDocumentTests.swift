// PDFs and EPUBs among photos.
import Books
import Foundation
import TestSupport
import Testing

struct ScanDocumentTests {
    private static let imprint = "© 2012 Windward"
    private static let (print, ebook) = ("9780306406157", "9781936218479")

    private static let born = PDFFile.bytes([
        .text("The Ferryman's Ledger"),
        .text(
            imprint, "ISBN 978-0-306-", "40615-7 (hardback)", "ISBN 978-1-936218-47-9 (e-book)"),
        .text("It was a dark night."),
    ])

    private static let epub = EPUBFile.bytes(
        identifiers: "<dc:identifier id='id'>urn:isbn:\(ebook)</dc:identifier>",
        ["<p>A</p>", "<p>\(imprint)</p><p>ISBN 978-0-306-40615-7 (pbk.)<br/>eISBN 978-1-936218-47-9</p>"])

    private static func scan() throws -> Data {
        let photo = try Photos.testImage("imprint-isbn10-and-isbn13.jpg")
        return PDFFile.bytes([.text(), .scan(photo, width: 1440, height: 1920)])
    }

    private func records(_ outcome: Outcome) throws -> [PhotoRecord] {
        let schema = try JSONSchema.named("scan-record")
        return try outcome.lines.map { line in
            #expect(schema.problems(try JSONValue(line)) == [])
            return try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
        }
    }

    @Test func `a folder's documents are read with its photos`() async throws {
        let program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
        try program.write(Self.born, to: "box/born.pdf")
        try program.write(Self.epub, to: "box/book.bin")
        try program.write(try Self.scan(), to: "box/scan.pdf")
        try program.write(Data("PK".utf8), to: "box/none.zip")
        let outcome = try await program.run("scan", "box", "--format", "jsonl", "--quiet")
        #expect(outcome.exitCode == 0)
        let records = try records(outcome)
        #expect(
            records.map(\.photo) == [
                "box/book.bin", "box/born.pdf", "box/cover-ean-price-addon.jpg", "box/scan.pdf",
            ])
        #expect(
            records.map { $0.isbns.first?.isbn.isbn13 } == [
                Self.ebook, Self.ebook, "9781405362177", "9780745831725",
            ])
        #expect(records.map(\.page) == [2, 2, 1, 2])
        #expect(records[0].isbns.map(\.isbn.isbn13) == [Self.ebook, Self.print])
        #expect(records[0].width == nil)
        #expect(records[0].isbns[0].witnesses.map(\.reader) == [.text, .metadata])
        #expect(records[1].isbns[0].reason == "an e-book's, as this file is")
        #expect(records[1].isbns[1].qualifier == "hardback")
        let witness = try #require(records[1].isbns[1].witnesses.first)
        #expect(witness.reader == .text && witness.box.count == 4)
        #expect(records[1].width == 1750 && records[1].height == 2479)
        #expect(records[3].isbns[0].witnesses.contains { $0.reader == .ocr && !$0.box.isEmpty })
    }

    @Test func `documents come in every way that photos do`() async throws {
        let program = try Program()
        try program.write(Self.born, to: "born.pdf")
        try program.write(Self.epub, to: "book.epub")
        let commands = [
            "bookzone scan - <born.pdf", "cat book.epub | bookzone scan -",
            "printf 'born.pdf\\nbook.epub\\n' | bookzone scan --files-from -",
            "bookzone scan --readers ocr born.pdf", "bookzone scan --rotate 90 born.pdf",
        ]
        for command in commands {
            let outcome = try await program.shell(command)
            #expect(outcome.lines == [Self.ebook] && outcome.exitCode == 0, "\(command): \(outcome.stderr)")
        }
        let barcode = try await program.run("scan", "--readers", "barcode", "born.pdf")
        #expect(barcode.lines.isEmpty && barcode.exitCode == 1)
        let strict = try await program.run(
            "scan", "--strict", "born.pdf", "book.epub", "--format", "jsonl", "--quiet")
        #expect(try records(strict).map(\.status) == [.uncertain, .found])
    }

    @Test func `text that is not drawn is only a hint`() async throws {
        let program = try Program()
        let pages = [PDFFile.Page.text("A novel"), .hidden(Self.imprint, "ISBN 978-0-306-40615-7")]
        try program.write(PDFFile.bytes(pages), to: "a.pdf")
        let record = try #require(
            try records(try await program.run("scan", "a.pdf", "--format", "jsonl", "--quiet")).first)
        #expect(record.status == .uncertain && record.page == 2)
        #expect(record.candidates.map(\.isbn.isbn13) == [Self.print])
    }

    @Test(arguments: PDFFile.Page.Look.allCases)
    func `a number that cannot be seen on its page is none`(look: PDFFile.Page.Look) async throws {
        let program = try Program()
        let pages = [
            PDFFile.Page.text("A novel"), .text("1", Self.imprint, "ISBN 978-0-306-40615-7", last: look),
        ]
        try program.write(PDFFile.bytes(pages), to: "a.pdf")
        let record = try #require(
            try records(try await program.run("scan", "a.pdf", "--format", "jsonl", "--quiet")).first)
        #expect(record.status == (look == .plain ? .found : .none))
    }

    @Test func `a document whose number is on its second page is read once`() async throws {
        let program = try Program()
        let pdf = PDFFile.bytes([
            .text("A novel"), .text("© 2012 Windward", "ISBN 978-1-936218-47-9 (e-book)"),
        ])
        try program.write(pdf, to: "in/x.pdf")
        try program.write(ArchiveFile.zip([.init("y.pdf", pdf + Data("\n".utf8))]), to: "in/box.zip")
        let outcome = try await program.shell(
            "for i in 1 2 3; do bookzone scan in -o r.jsonl --resume; wc -l <r.jsonl; done")
        #expect(outcome.lines == ["2", "2", "2"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("2 photos already read"), "\(outcome.stderr)")
    }

    @Test func `a watched folder's documents, too`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "in/a.png")
        try program.write(Self.born, to: "born.pdf")
        let outcome = try await program.shell(
            """
            lines() { until test "$(cat $1 2>&- | wc -l)" -ge $2; do sleep 0.05; done; }
            bookzone scan --watch in --format jsonl >out & program=$!; lines out 1
            cp born.pdf in/b.pdf; lines out 2; kill -TERM $program; wait $program; echo $?
            """, timeLimit: .seconds(120))
        #expect(outcome.lines == ["0"])
        #expect(program.text("out")?.contains(Self.ebook) == true)
    }

    @Test func `unreadable input is explained`() async throws {
        let program = try Program()
        let files: [(name: String, bytes: Data, code: String)] = [
            ("locked.pdf", PDFFile.bytes([.text("A")], isLocked: true), "encrypted"),
            ("cut.pdf", Self.born.prefix(200), "truncated"),
            (
                "torn.pdf", Data("%PDF-1.4\n".utf8) + Data(repeating: 7, count: 5000) + Data("%%EOF".utf8),
                "damaged"
            ),
            ("empty.pdf", Data(), "empty"), ("pageless.pdf", PDFFile.bytes([]), "damaged"),
            ("cut.epub", Self.epub.prefix(300), "damaged"),
            (
                "locked.epub",
                EPUBFile.bytes(
                    ["<p>a</p>"],
                    others: ["META-INF/encryption.xml": "<a><EncryptionMethod Algorithm='aes'/></a>"]),
                "encrypted"
            ),
        ]
        for file in files { try program.write(file.bytes, to: "box/\(file.name)") }
        try program.write(Self.born, to: "box/z.pdf")
        let outcome = try await program.run("scan", "box", "--format", "jsonl", "--quiet")
        let records = try records(outcome)
        let codes = Dictionary(uniqueKeysWithValues: records.map { ($0.photo, $0.error?.code) })
        for file in files { #expect(codes["box/\(file.name)"] == file.code, "\(file.name)") }
        #expect(records.last?.status == .found, "others are read as ever")
        #expect(outcome.exitCode == 2)
    }

    @Test func `huge pages and thousands of them are read in bounds`() async throws {
        let program = try Program()
        try program.write(
            PDFFile.bytes([.text("A", Self.imprint, "ISBN 978-1-936218-47-9").sized(1e6, 1e6)]),
            to: "huge.pdf")
        let line = String(repeating: "prose ", count: 10)
        try program.write(
            PDFFile.bytes(Array(repeating: .text(line, line, line, line, line), count: 10_000)),
            to: "long.pdf")
        let outcome = try await program.run("scan", "huge.pdf", "long.pdf", "--format", "jsonl", "--quiet")
        let records = try records(outcome)
        #expect(records.map(\.status) == [.found, .none])
        #expect(records[0].width == 2800 && records[0].height == 2800)
        #expect(records[1].warnings == ["200 of 10000 pages were looked at"])
    }

    @Test func `a package that contradicts the imprint is uncertain`() async throws {
        let program = try Program()
        try program.write(
            EPUBFile.bytes(
                identifiers: "<dc:identifier>urn:isbn:9780745831725</dc:identifier>",
                ["<p>\(Self.imprint) ISBN 978-1-936218-47-9 (e-book)</p>"]), to: "a.epub")
        let outcome = try await program.run("scan", "a.epub", "--format", "jsonl", "--quiet")
        let record = try #require(try records(outcome).first)
        #expect(record.status == .uncertain && outcome.exitCode == 1)
        #expect(record.candidates.map(\.isbn.isbn13) == [Self.ebook, "9780745831725"])
    }

    /// Reports show pages, and text where there is no picture.
    @Test func `reports and marked copies show pages`() async throws {
        let program = try Program()
        try program.write(try Self.scan(), to: "box/scan.pdf")
        try program.write(Self.epub, to: "box/book.epub")
        let outcome = try await program.run(
            "scan", "box", "--report", "report", "--annotate", "marked", "--format", "text")
        #expect(outcome.lines.count == 2 && outcome.exitCode == 0, "\(outcome.stderr)")
        let files = try await program.shell(
            "cd report && find thumbnails -type f; cd ../marked && find . -type f | sort")
        #expect(files.lines.filter { $0.hasPrefix("thumbnails") }.count == 1, "\(files.lines)")
        #expect(files.lines.contains("./box/scan.pdf, page 2.jpg"), "\(files.lines)")
    }

    // MARK: The program that opens PDFs

    /// A document that takes the program some seconds.
    private static let slow = PDFFile.bytes(
        Array(repeating: .prose, count: 60))

    @Test func `without bookzone-pdf, a record says what to install`() async throws {
        let program = try Program()
        try program.write(Self.born, to: "born.pdf")
        try program.write(Self.epub, to: "book.epub")
        let outcome = try await program.shell(
            """
            mkdir alone; cp "$(command -v bookzone)" alone/; cp -r "$(dirname "$(command -v bookzone)")"/*.so alone/ 2>&-
            alone/bookzone scan born.pdf book.epub --format jsonl --quiet
            """)
        let records = try records(outcome)
        #expect(records.map(\.error?.code) == ["no-pdf-reader", nil])
        #expect(records[1].status == .found, "EPUBs need no other program")
    }

    /// Lists the processes that open PDFs for `$program`, as soon as the first of them is sandboxed: before, it may
    /// have signal handlers.
    private static let helpers = """
        children() { cat /proc/$1/task/*/children 2>&-; }
        helpers() { for server in $(children $program); do for child in $(children $server); do
            test "$(cat /proc/$child/comm 2>&-)" = bookzone-pdf && echo $child; done; done; }
        first() { until set -- $(helpers) && grep -qs '^Seccomp:.2' /proc/$1/status; do :; done; echo $1; }

        """

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "needs /proc"),
        arguments: [
            ("kill -KILL $helper", "crashed", "SIGKILL"), ("kill -SEGV $helper", "crashed", "SIGSEGV"),
            (":", "timeout", "longer than 8 s"),
        ])
    func `its crash affects one record`(end: String, code: String, words: String) async throws {
        let program = try Program()
        try program.write(Self.slow, to: "a.pdf")
        try program.write(Self.born, to: "b.pdf")
        let outcome = try await program.shell(
            Self.helpers + """
                bookzone scan a.pdf b.pdf --format jsonl -j 1 --photo-timeout 8 --quiet >out & program=$!
                helper=$(first); kill -STOP $helper; \(end); kill -CONT $helper 2>&-; test ':' != '\(end)' || kill -STOP $helper
                wait $program; echo $?; test -e /proc/$helper/comm && cat /proc/$helper/comm; cat out
                """, timeLimit: .seconds(120))
        #expect(outcome.lines.first == "2")
        let lines = outcome.lines.dropFirst().map {
            try? JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
        let records = lines.compactMap(\.self)
        #expect(records.count == 2 && lines.count == 2, "nobody is left behind")
        #expect(records.first?.error?.code == code)
        #expect(records.first?.error?.message.contains(words) == true)
        #expect(records.last?.isbns.first?.isbn.isbn13 == Self.ebook)
    }

    /// `LockTests` tests the sandbox; this tests that the program is in it before it receives a document.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "needs /proc"))
    func `a worker is sandboxed, has only its channel, and ends with the program`() async throws {
        let program = try Program()
        try program.write(Self.slow, to: "a.pdf")
        let outcome = try await program.shell(
            Self.helpers + """
                bookzone scan a.pdf a.pdf a.pdf --quiet >out 2>err & program=$!
                helper=$(first); kill -STOP $helper; grep -E '^(NoNewPrivs|Seccomp):' /proc/$helper/status
                for end in /proc/$helper/fd/*; do readlink $end | sed 's/:.*//'; done | sort | uniq -c | tr -s ' '
                kill -KILL $program; wait $program 2>&-
                while grep -qs '^State:.[^ZX]' /proc/$helper/status; do sleep 0.05; done; echo gone
                """, timeLimit: .seconds(120))
        #expect(
            outcome.lines == ["NoNewPrivs:\t1", "Seccomp:\t2", " 3 /dev/null", " 1 socket", "gone"],
            "\(outcome.stderr)")
    }

    @Test func `limits hold for it, too`() async throws {
        let program = try Program()
        let heavy = PDFFile.bytes([.text("A")]) + Data(count: 200 << 20)
        try program.write(heavy, to: "a.pdf")
        try program.write(Self.born, to: "b.pdf")
        let outcome = try await program.run(
            "scan", "a.pdf", "b.pdf", "--photo-memory", "150M", "--format", "jsonl", "--quiet")
        let records = try records(outcome)
        #expect(records.map(\.error?.code) == ["too-large", nil])
    }

    /// A stream whose data is in another file (ISO 32000-1, 7.3.8.2).
    @Test func `a PDF can't make the reader open other files`() async throws {
        let program = try Program()
        try program.write(Data("BT /F1 9 Tf 36 500 Td (ISBN 978-1-936218-47-9) Tj ET\n".utf8), to: "secret")
        let text = String(decoding: PDFFile.bytes([.text("A")]), as: UTF8.self)
            .replacing("<<  /Length", with: "<< /F (secret) /FFilter null /Length")
        try program.write(Data(text.utf8), to: "a.pdf")
        let outcome = try await program.run("scan", "a.pdf", "--format", "jsonl", "--quiet")
        #expect(try records(outcome).map(\.status) == [.none])
    }
}
