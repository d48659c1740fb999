// Whatever changes between two runs into one file (options, photos or their order), the second gives the same result
// as a run into a new file, or is refused and changes nothing.
import Books
import Foundation
import TestSupport
import Testing

struct ScanCrossingTests {
    /// What may differ between two runs.
    private struct Run {
        var options: [String: String]
        /// Names in the folder `box`, in the order given.
        var photos: [String]

        var words: String {
            options.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ") + " "
                + photos.map { "box/\($0)" }.joined(separator: " ")
        }
    }

    private static let pool = [
        "1-front.png", "1-back.jpg", "2-front.png", "2-back.jpg", "3.tif", "4-torn.png", "5a.png", "5b.png",
    ]

    private static let choices: [(option: String, values: [String])] = [
        ("--readers", ["barcode", "barcode", "ocr", "ocr,barcode"]), ("--rotate", ["90", "360"]),
        ("--crop", ["0,0,100%,60%"]), ("--strict", [""]), ("--group", ["name", "folder", "'([0-9])'"]),
        ("--lookup", ["--offline"]),
    ]

    private func program() throws -> Program {
        let program = try Program()
        for (number, name) in Self.pool.enumerated() {
            var photo = Photos.blankPNG + Data("\(number)".utf8)
            if name.hasSuffix("back.jpg") {
                photo = try Photos.testImage("cover-ean-price-addon.jpg") + Data(name.utf8)
            } else if name.hasSuffix(".tif") {
                photo = TIFFFile().data([(width: 40, height: 30), (width: 30, height: 20)])
            } else if name.contains("torn") {
                photo = Photos.blankPNG.prefix(40)
            }
            try program.write(photo, to: "box/\(name)")
        }
        return program
    }

    private func random(_ random: inout SeededGenerator) -> Run {
        var options = ["--readers": "barcode"]
        for (option, values) in Self.choices where Int.random(in: 0..<5, using: &random) == 0 {
            options[option] = values.randomElement(using: &random)
        }
        let photos = Self.pool.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        return Run(options: options, photos: photos.isEmpty ? Self.pool : photos)
    }

    /// Changes an option; adds, removes and reorders photos.
    private func changed(_ run: Run, _ random: inout SeededGenerator) -> Run {
        var run = run
        if Bool.random(using: &random), let (option, values) = Self.choices.randomElement(using: &random) {
            run.options[option] =
                run.options[option] == nil || option == "--readers"
                ? values.randomElement(using: &random) : nil
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: run.photos.reverse()
        case 1: run.photos = Self.pool
        case 2: run.photos = Array(run.photos.dropFirst(run.photos.count / 2))
        case 3: run.photos.shuffle(using: &random)
        default: break
        }
        return run
    }

    private let change = [
        ":", "printf more >>box/5a.png", "cp box/5b.png box/1-front.png", "mv box/2-back.jpg box/5a.png",
        "rm box/1-back.jpg", "cp box/5a.png box/4-torn.png", "touch box/*",
    ]

    /// The records of photos that the run names, and whether there are others.
    private func records(_ text: String?, of run: Run) throws -> (lines: [String], hasOthers: Bool) {
        let names = Set(run.photos.map { "box/\($0)" })
        let lines = (text ?? "").split(separator: "\n").map(String.init)
        let named = try lines.filter { line in
            let record = try JSONDecoder().decode(PhotoRecord.self, from: Data(line.utf8))
            return record.single.contains { names.contains($0.photo) }
        }
        return (named, named.count < lines.count)
    }

    /// Without times, and without what a store knew of a book at the time.
    ///
    /// - Parameter hasOthers: whether a photo that the run does not name may be the first of its book.
    private func bare(_ line: String, hasOthers: Bool) throws -> JSONValue {
        var line = line.replacing(/"milliseconds":[0-9.e+-]+/, with: "\"milliseconds\":0")
        if hasOthers { line = line.replacing(#/"repeats":\{[^}]*\}/#, with: "\"repeats\":null") }
        guard case .object(var members) = try JSONValue(line) else { return .null }
        if members["books"] != nil { members["books"] = .null }
        if hasOthers { members["marks"] = nil }
        return .object(members)
    }

    @Test(arguments: 1...16) func `a second run gives what a new one gives, or is refused`(seed: Int)
        async throws
    {
        var random = SeededGenerator(seed: UInt64(seed))
        let program = try program()
        let first = self.random(&random)
        let second = changed(first, &random)
        let change = change.randomElement(using: &random) ?? ":"
        let isKilled = Int.random(in: 0..<3, using: &random) == 0
        let outcome = try await program.shell(
            """
            export BOOKZONE_STORE=$PWD/one
            bookzone scan \(first.words) -o r.jsonl --resume -q 2>/dev/null
            test \(isKilled) = false || mv r.jsonl r.jsonl.partial
            cat r.jsonl* >before; \(change)
            bookzone scan \(second.words) -o r.jsonl --resume -q; echo $?; cat r.jsonl* >after
            export BOOKZONE_STORE=$PWD/two
            bookzone scan \(second.words) -o new.jsonl --format jsonl -q 2>/dev/null; echo $?
            """)
        let told = "\(first.words) | \(change) | \(second.words)\n\(outcome.stderr)"
        if outcome.lines.first == "64" {
            #expect(program.text("before") == program.text("after"), "\(told)")
            #expect(first.options != second.options, "\(told)")
        } else {
            let (lines, hasOthers) = try records(program.text("r.jsonl"), of: second)
            let new = try #require(program.text("new.jsonl")).split(separator: "\n").map(String.init)
            let (one, other) = try (
                lines.map { try bare($0, hasOthers: hasOthers) },
                new.map { try bare($0, hasOthers: hasOthers) }
            )
            let differing = zip(one, other).count { $0 != $1 } + abs(one.count - other.count)
            #expect(differing == 0, "\(told)")
        }
    }
}
