// The files of a site: made only when it starts, and closed to others.
import Foundation
import Servers
import TestSupport
import Testing

struct ServeStoreTests {
    @Test func `a site that does not start makes no store, and removes none`() async throws {
        let taken = try LoopbackServer { _ in .json("{}") }
        let program = try Program()
        let starts = [
            ("", "--listen 127.0.0.1:\(taken.port)", Int32(75)),
            ("BOOKZONE_SMTP_URL=smtp://127.0.0.1", "--listen 127.0.0.1:0", 64),
            ("", "--listen 127.0.0.1:0 --backup missing", 64), ("", "--listen 192.0.2.1:8080", 75),
        ]
        for (variables, options, code) in starts {
            let line = "\(variables) bookzone serve --store new.sqlite --offline \(options)"
            let outcome = try await program.shell(line, timeLimit: .seconds(60))
            #expect(outcome.exitCode == code, "\(line): \(outcome.stderr)")
            #expect(try await program.shell("ls -A | grep new").stdout.isEmpty, "\(line)")
        }
        let kept = try await program.shell(
            """
            bookzone list add owned 9780306406157 --store old.sqlite
            bookzone serve --store old.sqlite --offline --listen 127.0.0.1:\(taken.port)
            bookzone list show owned --store old.sqlite
            """, timeLimit: .seconds(60))
        #expect(kept.stdout.contains("9780306406157"), "\(kept.stderr)")
    }

    @Test func `a store that a command made is closed to others when a site opens it`() async throws {
        let outcome = try await Program().shell(
            """
            umask 022
            bookzone list add owned 9780306406157 --store site.sqlite; stat -c %a site.sqlite
            for start in 1 2; do
                bookzone serve --store site.sqlite --offline --listen 127.0.0.1:0 >out 2>err$start & site=$!
                until grep -q 'listening on' err$start || ! kill -0 $site; do sleep 0.05; done
                stat -c '%a %n' site.sqlite*
                kill $site; wait $site
            done
            grep -c 'other users' err1 err2
            """, timeLimit: .seconds(100))
        #expect(outcome.lines.first { Int($0) != nil } == "644", "\(outcome.stdout)")
        let modes = outcome.lines.compactMap { $0.wholeMatch(of: /(\d+) (site\.sqlite\S*)/) }
        #expect(modes.count > 4 && modes.allSatisfy { $0.1.hasSuffix("0") }, "\(outcome.stdout)")
        #expect(outcome.lines.suffix(2) == ["err1:1", "err2:0"], "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test func `what has hashes of passwords in it is closed to others, and its names invite nobody`()
        async throws
    {
        let program = try Program()
        let outcome = try await program.shell(
            """
            umask 022
            bookzone list add owned 9780306406157 --store site.sqlite >/dev/null
            bookzone store dump --store site.sqlite -o none.jsonl
            python3 -c 'import sqlite3
            store = sqlite3.connect("site.sqlite")
            store.execute("INSERT INTO account (name, key, password, role, made) VALUES (?, ?, ?, ?, 1)",
                ("Karin", "karin", "x", "reader"))
            store.commit()'
            bookzone store dump --store site.sqlite -o all.jsonl
            bookzone store backup copy.sqlite --store site.sqlite >/dev/null
            bookzone store load all.jsonl --store loaded.sqlite >/dev/null
            mkdir -p site.sqlite.photos/kept; echo x >site.sqlite.photos/kept/a.jpg
            bookzone store backup archive.tar --store site.sqlite >/dev/null
            stat -c '%a %n' archive.tar none.jsonl all.jsonl copy.sqlite loaded.sqlite
            bookzone serve invite Karin --store site.sqlite; echo $?
            """, timeLimit: .seconds(100))
        #expect(
            outcome.lines == [
                "640 archive.tar", "644 none.jsonl", "640 all.jsonl", "640 copy.sqlite", "640 loaded.sqlite",
                "64",
            ], "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stderr.contains("Karin has an account; `bookzone serve reset`"), "\(outcome.stderr)")
    }
}
