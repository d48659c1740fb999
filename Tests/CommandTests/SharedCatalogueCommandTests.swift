// Commands on a shared catalogue, from logging in to changes that wait while the site is unavailable.
import Foundation
import Servers
import TestSupport
import Testing

@testable import Books

struct SharedCatalogueCommandTests {
    @Test func `commands work on a site's catalogue, and what can't be sent arrives once`() async throws {
        let port = try HeldPort()
        let program = try Program()
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg").path
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let outcome = try await program.shell(
            """
            site=\(port.address); book=9780306406157
            start() {
                : >err
                bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address $site >>said 2>err & server=$!
                until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            }
            start
            token=$(python3 '\(visitor)' token $site said)
            echo nonsense | bookzone login $site; echo "wrong $?"; test ! -e .config/bookzone/sites.json || echo kept
            echo $token | bookzone login $site; echo "in $?"; stat -c %a .config/bookzone/sites.json
            grep -q '"account"' .config/bookzone/sites.json && echo marked
            bookzone list add wanted $book --store $site; echo "list $?"
            BOOKZONE_STORE=$site bookzone comment add $book 'Said here.'; echo "comment $?"
            bookzone scan '\(photo)' --lookup --store $site; echo "scan $?"
            bookzone edit $book --title Herons --author 'Ana One' --store $site; echo "edit $?"
            twin=$(bookzone add --title 'Herons' --year 1931 --store $site); echo "add $?"
            bookzone merge $book $twin --store $site; echo "merge $?"
            bookzone history $book --store $site | sed 's/^[0-9: -]*//'; bookzone undo --store $site >/dev/null
            bookzone remove $twin --store $site; echo "remove $?"
            printf 'isbn\\n"%s, 9780140328721"\\n' $book | bookzone import csv - --list onwed --store $site; echo "import $?"
            kill $server; wait $server
            bookzone comment add $book 'Said on a train.' --store $site; echo "waits $?"
            bookzone undo --store $site; echo "undo $?"
            start
            bookzone comment list $book --store $site | grep -c train
            bookzone comment list $book --store site.sqlite | grep -c 'Said'
            bookzone list show wanted --store $site
            bookzone logout $site; bookzone list --store $site; echo "out $?"
            kill $server; wait $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(200))
        let codes = outcome.lines.filter { $0.wholeMatch(of: /[a-z]+ \d+/) != nil }
        #expect(
            codes == [
                "wrong 2", "in 0", "list 0", "comment 0", "scan 0", "edit 0", "add 0", "merge 0",
                "remove 0", "import 0", "waits 3", "undo 75", "out 2",
            ],
            "\(outcome.stdout)\(outcome.stderr)")
        #expect(
            outcome.lines.contains("title: none → Herons")
                && outcome.lines.contains("year: none → 1931"))
        #expect(outcome.lines.contains("authors: none → Ana One"))
        #expect(outcome.lines.contains("600") && outcome.lines.contains("marked"))
        #expect(!outcome.lines.contains("kept"))
        #expect(outcome.lines.contains { $0.hasPrefix("9791034608522") })
        #expect(outcome.lines.contains("1") && outcome.lines.contains("2"))
        #expect(outcome.lines.contains { $0.contains("9780306406157") })
        #expect(
            outcome.lines.contains(
                "1 cell with several ISBNs: the first is the book's, the others were left out, "
                    + "on line 2: “9780306406157, 9780140328721”"))
        #expect(outcome.stderr.contains("onwed: a new list, similar to owned; `bookzone undo` reverts it"))
        #expect(outcome.stderr.contains("what was not sent is saved here"))
        #expect(outcome.stderr.contains("nothing is sent later"))
        #expect(outcome.stderr.contains("bookzone login"))
        let wrong = outcome.stderr.components(
            separatedBy: "the token is wrong or was revoked; create one at ")
        #expect(wrong.count == 2 && wrong[1].hasPrefix("\(port.address)/account, "), "\(outcome.stderr)")
    }

    @Test(arguments: ["http://", "https://club.example:99999", "https://club.example/?x=1"])
    func `what can't be an address is said to be none`(address: String) async throws {
        let outcome = try await Program().shell(
            "bookzone list --store '\(address)'; echo $?; echo token | bookzone login '\(address)'; echo $?")
        #expect(outcome.lines == ["2", "2"])
        #expect(outcome.stderr.components(separatedBy: "is not the address of a site").count == 3)
    }

    /// Commands that start a site as `$site`, with the process `$server`, and log in to it.
    private static func served(on port: HeldPort) -> String {
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        return """
            site=\(port.address)
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address $site >said 2>err & server=$!
            until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            python3 '\(visitor)' token $site said | bookzone login $site >/dev/null
            """
    }

    @Test func `commands end on a site as on a file`() async throws {
        let port = try HeldPort()
        let outcome = try await Program().shell(
            """
            \(Self.served(on: port))
            long=$(printf 'x%.0s' $(seq 70000))
            printf 'isbn\\n9780306406158\\n' >wrong.csv
            python3 -c 'for n in range(250):
                text = str(978030640000 + n)
                print(text + str(-sum(int(c) * (1 + 2 * (i % 2)) for i, c in enumerate(text)) % 10))
                if n == 150: print("id:9999")' >books
            for store in file.sqlite $site; do
                export BOOKZONE_STORE=$store
                end() { echo "$? $*"; }
                bookzone list add .. 9780140328721; end dots
                bookzone list add . 9780140328721; end dot
                bookzone list remove .. 9780140328721; end removed
                bookzone list add $long 9780140328721; end long
                bookzone list add owned 9780306406158; end digit
                printf '' | bookzone list add owned -; end empty
                printf '' | bookzone list remove owned -; end none
                bookzone import csv wrong.csv >/dev/null; end rows
                bookzone list add box - <books; end books
                bookzone list show box | wc -l
                bookzone list show ..; end show
                bookzone undo >/dev/null; end undo
                bookzone list show box; end undone
                test ! -s .local/share/bookzone/outbox.jsonl || echo waiting
            done >ends 2>messages
            kill $server; wait $server
            cat ends; cat messages >&2
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(200))
        let (file, site) = (
            outcome.lines.prefix(outcome.lines.count / 2), outcome.lines.suffix(outcome.lines.count / 2)
        )
        #expect(Array(file) == Array(site), "\(outcome.stdout)\(outcome.stderr)")
        #expect(
            file.filter { $0.wholeMatch(of: /\d+ [a-z]+/) != nil } == [
                "2 dots", "2 dot", "2 removed", "2 long", "2 digit", "0 empty", "0 none", "2 rows", "1 books",
                "1 show", "0 undo", "1 undone",
            ], "\(outcome.stdout)")
        #expect(file.contains("250") && file.contains("box: 250 added, 0 already there"))
        let messages = [
            "“..”: a list's name needs at least one letter or digit": 4, "may have 200 bytes": 2,
            "id:9999: not in the store": 2,
        ]
        for (words, count) in messages {
            #expect(
                outcome.stderr.components(separatedBy: words).count == count + 1, "\(words) \(outcome.stderr)"
            )
        }
    }

    @Test func `what is wrong with a change is said on a site as on a file`() async throws {
        let port = try HeldPort()
        let outcome = try await Program().shell(
            """
            \(Self.served(on: port))
            for store in file.sqlite $site; do
                export BOOKZONE_STORE=$store
                bookzone list add owned 9780306406157 9780140328721 >/dev/null 2>&1
                bookzone comment add 9780140328721 'Read it.' >/dev/null
                untitled=$(bookzone add --title Herons)
                bookzone merge 9780306406157 9780140328721 2>&1; echo $?
                bookzone edit 9780306406157 --isbn 9780140328721 2>&1; echo $?
                bookzone edit $untitled --title '' 2>&1; echo $?
                bookzone edit $untitled --edition-of $untitled 2>&1; echo $?
                bookzone edit $untitled --series-number 3 2>&1; echo $?
            done
            bookzone remove 9780140328721; echo $?
            kill $server; wait $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(200))
        let messages = [
            "978-0-306-40615-7 and 978-0-14-032872-1 are two editions; link them with `bookzone edit --edition-of`, "
                + "or add --force to merge them anyway", "2",
            "978-0-14-032872-1: another book has this ISBN; `bookzone merge` merges the two", "2",
            "a book without an ISBN needs a title; add --title", "2",
            "a book is no other edition of itself; name another book", "64",
            "a number in a series needs the series", "64",
        ]
        #expect(outcome.lines == messages + messages + ["2"], "\(outcome.stderr)")
        #expect("\n\(outcome.stderr)".contains("\n9780140328721: has copies"), "\(outcome.stderr)")
    }

    /// A server that accepts connections and never answers.
    private static func hanging(_ port: HeldPort) -> String {
        """
        site=\(port.address)
        mkdir -p .config/bookzone
        printf '{"%s":{"token":"%043d","name":"Maria"}}' $site 0 >.config/bookzone/sites.json
        python3 -c 'import socket, time
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", \(port.number)))
        server.listen(50)
        print(flush=True)
        time.sleep(300)' >ready & server=$!
        until test -s ready || ! kill -0 $server; do sleep 0.05; done
        """
    }

    @Test(arguments: [
        "list add wanted 9780306406157", "list add wanted id:7", "comment add 9780306406157 'Said here.'",
        "lookup 9780306406157",
    ])
    func `what a site is to receive is saved within seconds if it hangs`(command: String) async throws {
        let outcome = try await Program().shell(
            """
            \(Self.hanging(try HeldPort()))
            SECONDS=0; bookzone \(command) --store $site; echo "waits $? $SECONDS"
            wc -l <.local/share/bookzone/outbox.jsonl; kill $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(180))
        let end = try #require(
            outcome.stdout.firstMatch(of: /waits (\d+) (\d+)\n1\n/), "\(outcome.stdout)\(outcome.stderr)")
        #expect(end.1 == "3" && Int(end.2).map { $0 < 60 } == true)
        #expect(outcome.stderr.contains("waiting for http://127.0.0.1"))
    }

    @Test func `a scan asks a site that hangs only once, and keeps the books for it`() async throws {
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg").path
        let outcome = try await Program().shell(
            """
            \(Self.hanging(try HeldPort()))
            cp '\(photo)' 1.jpg; cp 1.jpg 2.jpg; echo >>2.jpg
            SECONDS=0; bookzone scan 1.jpg 2.jpg --jobs 1 --lookup --store $site; echo "ended $? $SECONDS"
            cat .local/share/bookzone/outbox.jsonl; kill $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(180))
        let end = try #require(
            outcome.stdout.firstMatch(of: /ended (\d+) (\d+)\n/), "\(outcome.stdout)\(outcome.stderr)")
        #expect(end.1 == "3" && Int(end.2).map { $0 < 60 } == true, "\(outcome.stderr)")
        #expect(outcome.stdout.matches(of: /9791034608522/).count >= 3, "\(outcome.stdout)")
        #expect(outcome.stderr.contains("could not be reached"))
        #expect(outcome.stderr.matches(of: /waiting for/).count == 1)
    }

    @Test func `what a site says can't steer the terminal`() async throws {
        let words = #"\u001b]0;owned\u0007\u202e\u009b31m"#
        let server = try LoopbackServer { request in
            switch request.path {
            case "/api/v1/me": .json(#"{"name":"Maria","role":"reader"}"#)
            case "/api/v1/lookups":
                .json(
                    #"{"answers":[{"isbn":"9780306406157","status":"not-asked","unknownTo":[],"#
                        + #""unasked":[{"source":"Here\#(words)","words":"Because\#(words)"}]}]}"#)
            case "/api/v1/unnamed": .json(#"{"waiting":0,"unknown":0}"#)
            default: .json(#"{"status":422,"title":"Not\#(words)","code":"malformed"}"#, status: 422)
            }
        }
        let outcome = try await Program().shell(
            """
            mkdir -p .config/bookzone
            printf '{"%s":{"token":"%043d","name":"Maria"}}' \(server.address) 0 >.config/bookzone/sites.json
            bookzone lookup 9780306406157 --store \(server.address); echo $?
            bookzone list show lent --store \(server.address); echo $?
            """, environment: ["LC_ALL": "C"])
        #expect(outcome.lines.last == "2", "\(outcome.stdout)")
        for scalar in "\u{1B}\u{7}\u{202E}\u{9B}".unicodeScalars {
            #expect(!(outcome.stdout + outcome.stderr).unicodeScalars.contains(scalar), "\(scalar.value)")
        }
        for word in ["Here", "Because", "Not"] { #expect(outcome.stderr.contains(word), "\(outcome.stderr)") }
    }

    /// Before anything is sent, so that a change is not lost if the user interrupts the command.
    @Test func `if interrupted, a change has been saved before sending, and a search ends immediately`()
        async throws
    {
        let outcome = try await Program().shell(
            """
            \(Self.hanging(try HeldPort()))
            for command in 'search lantern' 'comment add 9780306406157 Said'; do
                : >err
                env --default-signal=INT bookzone $command --store $site 2>err & program=$!
                until grep -q 'waiting for' err || ! kill -0 $program; do sleep 0.05; done
                SECONDS=0; kill -INT $program; wait $program; echo "ended $? $((SECONDS < 12))"
            done
            wc -l <.local/share/bookzone/outbox.jsonl; kill $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(180))
        #expect(
            outcome.lines == ["ended 130 1", "ended 130 1", "1"], "\(outcome.stdout)\(outcome.stderr)")
    }

    /// Forwards connections to a site, and writes a line to `requests` for each request.
    private static func relay(from port: HeldPort, to site: HeldPort) -> String {
        """
        python3 -c 'import re, socket, threading
        def forward(source, target, counted):
            while part := source.recv(65536):
                if counted:
                    for line in re.findall(rb"(?m)^[A-Z]+ /\\S* HTTP/1.1\\r$", part):
                        requests.write(line + b"\\n")
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
        requests = open("requests", "ab", buffering=0)
        server = socket.socket()
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", \(port.number)))
        server.listen(50)
        print(flush=True)
        while True:
            client = server.accept()[0]
            site = socket.create_connection(("127.0.0.1", \(site.number)))
            for ends in ((client, site, True), (site, client, False)):
                threading.Thread(target=forward, args=ends, daemon=True).start()' >ready & relay=$!
        until test -s ready || ! kill -0 $relay; do sleep 0.05; done
        """
    }

    @Test func `an export asks a site for many books at a time`() async throws {
        let (port, relay) = (try HeldPort(), try HeldPort())
        let program = try Program()
        let isbns = (0..<600).map { ISBN(twelve: 978_030_640_000 + $0).isbn13 }
        let rows = isbns.map { "\($0),Lantern,box\n" }
        try program.write(Data(("isbn,title,lists\n" + rows.joined()).utf8), to: "books.csv")
        try program.write(Data(isbns.map { "\($0)\n" }.joined().utf8), to: "isbns")
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let outcome = try await program.shell(
            """
            site=\(relay.address)
            bookzone import books.csv --store site.sqlite >/dev/null
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address $site >said 2>err & server=$!
            until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            \(Self.relay(from: relay, to: port))
            python3 '\(visitor)' token $site said | bookzone login $site >/dev/null
            exported() {
                name=$1; shift; : >requests
                bookzone export csv --store $site "$@" >out
                echo "$name $? $(grep -c Lantern out) $(wc -l <requests)"
            }
            exported all; exported list --list box; exported search --search lantern
            exported input - <isbns; exported arguments $(cat isbns)
            kill $server $relay; wait $server $relay
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(200))
        let exports = outcome.lines.map { $0.split(separator: " ") }
        #expect(exports.map(\.first) == ["all", "list", "search", "input", "arguments"], "\(outcome.stderr)")
        for export in exports {
            #expect(export[1...2] == ["0", "600"], "\(export) \(outcome.stderr)")
            let requests = try #require(Int(export[3]))
            #expect((1...10).contains(requests), "\(export)")
        }
    }

    @Test func `an export of chosen books has the account's readings and comments`() async throws {
        let port = try HeldPort()
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let outcome = try await Program().shell(
            """
            site=\(port.address)
            printf 'isbn,title\\n9780306406157,Lantern\\n' | bookzone import csv - --store site.sqlite >/dev/null
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address $site >said 2>err & server=$!
            until grep -q 'listening on' err || ! kill -0 $server; do sleep 0.05; done
            python3 '\(visitor)' token $site said | bookzone login $site >/dev/null
            export BOOKZONE_STORE=$site BOOKZONE_USER='Somebody else'
            bookzone list add read 9780306406157 --date 2021-03-14 >/dev/null
            bookzone comment add 9780306406157 'Said here.' --rating 4 >/dev/null
            bookzone export csv >all; grep -c '2021-03-14.*Said here' all
            for choice in '--list read' '--search lantern' 9780306406157; do
                bookzone export csv $choice | cmp - all && echo "same $choice"
            done
            kill $server; wait $server
            """, environment: ["LC_ALL": "C"], timeLimit: .seconds(120))
        #expect(
            outcome.lines == ["1", "same --list read", "same --search lantern", "same 9780306406157"],
            "\(outcome.stdout)\(outcome.stderr)")
    }
}
