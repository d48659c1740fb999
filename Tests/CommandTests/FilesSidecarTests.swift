// `files sidecar`: exiftool reads which book a photo shows, as photo managers do.
import Books
import Foundation
import TestSupport
import Testing

struct FilesSidecarTests {
    private let program: Program

    init() throws { program = try Program() }

    private static let one = "9780306406157"

    private static let hasExiftool = FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")

    @Test(.enabled(if: hasExiftool, "needs exiftool"))
    func `exiftool reads the book, in a new sidecar and in its own`() async throws {
        let title = "Salt & \"Tide\" <書> – café 📚"
        try program.make([
            MadePhoto(name: "box/a.jpg", isbns: [Self.one], title: title),
            MadePhoto(name: "box/b.jpg", isbns: [Self.one], title: title),
            MadePhoto(name: "box/c.jpg", isbns: ["9780439023481"]),
        ])
        let outcome = try await program.shell(
            """
            cd box; exiftool -q -XMP-xmp:Rating=4 -XMP-dc:Subject=shelf b.jpg.xmp; cd ..
            bookzone files sidecar run.jsonl; cd box; exiftool -q -j -G1 -XMP:all a.jpg.xmp b.jpg.xmp c.jpg.xmp
            python3 -c 'import xml.dom.minidom as x; [x.parse(f + ".jpg.xmp") for f in "abc"]'
            """)
        #expect(
            outcome.exitCode == 0 && outcome.stderr == "2 sidecars written, 1 updated\n", "\(outcome.stderr)")
        let tags = try #require(try JSONValue(outcome.stdout).elements)
        #expect(tags.count == 3)
        for tag in tags.prefix(2) {
            #expect(tag["XMP-dc:Identifier"] == .text("urn:isbn:\(Self.one)"))
            #expect(tag["XMP-dc:Title"] == .text(title) && tag["XMP-dc:Creator"] == .text("Ada Novak"))
        }
        #expect(tags[1]["XMP-dc:Subject"] == .text("shelf") && tags[1]["XMP-xmp:Rating"] != nil)
        #expect(
            tags[2]["XMP-dc:Identifier"] == .text("urn:isbn:9780439023481") && tags[2]["XMP-dc:Title"] == nil)
        let before = try await program.contents("box")
        let again = try await program.shell("bookzone files sidecar run.jsonl")
        #expect(again.stderr == "0 sidecars written, 3 unchanged\n")
        #expect(try await program.contents("box") == before)
    }

    @Test func `other programs' files stay, and are named`() async throws {
        let names = ["a", "b", "c"].map { "box/\($0).jpg" }
        try program.make(names.map { MadePhoto(name: $0, isbns: [Self.one]) })
        let other = #"""
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
            xmlns:dc="http://purl.org/dc/elements/1.1/" dc:identifier="urn:uuid:7"/></rdf:RDF>
            """#
        try program.write(Data(other.utf8), to: "box/a.jpg.xmp")
        try program.write(Data("no xml".utf8), to: "box/b.jpg.xmp")
        let outcome = try await program.shell("mkdir box/c.jpg.xmp; bookzone files sidecar run.jsonl")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.stderr.contains("box/a.jpg.xmp: has another identifier (urn:uuid:7)")
                && outcome.stderr.contains("box/b.jpg.xmp: is not XMP")
                && outcome.stderr.contains("box/c.jpg.xmp: is not XMP")
                && outcome.stderr.hasSuffix("0 sidecars written, 3 left as they are\n"), "\(outcome.stderr)")
        #expect(program.text("box/a.jpg.xmp") == other && program.text("box/b.jpg.xmp") == "no xml")
    }

    @Test func `any name gets its sidecar, what is not sure none, and a dry run writes nothing`() async throws
    {
        let odd = "box/" + String(path: Array("caf".utf8) + [0xE9, 0x0A] + Array(".jpg".utf8))
        try program.make(
            [
                MadePhoto(name: odd, isbns: [Self.one]), MadePhoto(name: "box/u.jpg", status: .uncertain),
                MadePhoto(name: "box/s.jpg", isbns: [Self.one, "9780439023481"]),
                MadePhoto(name: "box/gone.jpg", isbns: [Self.one]),
                MadePhoto(name: "box/" + String(repeating: "n", count: 251) + ".jpg", isbns: [Self.one]),
            ], without: ["box/gone.jpg"])
        let dry = try await program.shell("bookzone files sidecar run.jsonl --dry-run; ls box | grep -c xmp")
        #expect(dry.lines.first == #"$'box/caf\xE9\n.jpg.xmp'"# && dry.lines.last == "0", "\(dry.stderr)")
        let outcome = try await program.shell("bookzone files sidecar run.jsonl")
        #expect(outcome.exitCode == 74 && outcome.stderr.contains("File name too long"), "\(outcome.stderr)")
        #expect(
            outcome.stderr.hasSuffix(
                "1 sidecar written; photos without one: 1 with several ISBNs, 1 uncertain, 1 missing\n"),
            "\(outcome.stderr)")
        let made = try await program.contents("box")
        #expect(made[odd.pathBytes + Array(".xmp".utf8)]?.contains("urn:isbn:\(Self.one)") == true)
    }
}
