// `bookzone serve` starts another program, and passes on arguments, signals and the exit code.
import Foundation
import Servers
import TestSupport
import Testing

struct ServeTests {
    @Test func `the command runs the server, which stops on request`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:0 >out 2>err & site=$!
            until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            cat /proc/$site/comm; kill $site; wait $site; echo $?; cat out
            """, timeLimit: .seconds(60))
        #expect(outcome.lines.prefix(2) == ["bookzone-serve", "0"], "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stdout.contains("/sign-up?ticket="))
    }

    /// Pages with open event streams, searches, and a photo that arrives byte by byte.
    @Test func `a site ends within seconds of SIGTERM, even with open requests`() async throws {
        let port = try HeldPort()
        let outcome = try await Program().shell(
            """
            bash <<'END'
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) >out 2>err & site=$!
            until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            exec 3<>/dev/tcp/127.0.0.1/\(port.number)
            printf 'POST /sign-in HTTP/1.1\\r\\nHost: 127.0.0.1:\(port.number)\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\nContent-Length: 200000\\r\\n\\r\\n' >&3
            (trap '' PIPE; while printf '%02000d' 0 >&3; do sleep 1; done) 2>/dev/null & slow=$!
            sleep 1; SECONDS=0; kill $site; wait $site; echo "ended $? $SECONDS"; kill $slow
            cat err
            END
            """, timeLimit: .seconds(120))
        let end = try #require(outcome.stdout.firstMatch(of: /ended (\d+) (\d+)/), "\(outcome.stderr)")
        #expect(end.1 == "0")
        #expect(try #require(Int(end.2)) < 20)
        #expect(!outcome.stdout.contains("read along"), "nobody can: it is this machine's own address")
    }

    /// The processes that read are stopped before the photo arrives.
    @Test func `a site ends within seconds of SIGTERM, and reads its photo after the next start`()
        async throws
    {
        let port = try HeldPort()
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg").path
        let outcome = try await Program().shell(
            """
            bash <<'END'
            children() { cat /proc/$1/task/*/children 2>&-; }
            uploads() { python3 -c 'import sqlite3, sys
            print(sqlite3.connect("site.sqlite").execute("SELECT count(*) FROM upload WHERE state = ?", sys.argv[1:]).fetchone()[0])' $1; }
            start() {
                : >err
                bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address \(port.address) >>said 2>err & site=$!
                until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            }
            start
            until helpers=$(children $site); test -n "$helpers" || ! kill -0 $site; do sleep 0.05; done
            for helper in $helpers; do kill -STOP $(children $helper) $helper; done
            python3 '\(visitor)' read \(port.address) said '\(photo)' >read 2>&1 & reader=$!
            until test "$(uploads waiting)" = 1 || ! kill -0 $reader; do sleep 0.05; done
            sleep 1; SECONDS=0; kill $site; wait $site; echo "ended $? $SECONDS $(uploads waiting)"
            cat err
            start
            until test "$(uploads waiting)" = 0 || ! kill -0 $site; do sleep 0.05; done
            echo "then $(uploads waiting)"; kill $site; wait $site
            END
            """, timeLimit: .seconds(200))
        let end = try #require(
            outcome.stdout.firstMatch(of: /ended (\d+) (\d+) (\d+)/), "\(outcome.stdout)\(outcome.stderr)")
        #expect(end.1 == "0" && end.3 == "1")
        #expect(try #require(Int(end.2)) < 20)
        #expect(outcome.lines.contains("then 0"), "\(outcome.stdout)")
    }

    /// More searches than can be answered or cancelled before the signal, on a machine of any speed.
    @Test func `a site ends within seconds of SIGTERM, however many searches run`() async throws {
        let port = try HeldPort()
        let visitor = Repository.root.appending(path: "scripts/checks/serving/visitor.py").path
        let program = try Program()
        try program.write(Data(Self.searches.utf8), to: "searches.py")
        let outcome = try await program.shell(
            """
            bash <<'END'
            bookzone serve --store site.sqlite --offline --listen 127.0.0.1:\(port.number) --address \(port.address) >said 2>err & site=$!
            until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            python3 searches.py \(port.number) $(python3 '\(visitor)' token \(port.address) said) >searched & searches=$!
            until test -s searched || ! kill -0 $searches; do sleep 0.05; done
            SECONDS=0; kill $site; wait $site; echo "ended $? $SECONDS"
            wait $searches; cat searched
            END
            """, timeLimit: .seconds(200))
        let end = try #require(
            outcome.stdout.firstMatch(of: /ended (\d+) (\d+)\nsearching\nunanswered (\d+)/),
            "\(outcome.stdout)\(outcome.stderr)")
        #expect(end.1 == "0")
        #expect(try #require(Int(end.2)) < 20)
        #expect(try #require(Int(end.3)) > 0, "all searches were over before the signal came")
    }

    /// Fills the store with books that all match, searches for them on 200 connections, 20 times on each, and counts
    /// missing answers.
    private static let searches = """
        import socket, sqlite3, sys

        port, token = sys.argv[1:]
        words = " ".join(f"word{n}" for n in range(16))
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        store = sqlite3.connect("site.sqlite")
        store.execute(f"{numbers} INSERT INTO work (id) SELECT i FROM n")
        store.execute(f"{numbers} INSERT INTO book (id, title, work, added) SELECT i, '{words}', i, i FROM n")
        store.execute(f"{numbers} INSERT INTO search SELECT '{words}', '', '', '' FROM n")
        store.commit()
        connections = [socket.create_connection(("127.0.0.1", int(port))) for _ in range(200)]
        for connection in connections:
            connection.sendall(20 * (
                f"GET /api/v1/search?words={words.replace(' ', '%20')} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n"
                f"Authorization: Bearer {token}\\r\\n\\r\\n").encode())
        connections[0].recv(1, socket.MSG_PEEK)
        print("searching", flush=True)
        unanswered = 0
        for connection in connections:
            answers = b""
            try:
                while part := connection.recv(65536):
                    answers += part
            except ConnectionError:
                pass
            unanswered += 20 - answers.count(b"HTTP/1.1 ")
        print("unanswered", unanswered)
        """

    @Test func `help names the options of the site`() async throws {
        for words in ["serve --help", "serve -h", "help serve"] {
            let outcome = try await Program().shell("bookzone \(words)")
            #expect(outcome.exitCode == 0, "\(words)")
            for option in ["--listen", "--address", "--sign-up", "--proxy", "--keep-photos", "invite"] {
                #expect(outcome.stdout.contains(option), "\(words): \(option)")
            }
        }
    }

    @Test(arguments: ["", "invite", "reset Ada", "check"])
    func `a shared catalogue's address is no store of a site`(command: String) async throws {
        let program = try Program()
        let lines = [
            "BOOKZONE_STORE=https://club.example bookzone serve \(command)",
            "bookzone serve \(command) --store https://club.example",
        ]
        for (line, name) in zip(lines, ["BOOKZONE_STORE", "--store"]) {
            let wrong = try await program.shell(line)
            #expect(wrong.exitCode == 64, "\(line)")
            #expect(wrong.stderr.contains("\(name) is the address of a shared catalogue"), "\(wrong.stderr)")
        }
    }

    @Test(arguments: [("", "--listen"), ("run", "--listen"), ("invite", "--as"), ("check", "--mail-to")])
    func `an error names help that there is`(command: String, option: String) async throws {
        let program = try Program()
        let wrong = try await program.shell("bookzone serve \(command) --nonsense")
        let named = try #require(
            wrong.stderr.firstMatch(of: /See '(bookzone serve[^']*)'/), "\(wrong.stderr)")
        #expect(wrong.exitCode == 64)
        for words in ["\(named.1)", "bookzone help serve \(command)"] {
            let help = try await program.shell(words)
            #expect(help.exitCode == 0 && help.stdout.contains(option), "\(words): \(help.stdout)")
        }
    }

    /// Every way it can be wrong is in `SiteCheckTests`.
    @Test func `check says what is wrong, one line each, and ends with 1 then`() async throws {
        let (port, mail) = (try HeldPort(), try HeldPort())
        let program = try Program()
        let command = "bookzone serve check --store site.sqlite --listen 127.0.0.1:\(port.number)"
        let fine = try await program.shell(command, timeLimit: .seconds(120))
        #expect(fine.exitCode == 0, "\(fine.stdout)\(fine.stderr)")
        #expect(fine.lines.count == 7 && !fine.stdout.contains("wrong"), "\(fine.stdout)")
        #expect(fine.stdout.contains("ok       address  \(port.address) answers\n"))
        let wrong = try await program.shell(
            "BOOKZONE_SMTP_URL=smtp://127.0.0.1:\(mail.number) BOOKZONE_MAIL_FROM=site@club.test \(command)",
            timeLimit: .seconds(120))
        #expect(wrong.exitCode == 1, "\(wrong.stderr)")
        #expect(wrong.lines.count { $0.hasPrefix("wrong    mail     127.0.0.1:") } == 1, "\(wrong.stdout)")
        #expect(try await program.shell("ls").stdout.isEmpty)
    }

    @Test func `check names each thing that can't be set up, and looks at the others`() async throws {
        let port = try HeldPort()
        let program = try Program()
        let outcome = try await program.shell(
            """
            BOOKZONE_SMTP_URL=smtp://127.0.0.1 BOOKZONE_OPENID_ISSUER=https://id.club.test bookzone serve check \
                --store site.sqlite --listen 127.0.0.1:\(port.number) --backup missing
            """, timeLimit: .seconds(120))
        #expect(outcome.exitCode == 1 && outcome.stderr.isEmpty, "\(outcome.stderr)")
        #expect(outcome.lines.count == 7, "\(outcome.stdout)")
        for line in [
            "ok       address  \(port.address) answers", "wrong    mail     BOOKZONE_SMTP_URL needs ",
            "wrong    provider BOOKZONE_OPENID_ISSUER needs ",
            "wrong    backup   --backup missing: there is no such folder; ",
        ] { #expect(outcome.lines.contains { $0.hasPrefix(line) }, "\(outcome.stdout)") }
    }

    @Test(arguments: [
        "--mail-to nobody", "--reader", "--listen 0.0.0.0:8080", "--keep 0",
        "--keep 3", "--every 6h", "--keep 0 --backup .", "--backup s3://books",
        "--backup http://s3.example/books", "--proxy foo",
    ])
    func `check refuses what serve would refuse`(options: String) async throws {
        let outcome = try await Program().shell("bookzone serve check \(options)", timeLimit: .seconds(60))
        #expect(outcome.exitCode == 64 && outcome.stdout.isEmpty, "\(outcome.stderr)")
    }

    @Test func `arguments are passed on unchanged`() async throws {
        let program = try Program()
        let address = "--store site.sqlite --address https://books.example.org/club"
        for command in ["invite", "reset Ada"] {
            let missing = try await program.shell("bookzone serve \(command) \(address)")
            #expect(missing.exitCode == 70 && missing.stderr.contains("no such store"), "\(missing.stderr)")
        }
        #expect(try await program.shell("ls").stdout.isEmpty, "none is made")
        _ = try await program.shell("bookzone list add owned 9780306406157 --store site.sqlite")
        let invitation = try await program.shell("bookzone serve invite 'Ada  Ø' --as librarian \(address)")
        #expect(invitation.exitCode == 0, "\(invitation.stderr)")
        #expect(invitation.stdout.hasPrefix("https://books.example.org/club/sign-up?ticket="))
        let reset = try await program.shell("bookzone serve reset Ada \(address)")
        #expect(reset.exitCode == 1 && reset.stderr.contains("Ada"))
        #expect(try await program.shell("bookzone serve --nothing").exitCode == 64)
    }

    @Test func `a link that works on this computer only says so`() async throws {
        let words = "works on this computer only"
        for (options, isLocal) in [
            ("", true), ("--listen 127.0.0.2:9000", true), ("--address http://shelf.local:8080", false),
        ] {
            let outcome = try await Program().shell(
                """
                bookzone add --title Shelf --store site.sqlite >added &&
                bookzone serve invite --store site.sqlite \(options)
                """)
            #expect(outcome.exitCode == 0 && outcome.lines.count == 1, "\(outcome.stderr)")
            #expect(outcome.stderr.contains(words) == isLocal, "\(options): \(outcome.stderr)")
        }
    }

    @Test func `a port that another program uses is named`() async throws {
        let taken = try LoopbackServer { _ in .json("{}") }
        for options in ["--store site.sqlite --offline", "--reader"] {
            let outcome = try await Program().shell(
                "bookzone serve \(options) --listen 127.0.0.1:\(taken.port)", timeLimit: .seconds(60))
            #expect(outcome.exitCode == 75)
            #expect(
                outcome.stderr.contains(
                    "bookzone serve: 127.0.0.1:\(taken.port) is in use by another program\n"),
                "\(outcome.stderr)")
            #expect(outcome.stdout.isEmpty, "\(outcome.stdout)")
        }
    }

    @Test func `a reader names the port that the system chose`() async throws {
        let outcome = try await Program().shell(
            """
            bookzone serve --reader --listen 127.0.0.1:0 >out 2>err & site=$!
            until test -s out || ! kill -0 $site; do sleep 0.05; done
            kill $site; wait $site; cat out
            """, timeLimit: .seconds(60))
        #expect(outcome.stdout.contains(#/at http://127\.0\.0\.1:[1-9]\d+/api/v1/scan/#), "\(outcome.stdout)")
    }

    /// A form of more files than the process may open, and then more photos at once.
    @Test func `a reader that can open no more files says to wait, and answers everybody`() async throws {
        let port = try HeldPort()
        let photo = Repository.root.appending(path: "testimages/cover-979-angle-45.jpg").path
        let program = try Program()
        try program.write(Data(Self.photos.utf8), to: "photos.py")
        let outcome = try await program.shell(
            """
            ulimit -n 40
            bookzone serve --reader --listen 127.0.0.1:\(port.number) >out 2>err & site=$!
            until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            python3 photos.py \(port.number) '\(photo)'; kill $site; wait $site; cat err >&2
            """, timeLimit: .seconds(200))
        #expect(outcome.lines.first == "503 retry", "\(outcome.stdout)")
        #expect(Set(outcome.lines.dropFirst()).isSubset(of: ["200", "503 retry"]), "\(outcome.stdout)")
        #expect(outcome.lines.count == 21, "\(outcome.stdout)")
        #expect(outcome.stderr.contains("Too many open files") && !outcome.stderr.contains("MISUSE"))
    }

    private static let photos = """
        import http.client, sys, threading
        port, photo = int(sys.argv[1]), open(sys.argv[2], "rb").read()
        def ask(body, headers={}):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
            try:
                client.request("POST", "/api/v1/scan", body, {"Connection": "close", **headers})
                answer = client.getresponse()
                answer.read()
                line = f"{answer.status} retry" if answer.headers["Retry-After"] else str(answer.status)
            except Exception as error:
                line = repr(error)
            sys.stdout.write(line + "\\n")
        part = '--x\\r\\nContent-Disposition: form-data; name="p"; filename="p"\\r\\n\\r\\nx\\r\\n'
        ask((part * 60 + "--x--\\r\\n").encode(), {"Content-Type": "multipart/form-data; boundary=x"})
        threads = [threading.Thread(target=ask, args=(photo,)) for _ in range(20)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        """

    @Test func `the reader alone answers with a record, and leaves no file`() async throws {
        let port = try HeldPort()
        let outcome = try await Program().shell(
            """
            bash <<'END'
            bookzone serve --reader --listen 127.0.0.1:\(port.number) >out 2>err & site=$!
            until grep -q 'listening on' err || ! kill -0 $site; do sleep 0.05; done
            exec 3<>/dev/tcp/127.0.0.1/\(port.number)
            printf 'POST /api/v1/scan HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nContent-Length: 3\\r\\n\\r\\nabc' >&3
            cat <&3; kill $site; wait $site; echo "ended $?"; cat out
            rm out err; ls -A | sed 's/^/left: /'
            END
            """, timeLimit: .seconds(120))
        #expect(outcome.stdout.contains("unknown-format"), "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stdout.contains("ended 0\n"))
        #expect(outcome.stdout.contains("http://127.0.0.1:\(port.number)/api/v1/scan"))
        #expect(!outcome.stdout.contains("left: "), "\(outcome.stdout)")
    }

    @Test(arguments: ["/nonexistent", "/proc", "nonexistent"])
    func `the reader alone does not start without a folder for photos`(folder: String) async throws {
        let outcome = try await Program().shell(
            "TMPDIR=\(folder) timeout 30 bookzone serve --reader --listen 127.0.0.1:0",
            timeLimit: .seconds(60))
        #expect(outcome.exitCode == 64, "\(outcome.stderr)")
        #expect(
            outcome.stderr.contains(/photos can't be stored in \S+: No such file or directory; set TMPDIR/),
            "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("", "--listen 0.0.0.0:0", "BOOKZONE_TOKEN"), ("", "--listen 192.0.2.1:80", "127.0.0.1"),
        ("BOOKZONE_TOKEN=", "--listen 0.0.0.0:0", "BOOKZONE_TOKEN"),
        ("BOOKZONE_TOKEN='tok '", "--listen 127.0.0.1:0", "BOOKZONE_TOKEN has a blank"),
        ("BOOKZONE_TOKEN=' '", "--listen 127.0.0.1:0", "BOOKZONE_TOKEN has a blank"),
        ("BOOKZONE_TOKEN=x", "--store site.sqlite", "--reader"), ("", "--sign-up open", "--reader"),
    ])
    func `the reader alone does not start open to others, or with options of a site`(
        set: String, options: String, words: String
    ) async throws {
        let outcome = try await Program().shell(
            "\(set) bookzone serve --reader \(options)", timeLimit: .seconds(60))
        #expect(outcome.exitCode == 64 && outcome.stderr.contains(words), "\(outcome.stderr)")
    }

    @Test(arguments: [
        ("--listen 0.0.0.0:8080", Int32(64), "--address"), ("--provider-only", 64, "BOOKZONE_OPENID_ISSUER"),
        ("--store junk.sqlite", 70, "junk.sqlite"),
    ])
    func `permanent failures have their own exit codes`(
        options: String, code: Int32, words: String
    ) async throws {
        let outcome = try await Program().shell(
            "head -c 9999 /dev/urandom >junk.sqlite; bookzone serve --offline --store site.sqlite \(options)",
            timeLimit: .seconds(60))
        #expect(outcome.exitCode == code && outcome.stderr.contains(words), "\(outcome.stderr)")
    }
}
