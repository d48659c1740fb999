// Photos at URLs: downloaded a few ahead, with results in order, and without storing signatures of URLs.
import Books
import Foundation
import Servers
import Synchronization
import TestSupport
import Testing

struct ScanAddressTests {
    private static let photo = "cover-ean-price-addon.jpg"
    private static let signature = "&X-Amz-Expires=60&X-Amz-Signature=5ec2e7"

    /// A server with the photos of `box`, additional blank ones, and other responses.
    private static func server(
        _ answer: @escaping @Sendable (ServerRequest) -> ServerAnswer? = { _ in nil }
    ) throws -> LoopbackServer {
        let cover = try Photos.testImage(photo)
        return try LoopbackServer { request in
            if let answer = answer(request) { return answer }
            switch request.path {
            case "/cover.jpg": return ServerAnswer(body: .data(cover))
            case let path where path.hasPrefix("/blank"):
                return ServerAnswer(body: .data(Photos.blankPNG + Data(path.utf8)))
            default: return .html("no", status: 404)
            }
        }
    }

    private func records(_ outcome: Outcome) throws -> [PhotoRecord] {
        try outcome.lines.map { try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)) }
    }

    @Test func `arguments, files and addresses are read in order`() async throws {
        let server = try Self.server()
        let program = try Program()
        try program.write(Photos.blankPNG, to: "own.png")
        let outcome = try await program.run(
            "scan", "\(server.address)/cover.jpg?id=1\(Self.signature)", "own.png",
            "\(server.address)/gone.jpg", "\(server.address)/blank", "--format", "jsonl")
        let records = try records(outcome)
        #expect(
            records.map(\.photo) == [
                "\(server.address)/cover.jpg?id=1", "own.png", "\(server.address)/gone.jpg",
                "\(server.address)/blank",
            ])
        #expect(records.map(\.status) == [.found, .none, .failed, .none])
        #expect(records[2].error?.code == "missing")
        #expect(records[0].sha256 != nil)
        #expect(outcome.exitCode == 2)
        #expect(
            server.requests.filter { $0.path == "/cover.jpg" }.map { $0.query["X-Amz-Signature"] } == [
                "5ec2e7"
            ])
    }

    @Test(arguments: ["--files-from list", "--files-from - <list", "--files0-from list0"])
    func `lists hold addresses`(list: String) async throws {
        let server = try Self.server()
        let program = try Program()
        let addresses = (1...5).map { "\(server.address)/blank-\($0)?x=1\(Self.signature)" }
        try program.write(Data(addresses.joined(separator: "\n").utf8), to: "list")
        try program.write(Data(addresses.joined(separator: "\0").utf8), to: "list0")
        let outcome = try await program.shell("bookzone scan \(list) --format jsonl")
        #expect(try records(outcome).map(\.photo) == (1...5).map { "\(server.address)/blank-\($0)?x=1" })
        #expect(outcome.exitCode == 1)
    }

    /// The first download finishes after all others.
    @Test func `order stays while the first is slow`() async throws {
        let others = Mutex(0)
        let server = try Self.server { request in
            if request.path != "/blank-1" {
                others.withLock { $0 += 1 }
            } else {
                while others.withLock({ $0 }) < 12 { usleep(1000) }
            }
            return nil
        }
        let addresses = (1...13).map { "\(server.address)/blank-\($0)" }
        let program = try Program()
        try program.write(Data(addresses.joined(separator: "\n").utf8), to: "list")
        let outcome = try await program.run("scan", "--files-from", "list", "-j", "2", "--format", "jsonl")
        #expect(try records(outcome).map(\.photo) == addresses)
    }

    @Test func `a hundred addresses keep few connections`() async throws {
        let open = Mutex((now: 0, most: 0))
        let server = try Self.server { _ in
            open.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            usleep(2000)
            open.withLock { $0.now -= 1 }
            return nil
        }
        let addresses = (1...100).map { "\(server.address)/blank-\($0)" }
        let program = try Program()
        try program.write(Data(addresses.joined(separator: "\n").utf8), to: "list")
        let outcome = try await program.run("scan", "--files-from", "list", "-j", "2", "--format", "jsonl")
        #expect(try records(outcome).map(\.photo) == addresses)
        #expect(open.withLock { $0.most } <= 4)
        #expect(Set(server.requests.map(\.connection)).count <= 4)
    }

    @Test func `the signature of an address is never written`() async throws {
        let server = try Self.server { request in
            request.path.hasSuffix("refused") ? .html("no", status: 403) : nil
        }
        let program = try Program()
        let word = "5ec2e7"
        let host = server.address.dropFirst("http://".count)
        let addresses = [
            "http://maria:\(word)@\(host)/cover.jpg?id=1&X-Amz-Signature=\(word)",
            "\(server.address)/refused?token=\(word)", "\(server.address)/gone?sig=\(word)&sv=\(word)",
            "http://127.0.0.1:1/closed.jpg?token=\(word)", "http://?token=\(word)",
        ]
        try program.write(Data(addresses.joined(separator: "\n").utf8), to: "list")
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=$PWD/store
            mkdir out && cd out
            list="--files-from ../list"
            bookzone scan $list -v --debug-images steps --report report --annotate marked
            bookzone scan $list --format csv -o run.csv; bookzone scan $list --format table
            bookzone scan $list --paths found,failed; bookzone scan $list --shard 1/1 -o parts
            bookzone scan $list -o run.jsonl --resume --lookup --offline --verbose
            bookzone join parts/*.jsonl $list -o joined.jsonl; bookzone report joined.jsonl -o later
            bookzone store dump >dump; bookzone review run.jsonl --none </dev/null
            bookzone scan '\(addresses[0])' --move-to sorted; bookzone scan --watch '\(addresses[0])'
            bookzone scan --files-from '\(addresses[0])'; bookzone scan '\(addresses[0])' -o a.txt --max-failed 200%
            cd ..; grep -rcF \(word) out store | grep -v ':0$'; find . -name '*\(word)*'
            test -e out/run.jsonl.run && ls out/report/thumbnails out/marked/127.0.0.1_* out/steps/127.0.0.1_*
            grep -c 'no such photo' out/run.csv
            """)
        #expect(!outcome.stdout.contains(word), "\(outcome.stdout)")
        #expect(!outcome.stderr.contains(word), "\(outcome.stderr)")
        #expect(outcome.lines.suffix(20).contains("cover.jpg_id=1.jpg"), "\(outcome.stdout)")
        #expect(outcome.lines.contains("\(server.address)/cover.jpg?id=1"))
        #expect(server.requests.contains { $0.query["X-Amz-Signature"] == word })
    }

    @Test func `the share of a photo is the same, signed or not`() async throws {
        let server = try Self.server()
        let program = try Program()
        let names = (1...24).map { "\(server.address)/blank-\($0)?id=\($0)" }
        for (list, suffix) in [("bare", ""), ("signed", Self.signature)] {
            try program.write(Data(names.map { $0 + suffix + "\n" }.joined().utf8), to: list)
        }
        let outcome = try await program.shell(
            """
            for list in bare signed; do
                for i in 1 2; do bookzone scan --files-from $list --shard $i/2 -o $list.parts --quiet; done
            done
            for i in 1 2; do
                for list in bare signed; do
                    bookzone show $list.parts/part-$i.jsonl --format csv | cut -d, -f1-3 >$list.$i
                done
                cmp bare.$i signed.$i; wc -l <bare.$i
            done
            bookzone join bare.parts/part-1.jsonl signed.parts/part-2.jsonl --files-from signed | wc -l
            """)
        let counts = outcome.lines.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        #expect(counts.count == 3 && counts[0] + counts[1] == 26 && counts[0] > 1 && counts[1] > 1)
        #expect(counts.last == 24, "\(outcome.stderr)")
    }

    @Test func `a resumed run downloads no known photo again, whatever its signature`() async throws {
        let server = try Self.server()
        let program = try Program()
        func list(_ word: String, _ count: Int) throws {
            let lines =
                (1...count).map { "\(server.address)/blank-\($0)?token=\(word)" } + [
                    "\(server.address)/gone?token=\(word)"
                ]
            try program.write(Data(lines.joined(separator: "\n").utf8), to: "list")
        }
        try list("one", 3)
        _ = try await program.run("scan", "--files-from", "list", "-o", "r.jsonl", "--resume")
        try list("two", 4)
        let outcome = try await program.run("scan", "--files-from", "list", "-o", "r.jsonl", "--resume")
        #expect(
            outcome.stderr.contains("5 photos: 4 none, 1 failed; 3 photos already read\n"),
            "\(outcome.stderr)")
        let asked = server.requests.filter { $0.query["token"] == "two" }.map(\.path)
        #expect(asked.sorted() == ["/blank-4", "/gone"])
        let again = try await program.run(
            "scan", "--files-from", "list", "-o", "r.jsonl", "--resume", "--retry", "none")
        #expect(again.stderr.contains("5 photos: 4 none, 1 failed\n"), "\(again.stderr)")
    }

    @Test func `an address that comes twice is one photo, however it is signed`() async throws {
        let server = try Self.server()
        let outcome = try await Program().run(
            "scan", "\(server.address)/blank?token=a", "\(server.address)/blank?token=b",
            "\(server.address)//blank", "--format", "jsonl")
        #expect(
            try records(outcome).map(\.photo) == ["\(server.address)/blank", "\(server.address)//blank"])
    }

    @Test func `photos of one book are grouped by their addresses`() async throws {
        let cover = try Photos.testImage(Self.photo)
        let server = try Self.server { request in
            ServerAnswer(
                body: .data(
                    request.path == "/box/1/b.jpg" ? cover : Photos.blankPNG + Data(request.path.utf8)))
        }
        let program = try Program()
        let names = ["box/1/a.jpg", "box/1/b.jpg", "box/2/a.jpg"]
        let list = names.map { "\(server.address)/\($0)?sig=\($0)\n" }.joined()
        try program.write(Data(list.utf8), to: "list")
        let outcome = try await program.run(
            "scan", "--files-from", "list", "--group", "folder", "--format", "jsonl")
        let books = try records(outcome)
        #expect(books.count == 2 && books.first?.photos.count == 2, "\(outcome.stdout)")
        #expect(books.first?.photo == "\(server.address)/box/1/b.jpg")
        #expect(!outcome.stdout.contains("sig="))
    }

    @Test func `temporary failures end with 75`() async throws {
        let server = try Self.server { _ in
            ServerAnswer(status: 503, headers: ["Retry-After": "600"], body: .data(Data()))
        }
        let outcome = try await Program().run("scan", "\(server.address)/a.jpg", "--format", "jsonl")
        #expect(try records(outcome).first?.error?.code == "unavailable")
        #expect(outcome.exitCode == 75)
    }

    @Test(arguments: [
        ("empty", "", "empty"), ("a page", "<!DOCTYPE html><title>Log in</title>", "unknown-format"),
    ])
    func `files that are not photos are reported`(_ what: String, _ body: String, _ code: String) async throws
    {
        let server = try Self.server { _ in ServerAnswer(body: .data(Data(body.utf8))) }
        let outcome = try await Program().run("scan", "\(server.address)/a.jpg", "--format", "jsonl")
        #expect(try records(outcome).first?.error?.code == code)
        #expect(outcome.exitCode == 2)
    }

    @Test func `Ctrl-C ends it while a photo is coming`() async throws {
        let server = try Self.server { $0.path == "/slow" ? ServerAnswer(body: .silence) : nil }
        let program = try Program()
        let script = """
            env --default-signal=INT bookzone scan '\(server.address)/blank?token=5ec2e7' \
                '\(server.address)/slow?token=5ec2e7' -o r.jsonl --resume & program=$!
            until test "$(cat r.jsonl.partial 2>&- | wc -l)" -ge 1; do sleep 0.01; done
            kill -INT $program; wait $program; echo $?
            """
        let outcome = try await program.shell(script, timeLimit: .seconds(100))
        #expect(outcome.lines.last == "130")
        #expect(
            outcome.stderr.contains(
                "to continue: `bookzone scan \(server.address)/blank \(server.address)/slow -o r.jsonl --resume`"
            ), "\(outcome.stderr)")
        #expect(!outcome.stderr.contains("5ec2e7"))
    }

    @Test func `a file that is called like an address is named with a dot before it`() async throws {
        let program = try Program()
        try program.write(Photos.blankPNG, to: "http:/127.0.0.1:1/a.png")
        let outcome = try await program.run(
            "scan", "./http://127.0.0.1:1/a.png", "http://127.0.0.1:1/a.png", "--format", "jsonl")
        #expect(try records(outcome).map(\.status) == [.none, .failed])
    }

    @Test(arguments: ["--watch", "--move-to sorted"]) func `folders can't be URLs`(option: String)
        async throws
    {
        let outcome = try await Program().shell("bookzone scan http://127.0.0.1:1/a.jpg \(option)")
        #expect(outcome.exitCode == 64)
    }
}
