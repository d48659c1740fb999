// Several photos on standard input, and other data between them.
import Books
import Foundation
import TestSupport
import Testing

struct ScanStreamTests {
    private func pages(_ script: String, _ program: Program) async throws -> [PhotoRecord] {
        let outcome = try await program.shell("\(script) --format jsonl")
        return try outcome.lines.map { try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)) }
    }

    @Test func `several photos are numbered`() async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        try program.write(Photos.blankPNG, to: "b.png")
        let records = try await pages("cat a.jpg b.png a.jpg | bookzone scan -", program)
        #expect(records.map(\.photo) == ["-", "-", "-"])
        #expect(records.map(\.page) == [1, 2, 3])
        #expect(records.map(\.status) == [.none, .none, .none])
    }

    @Test func `standard input may be one of several files`() async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        try program.write(Photos.blankJPEG, to: "b.jpg")
        let records = try await pages("cat a.jpg a.jpg | bookzone scan a.jpg - b.jpg a.jpg", program)
        #expect(records.map(\.photo) == ["a.jpg", "-", "-", "b.jpg"])
        #expect(records.map(\.page) == [1, 1, 2, 1])
    }

    @Test(
        .enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"),
        arguments: ["zip", "tar", "tgz"])
    func `an archive without room for it is a temporary failure, and photos after it are read`(
        format: String
    ) async throws {
        let program = try Program()
        let member = ArchiveFile.Member("a.jpg", Photos.blankJPEG)
        let tar = ArchiveFile.tar([member])
        let archive =
            switch format {
            case "zip": ArchiveFile.zip([member])
            case "tar": tar
            default: ArchiveFile.gzip(tar)
            }
        try program.write(archive, to: "archive")
        try program.write(Photos.blankJPEG, to: "b.jpg")
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            mount -t tmpfs -o size=64k tmpfs disk || exit; dd if=/dev/zero of=disk/fill 2>/dev/null
            cat archive b.jpg | TMPDIR=$PWD/disk bookzone scan - --format jsonl -q >out; echo $?; ls -A disk
            END
            """)
        #expect(outcome.lines == ["75", "fill"], "\(outcome.stderr)")
        #expect(
            outcome.stderr
                == "-: no space left for temporary files; free some space, or set TMPDIR to another disk\n")
        let records = try #require(program.text("out")).split(separator: "\n").map {
            try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8))
        }
        #expect(records.map(\.status) == [.failed, .none])
        #expect(records.first?.error?.code == "unavailable")
    }

    @Test(arguments: [
        (": | bookzone scan -", "-: file is empty; copy it again"),
        ("echo words | bookzone scan -", "-: not a photo of a known format; "),
        ("bookzone scan - <&-", "-: closed; "), ("bookzone scan - </", "-: a folder; "),
        ("echo - | bookzone scan --files-from -", "-: is the list of paths itself; "),
        ("printf '\\0' | bookzone scan --files0-from -", "-:1: an empty name; "),
        ("head -c 200000 /dev/zero | bookzone scan --files-from -", "-:0: not a list of paths; "),
    ])
    func `nothing to read is one line`(script: String, line: String) async throws {
        let outcome = try await Program().shell("\(script) --quiet --format jsonl")
        #expect(outcome.exitCode == 2)
        #expect(outcome.stderr.hasPrefix(line), "\(outcome.stderr)")
        #expect(outcome.stderr.count(where: \.isNewline) == 1)
        #expect(outcome.lines.count == 1)
    }
}
