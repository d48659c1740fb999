// Exit codes for schedulers: which photos give a code other than 0.
import Foundation
import Testing

struct ScanFailOnTests {
    /// Photos that are found, uncertain, none and failed, by their first letters.
    private func program() throws -> Program {
        let program = try Program()
        try program.write(try Photos.testImage("cover-ean-price-addon.jpg"), to: "f")
        try program.write(Photos.blankPNG, to: "n")
        try program.write(Photos.blankPNG.prefix(40), to: "x")
        return program
    }

    @Test(arguments: [
        ("f n", "", 1), ("f n", "--fail-on uncertain", 0), ("f n x", "--fail-on uncertain", 2),
        ("f n", "--fail-on failed", 0), ("f n x", "--fail-on failed", 2), ("f n x", "--fail-on never", 0),
        ("f x n", "--max-failed 1 --fail-on failed", 0), ("f x n", "--max-failed 33%", 2),
        ("f x n", "--max-failed 34%", 1), ("f x n", "--max-failed 0 --fail-on never", 2),
        ("f x", "--max-failed 1", 0),
        ("f", "--max-failed 5,5", 64), ("f", "--max-failed 101%", 64), ("f", "--max-failed -1", 64),
        ("f", "--fail-on always", 64),
    ]) func `code follows the options`(photos: String, options: String, code: Int32) async throws {
        let outcome = try await program().shell("bookzone scan \(photos) --readers barcode \(options)")
        #expect(outcome.exitCode == code, "\(outcome.stderr)")
    }

    @Test func `an uncertain photo counts`() async throws {
        let program = try Program()
        _ = try await program.shell(
            """
            cat >r.jsonl <<'END'
            {"candidates":[],"error":null,"height":1,"isbns":[],"milliseconds":1,"page":1,"photo":"a","repeats":null,"sha256":null,"status":"uncertain","warnings":[],"width":1}
            END
            """)
        #expect(try await program.shell("bookzone scan r.jsonl --fail-on uncertain").exitCode == 1)
        #expect(try await program.shell("bookzone scan r.jsonl --fail-on failed").exitCode == 0)
    }

    /// The folder existed when the run listed it.
    @Test func `a photo that vanishes may come back`() async throws {
        let program = try Program()
        for number in 1...300 { try program.write(Photos.blankPNG, to: "box/\(number).png") }
        let outcome = try await program.shell(
            """
            bookzone scan box -j 1 --format jsonl >out & program=$!
            until test -s out; do sleep 0.01; done; kill -STOP $program; rm box/*; kill -CONT $program
            wait $program; echo $?; tail -n 1 out
            """)
        #expect(outcome.lines.first == "75", "\(outcome.stderr)")
        #expect(outcome.lines.last?.contains(#""code":"unavailable""#) == true)
    }
}
