// `lookup` on terminals that show pictures, and on others: each is played by the test on the other side of a
// pseudo-terminal.
import Books
import Catalogue
import Foundation
import Servers
import TestSupport
import Testing

struct TerminalCoverTests {
    private static let isbn = "9780306406157"

    private static func program(hasCover: Bool = true) throws -> Program {
        let program = try Program()
        let store = try Store(path: program.folder.appending(path: "s.sqlite").path)
        var book = Book(isbn: try ISBN(isbn), title: "Salt and Tide")
        book.credit(Origin(.edited, "Maria"))
        try store.save(book)
        if hasCover {
            let photo = try Data(
                contentsOf: Repository.root.appending(path: "testimages/cover-same-book-dark.jpg"))
            let picture = CoverPicture(sha256: String(repeating: "0", count: 64), small: photo, large: photo)
            try store.setCover(
                picture, as: BookCover(sha256: picture.sha256, kind: .chosen),
                of: BookSpecifier.isbn(try ISBN(isbn)))
        }
        return program
    }

    private static let attributes = "\u{1B}[?62;22c"
    private static let question = "\u{1B}_Gi=31"
    private static let lookup = ["lookup", "--offline", "--store", "s.sqlite", isbn]

    @Test func `kitty gets pixels`() async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(), Self.lookup, answering: "\u{1B}_Gi=31;OK\u{1B}\\" + Self.attributes)
        #expect(terminal.exitCode == 0 && terminal.hasSameSettings)
        let head = try #require(terminal.shown.firstMatch(of: /\u{1B}_Ga=T,q=2,f=24,s=(\d+),v=(\d+),m=[01];/))
        let (width, height) = (try #require(Int(head.1)), try #require(Int(head.2)))
        #expect(max(width, height) == 160)
        let parts = terminal.shown.matches(of: /\u{1B}_G[^;]*m=([01]);([A-Za-z0-9+\/=]*)\u{1B}\\/)
        #expect(parts.map { $0.1 } == Array(repeating: "1", count: parts.count - 1) + ["0"])
        #expect(parts.allSatisfy { $0.2.utf8.count <= 4096 })
        let pixels = Data(base64Encoded: parts.map { String($0.2) }.joined())
        #expect(pixels?.count == 3 * width * height)
        // After the card.
        let card = try #require(terminal.shown.firstRange(of: "Salt and Tide"))
        #expect(card.upperBound < head.range.lowerBound)
    }

    @Test func `iTerm2 gets the file, and is not asked`() async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(), Self.lookup, answering: "", environment: ["TERM_PROGRAM": "iTerm.app"])
        let file = try #require(
            terminal.shown.firstMatch(
                of: /\u{1B}\]1337;File=inline=1;size=(\d+);height=10:([A-Za-z0-9+\/=]*)\u{07}/))
        let jpeg = try #require(Data(base64Encoded: String(file.2)))
        #expect(jpeg.count == Int(file.1) && jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(!terminal.shown.contains(Self.question))
    }

    @Test func `others get sixels`() async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(), Self.lookup, answering: "\u{1B}[?62;4;22c")
        let picture = try #require(
            terminal.shown.firstMatch(of: /\u{1B}Pq"1;1;(\d+);(\d+)([#-~!-]*)\u{1B}\\/))
        let (width, height) = (try #require(Int(picture.1)), try #require(Int(picture.2)))
        #expect(max(width, height) == 160 && terminal.hasSameSettings)
        // Each line of a colour is as wide as the picture, and each pixel has one colour.
        var filled = 0
        for band in picture.3.split(separator: "-") {
            for line in band.split(separator: "$") {
                let letters = line.replacing(/^(?:#\d+;2;\d+;\d+;\d+)*#\d+/, with: "")
                var columns = 0
                for run in letters.matches(of: /(?:!(\d+))?([?-~])/) {
                    let count = run.1.flatMap { Int($0) } ?? 1
                    columns += count
                    filled += count * (Int(run.2.first?.asciiValue ?? 63) - 63).nonzeroBitCount
                }
                #expect(columns == width)
            }
        }
        #expect(filled == width * height)
    }

    @Test(arguments: ["", "\u{1B}[?62;22c", "\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\\u{1B}[?1;2c", "garbage 4c"])
    func `terminals without pictures show the card alone`(answer: String) async throws {
        let terminal = try await PlayedTerminal.run(try Self.program(), Self.lookup, answering: answer)
        #expect(terminal.exitCode == 0 && terminal.hasSameSettings && terminal.unread == 0)
        #expect(terminal.shown.contains("Salt and Tide") && terminal.shown.contains(Self.question))
        let rest = terminal.shown.replacing(
            "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c", with: "")
        #expect(!rest.contains("\u{1B}_") && !rest.contains("\u{1B}P") && !rest.contains("\u{1B}]"))
    }

    @Test func `the answer of a terminal far away is waited for, and not left to the shell`() async throws {
        var showsPicture = false
        // On a busy machine the answer may come later than the program waits.
        for _ in 0..<5 where !showsPicture {
            let terminal = try await PlayedTerminal.run(
                try Self.program(), Self.lookup, answering: "\u{1B}_Gi=31;OK\u{1B}\\" + Self.attributes,
                after: .milliseconds(300))
            #expect(terminal.exitCode == 0 && terminal.hasSameSettings && terminal.unread == 0)
            showsPicture = terminal.shown.contains("\u{1B}_Ga=T")
        }
        #expect(showsPicture)
    }

    @Test(arguments: ["ls -l\n", "ls -l", "\u{1B}[A"])
    func `what was typed before is for the next program`(typed: String) async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(), Self.lookup, typed: typed, answering: Self.attributes)
        #expect(terminal.exitCode == 0 && terminal.hasSameSettings)
        #expect(terminal.unread == typed.utf8.count && !terminal.shown.contains(Self.question))
    }

    @Test func `Ctrl-C instead of an answer ends the program`() async throws {
        let terminal = try await PlayedTerminal.run(try Self.program(), Self.lookup, answering: "\u{03}")
        #expect(terminal.shown.contains(Self.question))
        #expect(terminal.exitCode == 130 && terminal.hasSameSettings && terminal.unread == 0)
    }

    @Test(
        arguments: [
            (["lookup", "--offline", "--store", "s.sqlite", "--format", "jsonl", isbn], true, [:]),
            (["lookup", "--offline", "--store", "s.sqlite", isbn, "9780439023481"], true, [:]),
            (lookup, false, [:]), (lookup, true, ["TERM": "dumb"]),
        ] as [([String], Bool, [String: String])])
    func `a terminal is not asked in vain`(
        words: [String], hasCover: Bool, environment: [String: String]
    ) async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(hasCover: hasCover), words, answering: Self.attributes, environment: environment)
        #expect(terminal.shown.contains("Salt and Tide") && !terminal.shown.contains(Self.question))
    }

    @Test(arguments: [PlayedTerminal.Ends.input, .output])
    func `nothing is asked unless both ends are a terminal`(
        ends: PlayedTerminal.Ends
    ) async throws {
        let terminal = try await PlayedTerminal.run(
            try Self.program(), Self.lookup + ["--format", "card"], answering: Self.attributes, on: ends)
        #expect(terminal.exitCode == 0 && !terminal.shown.contains("\u{1B}_G"))
    }
}

