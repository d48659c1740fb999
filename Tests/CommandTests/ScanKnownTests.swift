// With --lookup the store knows what was read in a photo, wherever that lies: it is not read twice.
import Books
import Foundation
import Testing

struct ScanKnownTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg")
        try program.write(Photos.blankPNG.prefix(40), to: "broken.png")
    }

    private func record(_ words: String) async throws -> PhotoRecord {
        let outcome = try await program.shell("bookzone scan --lookup --offline --format jsonl -q \(words)")
        return try JSONDecoder().decode(PhotoRecord.self, from: outcome.output)
    }

    /// A photo's time is its own: no two readings take the same.
    @Test func `a photo is read once by one model with the same options`() async throws {
        let first = try await record("cover-ean-price-addon.jpg --readers barcode")
        _ = try await program.shell("mkdir box; mv *.jpg box/b.jpg")
        let again = try await record("box/b.jpg --readers barcode")
        #expect(again.photo == "box/b.jpg" && again.milliseconds == first.milliseconds)
        #expect(again.isbns == first.isbns)
        let other = try await record("box/b.jpg --readers barcode --strict")
        #expect(other.milliseconds != first.milliseconds)
        let last = try await record("box/b.jpg --readers barcode --strict --retry failed,none")
        #expect(last.milliseconds == other.milliseconds)
    }

    @Test func `what failed is read again`() async throws {
        let first = try await record("broken.png")
        let again = try await record("broken.png")
        #expect(first.status == .failed && again.milliseconds != first.milliseconds)
    }

    @Test func `without look-up nothing is kept`() async throws {
        _ = try await program.shell("bookzone scan *.jpg")
        #expect(!FileManager.default.fileExists(atPath: program.folder.appending(path: ".local").path))
        #expect(try await program.run("scan", "broken.png", "--retry", "failed").exitCode == 64)
    }
}
