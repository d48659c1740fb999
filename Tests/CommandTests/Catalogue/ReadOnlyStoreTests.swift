// A store that can't be written: on a read-only mount, or owned by another user.
import Foundation
import Testing

struct ReadOnlyStoreTests {
    private let program: Program

    init() throws { program = try Program() }

    /// Commands that only read, which work on any store.
    static let commands = [
        "list", "list show owned", "search salt", "lookup --offline 9780439023481",
        "comment list 9780439023481",
        "person show maria", "store info", "store check", "store backup ../copy", "export csv",
    ]

    private func fill() async throws {
        let made = try await program.shell(
            """
            mkdir lib && cd lib && export BOOKZONE_STORE=store BOOKZONE_USER=maria
            bookzone add 9780439023481 --title 'Salt and Tide' --author 'Ada Okafor'
            bookzone list add owned 9780439023481 && bookzone comment add 9780439023481 'Fine.'
            """)
        try #require(made.exitCode == 0)
    }

    /// Runs shell commands in `lib`, which is mounted read-only.
    private func runReadOnly(_ lines: String) async throws -> Outcome {
        let namespace = try #require(SmallDisk.namespace)
        return try await program.shell(
            """
            \(namespace) sh -c 'mount --bind lib lib && mount -o remount,bind,ro lib && cd lib &&
                export BOOKZONE_STORE=store BOOKZONE_USER=maria
                \(lines)'
            """)
    }

    @Test(.enabled(if: SmallDisk.namespace != nil), arguments: commands)
    func `the file is read and not changed`(_ command: String) async throws {
        try await fill()
        let writable = try await program.shell(
            "cd lib && BOOKZONE_STORE=store BOOKZONE_USER=maria bookzone \(command) && rm -f ../copy")
        let outcome = try await runReadOnly("touch new 2>/dev/null && exit 99; bookzone \(command)")
        #expect(outcome.exitCode == 0)
        #expect(outcome.stdout == writable.stdout)
        #expect(try await program.shell("ls lib").lines == ["store"])
    }

    @Test(.enabled(if: SmallDisk.namespace != nil)) func `writing commands are rejected with the reason`()
        async throws
    {
        try await fill()
        let outcome = try await runReadOnly("bookzone list add wanted 9780439023481")
        #expect(outcome.exitCode == 74)
        #expect(outcome.stderr.hasPrefix("store: the store is read-only: it can be read, "))
        let lookup = try await runReadOnly("bookzone lookup --offline 9780306406157")
        #expect(lookup.lines.last == "Title    not asked: offline")
        #expect(lookup.stderr.hasPrefix("store: is read-only; nothing will be saved\n"))
    }

    /// Data that is still in the write-ahead log of a run that was killed. The run waits after its first thousand
    /// rows, because nobody reads its messages about the others.
    @Test(.enabled(if: SmallDisk.namespace != nil)) func `log of a killed run is read too`() async throws {
        try await fill()
        let killed = try await program.shell(
            """
            mkfifo notes; exec 3<>notes
            awk 'BEGIN { print "isbn,title"; while (i++ < 1000) print ",Logged book " i
                while (i++ < 9999) print "no number," }' >rows.csv
            bookzone import csv rows.csv --store lib/store 2>&3 &
            until [ "$(stat -c %s lib/store-wal 2>/dev/null || echo 0)" -gt 200000 ]; do sleep 0.1; done
            sleep 1; kill -KILL $!; wait; rm -f lib/store-shm; ls lib
            """)
        try #require(killed.lines.contains("store-wal"))
        let outcome = try await runReadOnly(
            "bookzone search logged --limit 2000 | wc -l; bookzone store check")
        #expect(outcome.lines == ["1000", "store: all is well"])
    }

    /// A user without root's privileges.
    private static let somebody =
        getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

    @Test(
        arguments: ["lib", "lib/store"],
        ["list", "search salt", "lookup --offline 9780439023481", "store check"])
    func `a store that may not be opened is neither an absent nor a damaged one`(
        _ locked: String, _ command: String
    ) async throws {
        try await fill()
        let outcome = try await program.shell(
            """
            chmod 755 . lib; chmod 000 \(locked); \(Self.somebody) bookzone \(command) --store lib/store; code=$?
            chmod 755 lib; exit $code
            """)
        #expect(outcome.stderr == "lib/store: the store can't be opened: Permission denied\n")
        #expect(outcome.exitCode == 70)
    }

    @Test func `a scan without its store gives the code for that`() async throws {
        try await fill()
        try program.write(Photos.blankJPEG, to: "a.jpg")
        // Root may read everything, unless it drops that capability.
        let humbly = getuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
        let outcome = try await program.shell(
            "chmod 000 lib/store; \(humbly) bookzone scan a.jpg --lookup --offline --store lib/store")
        #expect(
            outcome.stderr.contains(
                "no look-up: lib/store: the store can't be opened: Permission denied\n"))
        #expect(outcome.exitCode == 70)
    }

    @Test(arguments: [
        "store backup locked/new --store lib/store", "store backup locked/new --store lib/full",
        "store restore lib/store --store locked/new", "store load dump --store locked/new",
        "add --title T --store locked/new",
    ])
    func `a folder that can't be written is no fault of the store`(_ command: String) async throws {
        try await fill()
        let outcome = try await program.shell(
            """
            bookzone store dump --store lib/store >dump; cp lib/store lib/full
            mkdir -p lib/full.photos locked; echo photo >lib/full.photos/1
            chmod -R a+rX .; chmod 555 locked; \(Self.somebody) bookzone \(command); code=$?
            ls locked; exit $code
            """)
        #expect(
            outcome.stderr
                == "locked/new: can't be written: Permission denied; choose another folder, or check its permissions\n"
        )
        #expect(outcome.stdout == "" && outcome.exitCode == 74)
    }

    @Test func `another user's store can be read`() async throws {
        try await fill()
        let outcome = try await program.shell(
            """
            chmod 755 . lib; chmod 444 lib/store; chmod 555 lib
            \(Self.somebody) bookzone search salt --store lib/store; code=$?
            chmod 755 lib; ls lib; exit $code
            """)
        #expect(outcome.lines == ["9780439023481", "store"])
        #expect(outcome.exitCode == 0)
    }
}
