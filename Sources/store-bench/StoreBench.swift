// How fast the store is: look-ups among many books, and an import. `scripts/bench store` builds and runs it.
import Books
import Catalogue
import Foundation

@main
struct StoreBench {
    /// - Parameter folder: where stores and tables are made; a filled store that is there already is used again.
    static func main() throws {
        guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
            throw Usage()
        }
        let folder = URL(filePath: CommandLine.arguments[1])
        try importTable(in: folder)
        try lookUp(in: folder, among: count)
    }

    /// 10,000 rows into an empty store.
    private static func importTable(in folder: URL) throws {
        let table = folder.appending(path: "10000.csv")
        try BenchBooks(count: 10_000).write(to: table)
        let path = folder.appending(path: "import.sqlite").path
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let clock = ContinuousClock()
        let time = try clock.measure {
            let summary = try load(table, into: try Store(path: path))
            guard summary.added == 10_000 else { throw Unexpected(summary: summary) }
        }
        print("import of 10,000 rows:", milliseconds(time), "ms")
    }

    private static func lookUp(in folder: URL, among count: Int) throws {
        let books = BenchBooks(count: count)
        let path = folder.appending(path: "\(count).sqlite").path
        if !FileManager.default.fileExists(atPath: path) {
            let table = folder.appending(path: "\(count).csv")
            try books.write(to: table)
            let part = path + ".part"
            let clock = ContinuousClock()
            let time = try clock.measure { _ = try load(table, into: try Store(path: part)) }
            print("import of \(count) rows:", milliseconds(time), "ms")
            try FileManager.default.moveItem(atPath: part, toPath: path)
            try FileManager.default.removeItem(at: table)
        }
        let store = try Store(path: path)
        var generator = SystemRandomNumberGenerator()
        var times: [Duration] = []
        let clock = ContinuousClock()
        for round in 0..<60_000 {
            let isbn = books.isbn(Int.random(in: 0..<count, using: &generator))
            var book: Book?
            let time = try clock.measure { book = try store.book(.isbn(isbn)) }
            guard book?.title != nil else { throw Usage() }
            // The first rounds warm the cache.
            if round >= 10_000 { times.append(time) }
        }
        times.sort()
        for (name, share) in [("median", 0.5), ("99th percentile", 0.99)] {
            let time = times[Int(Double(times.count) * share)]
            print("look-up among \(count) books, \(name):", microseconds(time), "µs")
        }
    }

    private static func load(_ table: URL, into store: Store) throws -> ImportSummary {
        var reader = DelimitedReader(try FileHandle(forReadingFrom: table), name: table.path)
        let layout = try TableLayout(header: try reader.next()?.fields ?? [])
        let source = TableSource(name: "bench", date: .now, person: "bench")
        return try store.importTable(&reader, layout, from: source) { print($0) }
    }

    private static func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

    private static func microseconds(_ time: Duration) -> Double {
        (time / .microseconds(1) * 10).rounded() / 10
    }
}

struct Usage: Error {}
struct Unexpected: Error { var summary: ImportSummary }
