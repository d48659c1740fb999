// Titles and names in the original script, from a library's record to display, search and export.
import Foundation
import Servers
import Testing

@Suite(.enabled(if: ZebraServer.isInstalled, "needs zebrasrv and zebraidx: apt-get install idzebra-2.0"))
struct OriginalScriptCommandTests {
    private static let isbn = "9785170000012"
    private let zebra: ZebraServer
    private let program: Program

    init() throws {
        zebra = try ZebraServer()
        program = try Program()
    }

    private func run(_ words: String) async throws -> Outcome {
        try await program.shell(
            words,
            environment: ["BOOKZONE_K10PLUS_URL": zebra.marc21, "BOOKZONE_USER": "maria"])
    }

    private func lookUp(_ words: String) async throws -> Outcome {
        try await run("bookzone lookup --source k10plus \(words)")
    }

    @Test func `it is shown, searched and exported`() async throws {
        let card = try await lookUp(Self.isbn)
        #expect(
            card.lines.prefix(3) == [
                "Zelënyĭ mai͡ak: povestʹ", "Зелёный маяк: повесть, Мария Новак",
                "Marii͡a Novak, Gavanʹ, 2004                         978-5-17-000001-2",
            ])
        for words in ["Зелёный", "зеленый маяк", "новак", "zelenyi", "--author мария"] {
            #expect(try await run("bookzone search \(words)").lines == [Self.isbn], "\(words)")
        }
        let json = try await run("bookzone lookup --offline --format jsonl \(Self.isbn)")
        #expect(json.stdout.contains(#""original_script_title":"Зелёный маяк: повесть""#))
        #expect(json.stdout.contains(#""original_script_names":["Мария Новак"]"#))
        let csv = try await run("bookzone lookup --offline --format csv \(Self.isbn)")
        #expect(csv.stdout.contains(",Зелёный маяк: повесть,Мария Новак,,,\r\n"))
        let taken = try await run(
            """
            bookzone export csv -o all.csv 2>/dev/null; bookzone import csv all.csv --store imported.sqlite >/dev/null
            bookzone search зеленый --store imported.sqlite
            bookzone store dump -o all.jsonl; bookzone store load all.jsonl --store loaded.sqlite >/dev/null
            bookzone search зеленый --author новак --store loaded.sqlite
            bookzone store dump --store loaded.sqlite | cmp - all.jsonl
            """)
        #expect(taken.lines == [Self.isbn, Self.isbn])
        #expect(taken.stderr == "")
    }

    @Test func `a search by title gives it too`() async throws {
        #expect(
            try await lookUp("--title mai͡ak --author novak").lines == [
                "\(Self.isbn)\tZelënyĭ mai͡ak: povestʹ / Зелёный маяк: повесть\tMarii͡a Novak\tGavanʹ\t2004\tK10plus"
            ])
    }

    @Test func `a decision holds until it is reverted`() async throws {
        let edited = try await run(
            """
            bookzone add \(Self.isbn) --original-script-title 'Маяк' --original-script-name 'М. Новак' \
                --original-script-name 'А. Окафор'
            bookzone lookup --source k10plus \(Self.isbn) | head -n 2
            bookzone edit \(Self.isbn) --original-script-title '' --original-script-name ''
            bookzone lookup \(Self.isbn) | sed -n 2p | cut -c 1-5; bookzone undo >/dev/null; bookzone search маяк
            """)
        #expect(
            edited.lines.suffix(5) == [
                "Zelënyĭ mai͡ak: povestʹ", "Маяк, М. Новак, А. Окафор",
                "Zelënyĭ mai͡ak: povestʹ, Marii͡a Novak, 2004", "Marii", Self.isbn,
            ])
    }
}
