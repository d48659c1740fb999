// Runs the commands in README and the manual, page by page, in a folder that contains the files they name.
import Foundation
import Servers
import TestSupport
import Testing

struct ManualTests {
    static let pages = [
        "README.md", "docs/books.md", "docs/formats.md", "docs/long-runs.md", "docs/many-machines.md",
        "docs/reading-photos.md", "docs/records.md", "docs/sources.md",
    ]

    /// Commands that don't end, build the program, change the machine or need an array job; other tests run these.
    private static let others = [
        "scripts/", "bookzone serve", "--watch", "sudo ", "man ", "systemctl ", "--shard auto",
    ]

    /// The commands of a page, without comments.
    private static func commands(_ page: String) throws -> [String] {
        try Repository.text(page).components(separatedBy: "```sh\n").dropFirst().flatMap { block in
            block.components(separatedBy: "\n```")[0].split(separator: "\n").map { line in
                String(line.prefixMatch(of: /(.*?) +# .*/)?.1 ?? line)
            }
        }.filter { command in !others.contains { command.contains($0) } }
    }

    private static func prepare(_ program: Program) async throws {
        let photo = "\(Repository.root.path)/testimages/cover-isbn10-above-ean.jpg"
        let heic = "\(Repository.root.path)/testimages/imprint-heic-plain.heic"
        let edition =
            #"/type/edition\t/books/OL1M\t1\t2026\t{"title": "Atlas", "isbn_13": ["9780306406157"]}\n"#
        let made = try await program.shell(
            """
            mkdir -p again box1 scans photos/2019 testimages
            for name in box1/a.jpg back.jpg IMG_10.jpg scans/a.jpg photos/a.jpg testimages/cover-isbn10-above-ean.jpg; do
                cp '\(photo)' $name; done
            cp '\(heic)' IMG_2.HEIC; cp IMG_2.HEIC IMG_3.HEIC; cp '\(heic)' box1/IMG_12.heic; touch last photos.stamp
            cp -r '\(Repository.root.path)/tessdata' models
            printf 'box1/a.jpg\\nback.jpg\\n' >photos.txt; echo http://127.0.0.1:1/a.jpg >links.txt
            echo '978-0-306-40615-7, 0439023483' >list.txt; echo 'ISBN 0-306-40615-2' >book.pdf
            for name in run box1; do bookzone scan box1 -o $name.jsonl --resume -q; done
            echo 'Book Id,Title,Author,ISBN,ISBN13,My Rating,Bookshelves,Exclusive Shelf,My Review
            1,Atlas,Novak,="0306406152",="9780306406157",4,,read,' >goodreads_library_export.csv
            echo 'Titel,Nummer
            Atlas,9780306406157' >table.csv
            printf '\(edition)' | gzip >ol_dump_editions.txt.gz; cp ol_dump_editions.txt.gz Titel.mrc.gz
            printf '/type/author\\t/authors/OL1A\\t1\\t2026\\t{"name": "Novak"}\\n' | gzip >ol_dump_authors.txt.gz
            for name in maria tom decisions; do : >$name.jsonl; done
            bookzone list add wanted 9780306406157 0439023483; bookzone add --title First; bookzone add --title Second
            bookzone export calibre -o calibre-export 2>&1
            bookzone store backup books.backup && bookzone store dump -o books.jsonl
            """)
        #expect(made.exitCode == 0, "\(made.stderr)")
    }

    @Test(arguments: pages) func `commands run`(page: String) async throws {
        let program = try Program()
        try await Self.prepare(program)
        let server = try LoopbackServer { .openLibrary($0) }
        var environment = LookUpTests.environment(server)
        for source in ["K10PLUS", "DNB", "BNF", "LOC", "INVENTAIRE"] {
            environment["BOOKZONE_\(source)_URL"] = "http://127.0.0.1:1"
        }
        let commands = try Self.commands(page)
        #expect(commands.count >= 1)
        for command in commands {
            let tools = ["ffmpeg", "jq", "pdftotext", "parallel"].filter(command.contains)
            let check = tools.map { "command -v \($0)" }.joined(separator: " && ")
            if !tools.isEmpty, try await program.shell(check).exitCode != 0 { continue }
            try program.write(Data(command.utf8), to: "command")
            let outcome = try await program.shell(
                "bash -o pipefail command", environment: environment, timeLimit: .seconds(120))
            // Codes for wrong, missing or broken parts; an unknown book or an unavailable source gives other codes.
            #expect(![64, 69, 70, 74, 127, 137].contains(outcome.exitCode), "\(command): \(outcome.stderr)")
        }
    }
}
