// `bookzone lookup` with all its sources: a real SRU server for library catalogues, test servers for the others.
import Foundation
import Servers
import Testing

@Suite(.enabled(if: ZebraServer.isInstalled, "needs zebrasrv and zebraidx: apt-get install idzebra-2.0"))
struct LookUpSourcesTests {
    private let zebra: ZebraServer
    private let library: LoopbackServer
    private let inventaire: LoopbackServer
    private let program: Program

    init() throws {
        zebra = try ZebraServer()
        library = try LoopbackServer { .openLibrary($0) }
        inventaire = try LoopbackServer { request in
            .json(#"{"entities": {}, "notFound": ["\#(request.query["uris"] ?? "")"]}"#)
        }
        program = try Program()
    }

    /// - Parameter k10plus: another address of that source.
    private func lookup(_ words: String, k10plus: String? = nil) async throws -> Outcome {
        try await program.shell(
            "bookzone lookup \(words)",
            environment: [
                "BOOKZONE_OPENLIBRARY_URL": library.address, "BOOKZONE_INVENTAIRE_URL": inventaire.address,
                "BOOKZONE_K10PLUS_URL": k10plus ?? zebra.marc21, "BOOKZONE_DNB_URL": zebra.marc21,
                "BOOKZONE_LOC_URL": zebra.marc21, "BOOKZONE_BNF_URL": zebra.unimarc,
            ])
    }

    @Test func `number decides who is asked`() async throws {
        let outcome = try await lookup("9782912345011 9783161484100 9780456789032")
        #expect(
            outcome.lines == [
                "978-2-912345-01-1  L'horloge des marées: roman, Élise Caron, 2016",
                "978-3-16-148410-0  Die Märzhefte: Tagebuch eines Gärtners, Jürgen Müller, 2011",
                "978-0-456-78903-2  The \"quiet\" machine & other tales. Volume 2. Winter, 2020",
            ])
        #expect(outcome.exitCode == 0)
        let origins = try await lookup("--offline --format csv 9782912345011 9783161484100 9780456789032")
        #expect(origins.lines.dropFirst().map { $0.contains(",BnF,,id:") } == [true, false, false])
        #expect(origins.lines.dropFirst().map { $0.contains(",DNB,,id:") } == [false, true, false])
    }

    @Test func `unknown and not asked are two things`() async throws {
        let unknown = try await lookup("9789000000012")
        let yours = "Yours    neither owned nor wanted; other editions are unknown without its title"
        #expect(unknown.lines == ["978-90-00-00001-2", yours, "Title    not known to 4 sources"])
        #expect(unknown.stderr == "")
        #expect(unknown.exitCode == 1)
        let asked = library.requests.count + inventaire.requests.count
        // Certain misses are remembered; that of Open Library may have been an error and is not.
        let again = try await lookup("9789000000012", k10plus: "http://127.0.0.1:1")
        #expect(again.lines == unknown.lines)
        #expect(library.requests.count + inventaire.requests.count == asked + 1)

        let closed = try await lookup("9786000000035", k10plus: "http://127.0.0.1:1")
        #expect(
            closed.lines == ["978-600-00-0003-5", yours, "Title    not asked: K10plus can't be reached"])
        #expect(closed.stderr.hasPrefix("K10plus: 127.0.0.1:1 can't be reached ("))
        #expect(closed.stderr.hasSuffix("1 book waits to be looked up; run `bookzone lookup --pending`\n"))
        #expect(closed.exitCode == 3)
        let record = try await lookup("--offline --format jsonl 9786000000035")
        #expect(record.stdout.contains(#""status":"not-asked""#))
        let pending = try await lookup("--pending")
        #expect(pending.lines == ["978-600-00-0003-5  not known to 4 sources"])
        #expect(pending.exitCode == 1)
        #expect(try await lookup("--pending").stderr == "no look-ups are pending\n")
    }
}