/// What a program did on a terminal.
struct PlayedTerminal {
    enum Ends { case both, input, output }

    var shown: String
    var exitCode: Int32
    /// Whether the terminal is in the mode in which it was.
    var hasSameSettings: Bool
    /// The bytes that the terminal said and the program left for the next one.
    var unread: Int32

    /// - Parameters:
    ///   - typed: what somebody types before the program starts.
    ///   - answer: what the terminal says when it is asked.
    ///   - delay: how long after the question it says that.
    ///   - ends: which of input and output are the terminal; the other is empty, or a file.
    static func run(
        _ program: Program, _ words: [String], typed: String = "", answering answer: String,
        after delay: Duration = .zero,
        on ends: Ends = .both, environment: [String: String] = [:]
    ) async throws -> PlayedTerminal {
        // On a thread of its own: next to other tests a task would answer too late.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try play(
                            program, words, typed: typed, answering: answer, after: delay, on: ends,
                            environment: environment)
                    })
            }
        }
    }

    private static func play(
        _ program: Program, _ words: [String], typed: String, answering answer: String, after delay: Duration,
        on ends: Ends, environment: [String: String]
    ) throws -> PlayedTerminal {
        var (main, side): (Int32, Int32) = (-1, -1)
        guard openpty(&main, &side, nil, nil, nil) == 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(main) }
        defer { close(side) }
        var (before, after) = (termios(), termios())
        tcgetattr(side, &before)

        func say(_ text: String) { _ = text.withCString { write(main, $0, strlen($0)) } }
        say(typed)
        let process = Process()
        process.executableURL = Program.products.appending(path: "bookzone")
        process.arguments = words
        process.currentDirectoryURL = program.folder
        process.environment = [
            "HOME": program.folder.path, "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "BOOKZONE_COVERS": "off",
            "PATH": "\(Program.products.path):/usr/bin:/bin",
        ].merging(environment) { $1 }
        let terminal = FileHandle(fileDescriptor: side, closeOnDealloc: false)
        let null = FileHandle.nullDevice
        process.standardInput = ends == .output ? null : terminal
        process.standardOutput = ends == .input ? null : terminal
        process.standardError = null
        try Program.withoutBlockedSignals(process.run)
        var shown = Data()
        func take(_ timeout: Int32) -> Bool {
            var input = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, timeout) > 0 else { return false }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(main, &bytes, bytes.count)
            guard count > 0 else { return false }
            shown.append(contentsOf: bytes[..<count])
            return true
        }
        let question = Data("\u{1B}[c".utf8)
        var (wait, asked): (Duration?, ContinuousClock.Instant?) = (delay, nil)
        while process.isRunning {
            _ = take(20)
            if asked == nil, shown.firstRange(of: question) != nil { asked = .now }
            if let begin = asked, let pause = wait, begin.duration(to: .now) >= pause {
                say(answer)
                wait = nil
            }
        }
        while take(0) {}
        tcgetattr(side, &after)
        // Without line ends, words wait unseen until lines don't matter.
        var (lineless, unread) = (after, Int32(0))
        lineless.c_lflag &= ~tcflag_t(ICANON)
        tcsetattr(side, TCSANOW, &lineless)
        #expect(ioctl(side, UInt(FIONREAD), &unread) == 0)
        let modes = [before, after].map { [$0.c_iflag, $0.c_oflag, $0.c_cflag, $0.c_lflag] }
        return PlayedTerminal(
            shown: String(decoding: shown, as: UTF8.self),
            exitCode: (process.terminationReason == .uncaughtSignal ? 128 : 0) + process.terminationStatus,
            hasSameSettings: modes[0] == modes[1], unread: unread)
    }
}
