// What `scan` refuses before it reads a photo.
import Foundation
import Testing

struct ScanUsageTests {
    @Test(arguments: [
        ("", "nothing to read"), ("a.jpg --files-from list", "one of the three"),
        ("- -", "- can be given once"),
        ("--files-from nowhere", "nowhere: no such file"), ("--files0-from folder", "folder: a folder"),
        ("a.jpg --crop 1,2,3", "--crop"), ("a.jpg --crop 0,0,0,5", "--crop"),
        ("a.jpg --crop 10%,0,5%,5%%", "--crop"),
        ("a.jpg --crop 100%,0%,5%,5%", "--crop"), ("a.jpg --crop a,b,c,d", "--crop"),
        ("a.jpg --rotate right", "--rotate"),
        ("a.jpg --readers eyes", "--readers"), ("a.jpg --readers ocr,", "--readers"),
        ("a.jpg --jobs 0", "--jobs takes"),
        ("a.jpg --format pdf", "--format"), ("a.jpg --tessdata nowhere", "no such folder"),
        ("a.jpg --debug-images /dev/null/x", "can't be made"), ("a.jpg --quiet --verbose", "choose one"),
        ("''", "a path is empty"), ("a.jpg -o ''", "--output takes a file"),
        ("a.jpg -o '' --resume", "--output takes a file"),
        ("a.jpg --lookup --offline --store ''", "--store takes"),
    ])
    func refused(arguments: String, words: String) async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        try program.write(Data("a.jpg".utf8), to: "list")
        try program.write(Data(), to: "folder/b")
        let outcome = try await program.shell("bookzone scan \(arguments)")
        #expect(outcome.exitCode == 64)
        #expect(outcome.stderr.contains(words))
        #expect(outcome.stdout.isEmpty)
    }

    @Test(arguments: ["--rotate -90", "-j4", "--crop 0,50%,100%,20"])
    func understood(arguments: String) async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        #expect(try await program.shell("bookzone scan a.jpg \(arguments)").exitCode == 1)
    }

    /// One message for any number of photos, and only if text is to be read.
    @Test(
        arguments: [
            ("bookzone scan a.jpg a.jpg --tessdata empty", 64),
            ("BOOKZONE_TESSDATA=empty bookzone scan a.jpg", 64),
            ("bookzone scan a.jpg --tessdata empty --readers barcode", 1),
            ("BOOKZONE_TESSDATA=empty bookzone scan a.jpg --readers barcode", 1),
            ("BOOKZONE_TESSDATA= bookzone scan a.jpg", 1),
        ] as [(String, Int32)])
    func `a missing model is reported before the first photo`(script: String, code: Int32) async throws {
        let program = try Program()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        let outcome = try await program.shell("mkdir empty; \(script) --quiet --format jsonl")
        #expect(outcome.exitCode == code)
        let line =
            "empty: no readable isbn.traineddata; set its folder with --tessdata or BOOKZONE_TESSDATA\n"
        #expect(outcome.stderr == (code == 64 ? line : ""))
        #expect(outcome.lines.isEmpty == (code == 64))
    }

    @Test func `program reads text wherever it lies`() async throws {
        let program = try Program()
        try program.copy("imprint-isbn10-and-isbn13.jpg")
        let outcome = try await program.shell(
            "cp $(command -v bookzone) elsewhere && ./elsewhere scan --readers ocr --crop 200,830,340,120 *.jpg"
        )
        #expect(outcome.stdout == "9780745831725\n")
    }

    @Test func `help shows examples and exit codes`() async throws {
        let program = try Program()
        for (help, words) in [
            ("--help", ["bookzone scan box1", "EXIT CODES", "--readers <list>", "--help-all"]),
            ("--help-all", ["--files0-from", "--debug-images", "--crop <x,y,w,h>"]),
        ] {
            let outcome = try await program.run("scan", help)
            #expect(outcome.exitCode == 0)
            for word in words { #expect(outcome.stdout.contains(word), "\(word)") }
        }
    }
}
