// A photo that crashes its worker costs one record.
import Batch
import Books
import Foundation
import Reading
import Sandbox
import TestSupport
import Testing

@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "needs /proc"))
struct ScanWorkersTests {
    /// Lists the workers of `$program` that have a channel of their own.
    private static let workers = """
        children() { cat /proc/$1/task/*/children 2>&-; }
        channel() { readlink /proc/$1/fd/3; }
        workers() {
            for server in $(children $program); do
                for worker in $(children $server); do
                    test "$(channel $worker)" = "$(channel $server)" || echo $worker
                done
            done
        }

        """

    private func records(_ outcome: Outcome) throws -> [PhotoRecord] {
        try outcome.lines.map { try JSONDecoder().decode(PhotoRecord.self, from: Data($0.utf8)) }
    }

    /// Blank photos, one of which is a bitmap of 144 megapixels, extended to 300 MB.
    private func program(photos: Int = 500, large: Int = 250) throws -> Program {
        let program = try Program()
        var bitmap = Data("BM".utf8)
        func add(_ numbers: Int32...) {
            for number in numbers { withUnsafeBytes(of: number.littleEndian) { bitmap += Data($0) } }
        }
        add(62 + 12_000 * 1_500, 0, 62, 40, 12_000, 12_000, 1 | 1 << 16, 0, 0, 0, 0, 2, 0, 0, 0xFF_FFFF)
        for number in 1...photos {
            try program.write(number == large ? bitmap : Photos.blankPNG, to: "\(number).png")
        }
        try program.write(Data((1...photos).map { "\($0).png\n" }.joined().utf8), to: "list")
        return program
    }

    /// Each directory of this file takes longer to find than its picture to read.
    @Test func `what is done between the pages of a file has an end`() async throws {
        let program = try Program()
        var file = TIFFFile()
        file.furtherFields = 800
        try program.write(file.data(Array(repeating: (width: 8, height: 8), count: 300)), to: "slow.tif")
        let outcome = try await program.run(
            "scan", "slow.tif", "--photo-timeout", "1", "--format", "jsonl", "-q")
        let records = try records(outcome)
        #expect(records.last?.error?.code == "timeout" && records.count < 300)
        #expect(records.map(\.page) == Array(1...records.count))
    }

    @Test func `a worker that ends in any way affects one record`() async throws {
        let outcome = try await program(photos: 1000, large: 1).shell(
            Self.workers + """
                truncate -s 300M 1.png
                # The signals are for the photos after the first.
                (head -n 1 list; until test -e go; do sleep 0.05; done; tail -n +2 list) |
                    bookzone scan --files-from - --format jsonl -j 2 --photo-timeout 20 --photo-memory 150M --quiet \
                    >out 2>err & program=$!
                until test -s out || ! kill -0 $program; do sleep 0.05; done; touch go
                for signal in SEGV KILL ABRT none; do
                    # While both are stopped no photo is read, and each has one.
                    until set -- $(workers); kill -STOP $1 $2 2>&-; do :; done
                    sleep 1
                    test $signal = none || kill -$signal $1
                    kill -CONT $2
                    test $signal = none || kill -CONT $1
                    while kill -0 $1 2>&-; do sleep 0.05; done
                done
                wait $program; echo $? >code; cat out
                """)
        let records = try records(outcome)
        #expect(records.map(\.photo) == (1...1000).map { "\($0).png" })
        let failures = records.filter { $0.status == .failed }
        #expect(
            failures.compactMap(\.error?.code).sorted() == [
                "crashed", "crashed", "crashed", "timeout", "too-large",
            ])
        let words = failures.compactMap(\.error?.message)
        for cause in ["SIGSEGV", "SIGKILL", "SIGABRT", "longer than 20 s", "more memory than 150 MB"] {
            #expect(words.count { $0.contains(cause) } == 1, "\(words)")
        }
        #expect(records.count { $0.status == .none } == 995)
    }

    @Test func `the process that makes workers is replaced, too`() async throws {
        let outcome = try await program().shell(
            Self.workers + """
                # The run can't end before it is found.
                (head -n 250 list; until test -e go; do sleep 0.1; done; tail -n 250 list) |
                    bookzone scan --files-from - --format jsonl -j 2 --quiet >out 2>err & program=$!
                until set -- $(workers); kill -STOP $1 2>&-; do :; done
                kill -KILL $(children $program); touch go; wait $program; cat out
                """)
        let records = try records(outcome)
        #expect(records.map(\.photo) == (1...500).map { "\($0).png" })
        // Its header claims more than the file contains.
        #expect(records.filter { $0.status != .none }.map(\.photo) == ["250.png"])
    }

    /// The worker hangs; afterwards it does not exist.
    @Test(arguments: ["KILL", "TERM", "INT"]) func `no worker outlives the program`(signal: String)
        async throws
    {
        let outcome = try await program().shell(
            Self.workers + """
                mkfifo pipe; echo pipe >>list
                env --default-signal=INT bookzone scan --files-from list --quiet >out 2>err & program=$!
                until set -- $(workers); kill -STOP $1 2>&-; do :; done
                server=$(children $program)
                kill -\(signal) $program; wait $program
                for process in $server $1; do
                    while grep -qs '^State:.[^ZX]' /proc/$process/status; do sleep 0.05; done
                done
                echo gone
                """)
        #expect(outcome.lines == ["gone"])
    }

    @Test func `too little memory makes photos fail, not the run`() async throws {
        let outcome = try await program().shell(
            """
            truncate -s 300M 250.png; ln 250.png 250a.png; ln 250.png 250b.png
            ulimit -v 600000; bookzone scan 1.png 250.png 2.png 250a.png 250b.png 3.png --format jsonl -j 8 --quiet
            """)
        #expect(try records(outcome).map(\.photo).count == 6)
        #expect(try records(outcome).filter { !$0.photo.hasPrefix("250") }.allSatisfy { $0.status == .none })
    }

    @Test(arguments: [
        ("--photo-memory", "0", "value '0' is invalid"),
        ("--photo-memory", "much", "value 'much' is invalid"),
        ("--photo-timeout", "0", "takes 0.001 to 1000000 seconds"),
        ("--photo-timeout", "-1", "Missing value"),
        ("--photo-timeout", "1e9", "takes 0.001 to 1000000 seconds, not 1000000000.0"),
    ]) func `invalid limits are rejected`(option: String, value: String, words: String) async throws {
        let outcome = try await Program().run("scan", "a.png", option, value)
        #expect(outcome.exitCode == 64 && outcome.stderr.contains(words), "\(outcome.stderr)")
    }

    /// As in another program, which has threads.
    @Test func `a host program can use workers`() async throws {
        let program = try program()
        let server = try ForkServer(
            ForkServer.Program(Program.products.appending(path: "bookzone-worker").path),
            options: ScanOptions(),
            limits: WorkerLimits(time: .seconds(30), memory: 1 << 30))
        let paths = (1...20).map { PhotoPath(program.folder.appending(path: "\($0).png").path) }
        let batch = try ScanBatch(.paths(paths + [PhotoPath("/nowhere")]), workers: server, jobs: 2)
        let (results, results_) = AsyncStream.makeStream(of: ScanResult.self)
        await batch.run { results_.yield($0) }
        results_.finish()
        var statuses: [ScanStatus] = []
        for await case .photo(let records) in results { statuses += records.map(\.status) }
        #expect(statuses == Array(repeating: .none, count: 20) + [.failed])
    }
}
