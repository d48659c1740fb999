// File names are bytes: every command that takes or prints a path refers to exactly that file.
import Books
import Foundation
import TestSupport
import Testing

struct ScanNamesTests {
    private let program: Program
    private let names: [[UInt8]]

    /// `odd` has photos of two kinds, with names of any bytes except `/` and NUL.
    init() async throws {
        program = try Program()
        var random = SeededGenerator(seed: 25)
        var names: Set<[UInt8]> = [
            Array("caf\u{E9}.png".utf8), Array("cafe\u{301}.png".utf8), Array("\u{301}.png".utf8),
            Array("caf".utf8) + [0xE9] + Array(".png".utf8), Array("caf".utf8) + [0xE8] + Array(".png".utf8),
            Array("-r.png".utf8), Array("a\u{FFFD}b.png".utf8), Array("\u{10FF80}.png".utf8),
            Array("new\nline 'quoted' \"twice\" \\.png".utf8), Array("%41.png".utf8),
            Array(repeating: 0xFF, count: 251) + Array(".png".utf8), Array("\u{202E}gnp.png".utf8),
        ]
        while names.count < 40 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: 1...255, using: &random)
            }
            guard !bytes.contains(UInt8(ascii: "/")), bytes[0] != UInt8(ascii: ".") else { continue }
            names.insert(bytes + Array(".png".utf8))
        }
        self.names = names.sorted { $0.lexicographicallyPrecedes($1) }
        for (number, name) in self.names.enumerated() {
            try program.write(Photos.blankPNG + Data("\(number)".utf8), to: "made/\(number)")
            try program.write(Data(name + [0]), to: "names/\(number)")
        }
        let made = try await program.shell(
            """
            python3 -c 'import os
            os.mkdir("odd")
            for number in os.listdir("made"):
                os.rename("made/" + number, b"odd/" + open("names/" + number, "rb").read()[:-1])'
            """)
        try #require(made.exitCode == 0, "\(made.stderr)")
    }

    private func records(_ file: String = "r.jsonl") throws -> [PhotoRecord] {
        let schema = try JSONSchema.named("scan-record")
        return try #require(program.text(file)).split(separator: "\n").map { line in
            #expect(try schema.problems(JSONValue(String(line))) == [])
            return try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
        }
    }

    /// The names in a folder, as bytes.
    private func files(_ folder: String) async throws -> Set<[UInt8]> {
        let list = try await program.shell("cd \(folder) && find . -type f -print0")
        return Set(list.output.split(separator: 0).map { Array($0.dropFirst(2)) })
    }

    private func paths(in folder: String) -> Set<[UInt8]> { Set(names.map { Array("\(folder)/".utf8) + $0 }) }

    @Test func `each photo of a watched folder is read`() async throws {
        _ = try await program.shell(
            """
            bookzone scan -q --watch odd --readers barcode -o r.jsonl --resume & program=$!
            until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge \(names.count); do sleep 0.1; done
            kill -TERM $program; wait $program
            """, timeLimit: .seconds(60))
        #expect(try Set(records().map(\.photo.pathBytes)) == paths(in: "odd"))
    }

    @Test func `the record of a book names each of its photos where it was moved`() async throws {
        _ = try await program.shell(
            "bookzone scan odd --readers barcode --group folder --move-to sorted --format jsonl -o r.jsonl")
        let named = try Set(records().flatMap(\.photos).map(\.photo.pathBytes))
        #expect(named == paths(in: "sorted/none"))
        #expect(try await files("sorted/none") == Set(names))
    }

    @Test func `a resumed run recognises every photo`() async throws {
        for round in 1...2 {
            let outcome = try await program.shell("bookzone scan odd -o r.jsonl --resume")
            #expect(outcome.exitCode == 1)
            let known = round == 2 ? "; \(names.count) photos already read" : ""
            #expect(outcome.stderr == "\(names.count) photos: \(names.count) none\(known)\n")
            #expect(Set(try records().map { $0.photo.pathBytes }) == paths(in: "odd"))
        }
        let schema = try JSONSchema.named("scan-run")
        for line in try #require(program.text("r.jsonl.run")).split(separator: "\n") {
            #expect(try schema.problems(JSONValue(String(line))) == [])
        }
    }

    @Test func `a killed run can be resumed`() async throws {
        let outcome = try await program.shell(
            """
            mkfifo odd/0; for round in 1 2 3; do
                bookzone scan odd/0 odd -o r.jsonl --resume --readers barcode 2>&- & program=$!
                until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge $((round * 10)); do sleep 0.02; done
                kill -KILL $program; wait $program
            done
            rm odd/0; bookzone scan odd -o r.jsonl --resume --readers barcode 2>err; cat err
            """)
        #expect(outcome.stdout.hasPrefix("\(names.count) photos: \(names.count) none"), "\(outcome.stdout)")
        #expect(Set(try records().map { $0.photo.pathBytes }) == paths(in: "odd"))
    }

    @Test(arguments: ["", " --resume"]) func `photos are moved`(resume: String) async throws {
        let outcome = try await program.shell(
            "bookzone scan odd --move-to sorted --format jsonl -o r.jsonl\(resume)")
        #expect(outcome.exitCode == 1, "\(outcome.stderr)")
        #expect(try await files("odd").isEmpty)
        #expect(try await files("sorted/none") == Set(names))
        #expect(Set(try records().map { $0.photo.pathBytes }) == paths(in: "sorted/none"))
    }

    @Test func `paths in records and lists open the files`() async throws {
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "cover.jpg")
        let outcome = try await program.shell(
            """
            bookzone scan odd --format jsonl -o r.jsonl --quiet
            bookzone scan r.jsonl --paths none -0 --quiet | sort -z | tr '\\0' '/' | sha256sum
            bookzone scan odd --paths none -0 --quiet | bookzone scan --files0-from - --paths none -0 --quiet \\
                | sort -z | tr '\\0' '/' | sha256sum
            find odd -type f -print0 | sort -z | tr '\\0' '/' | sha256sum
            for part in 1 2; do bookzone scan odd --shard $part/2 -o parts --quiet; done
            bookzone join parts/part-*.jsonl -o joined.jsonl 2>&-; bookzone scan odd --group name --format jsonl -o books.jsonl --quiet
            bookzone report r.jsonl -o report --quiet >&2 && echo reported; 
            mkdir cover; cp cover.jpg "$(printf 'cover/caf\\351\\n.jpg')"
            bookzone scan cover --annotate marked --quiet >out; test -s "$(printf 'marked/cover/caf\\351\\n.jpg')" && echo marked
            bookzone show r.jsonl --format csv >r.csv && echo shown
            """)
        #expect(Set(outcome.lines.prefix(3)).count == 1, "\(outcome.stdout)")
        #expect(outcome.lines.dropFirst(3) == ["reported", "marked", "shown"], "\(outcome.stderr)")
        #expect(Set(try records("joined.jsonl").map { $0.photo.pathBytes }) == paths(in: "odd"))
        let books = try records("books.jsonl").flatMap { $0.photos.isEmpty ? [$0] : $0.photos }
        #expect(Set(books.map { $0.photo.pathBytes }) == paths(in: "odd"))
    }

    @Test func `two arguments that are not UTF-8 are two photos, and results go to the given file`()
        async throws
    {
        let outcome = try await program.shell(
            """
            cd odd; bookzone scan "$(printf 'caf\\351.png')" "$(printf 'caf\\350.png')" --paths none -0 --quiet | tr '\\0' '\\n'
            bookzone scan --format jsonl -o "$(printf '../r\\351')" --quiet -- -r.png; test -s "$(printf '../r\\351')" && echo there
            """)
        let lines = outcome.output.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        let names = [0xE9, 0xE8].map { Array("caf".utf8) + [$0] + Array(".png".utf8) }
        #expect(lines == names + [Array("there".utf8)], "\(outcome.stderr)")
    }
}
