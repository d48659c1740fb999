// `scan --lookup` into a store that can't be written: the results are complete, the exit code says that something is left, and
// a resumed run saves it.
import Foundation
import TestSupport
import Testing

struct ScanUnsavedTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.copy("cover-ean-price-addon.jpg", to: "box/")
    }

    /// What a run is, besides its store; and how many records have books, and how many photos the store has.
    private static let commands = """
        run() { bookzone scan box --readers barcode --lookup --offline -o r.jsonl --resume "$@"; echo $?; }
        counts() { grep -c '"books"' r.jsonl; bookzone store info --store "$1" | grep Photos; }

        """

    @Test(.enabled(if: SmallDisk.namespace != nil, "needs the right to mount a small disk"))
    func `what a full disk had no room for is saved by the resumed run`() async throws {
        let outcome = try await program.shell(
            """
            mkdir disk; exec \(try #require(SmallDisk.namespace)) sh <<'END'
            \(Self.commands)
            mount -t tmpfs -o size=2m tmpfs disk || exit
            bookzone add --title T --store disk/s.sqlite >/dev/null; dd if=/dev/zero of=disk/fill 2>/dev/null
            run --store disk/s.sqlite; grep -c 9781405362177 r.jsonl; run --store disk/s.sqlite
            bookzone show --lookup --offline --store disk/s.sqlite r.jsonl >/dev/null; echo $?
            rm disk/fill; counts disk/s.sqlite; run --store disk/s.sqlite; counts disk/s.sqlite
            run --store disk/s.sqlite
            END
            """)
        #expect(
            outcome.lines == ["75", "1", "75", "75", "0", "Photos    0", "0", "1", "Photos    1", "0"],
            "\(outcome.stderr)")
        #expect(outcome.stderr.contains("no space left; what was being written was undone; free some space"))
        #expect(outcome.stderr.matches(of: /1 photo already read/).count == 3)
    }

    @Test func `what another process kept from the store is saved by the resumed run`() async throws {
        let outcome = try await program.shell(
            """
            \(Self.commands)
            bookzone add --title T --store s.sqlite >/dev/null
            python3 -c 'import sqlite3, time; store = sqlite3.connect("s.sqlite"); store.execute("BEGIN EXCLUSIVE")
            open("locked", "w"); time.sleep(300)' & lock=$!
            until test -e locked; do sleep 0.05; done
            run --store s.sqlite; kill $lock; wait $lock 2>/dev/null
            counts s.sqlite; run --store s.sqlite; counts s.sqlite
            """)
        #expect(
            outcome.lines == ["75", "0", "Photos    0", "0", "1", "Photos    1"], "\(outcome.stderr)")
        #expect(outcome.stderr.contains("locked") && outcome.stderr.contains("1 photo already read"))
    }

    @Test(arguments: ["store", "nowhere/store"])
    func `a photo is moved when it is saved`(store: String) async throws {
        try program.write(Data("garbage\n".utf8), to: "store")
        let outcome = try await program.shell(
            """
            \(Self.commands)
            run --store \(store) --move-to sorted; ls box; rm store; mkdir nowhere
            run --store \(store) --move-to sorted; ls sorted/found; counts \(store)
            """)
        let name = "cover-ean-price-addon.jpg"
        #expect(outcome.lines == ["70", name, "0", name, "1", "Photos    1"], "\(outcome.stderr)")
        #expect(outcome.stderr.hasPrefix("no look-up: \(store): "), "\(outcome.stderr)")
    }
}
