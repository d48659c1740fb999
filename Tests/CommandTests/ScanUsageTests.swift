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
        ("''", "an empty path"),
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

    @Test func helpShowsExamplesAndExitCodes() async throws {
        let outcome = try await Program().run("scan", "--help")
        #expect(outcome.exitCode == 0)
        for words in [
            "bookzone scan box1", "EXIT CODES", "--files0-from", "--debug-images", "--crop <x,y,w,h>",
        ] {
            #expect(outcome.stdout.contains(words), "\(words)")
        }
    }
}
