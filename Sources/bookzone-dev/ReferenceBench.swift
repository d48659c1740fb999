// Measures how fast a reference answers: `scripts/bench reference`.
import ArgumentParser
import Books
import Foundation
import References

struct ReferenceBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Looks up ISBNs in a reference, all once to warm up, and again; then searches.")

    @Argument(help: "A reference's file.")
    var file: String

    @Argument(help: "A file with the ISBNs, one a line.")
    var isbnFile: String

    func run() throws {
        let reference = try ReferenceFile(path: file, name: "bench")
        let isbns = try String(contentsOfFile: isbnFile, encoding: .utf8)
            .split(separator: "\n").map { try ISBN($0) }.shuffled()
        var times: [Duration] = []
        let clock = ContinuousClock()
        for round in 0..<2 {
            for isbn in isbns {
                var book: Book?
                let time = try clock.measure { book = try reference.book(isbn) }
                guard book?.title != nil else { throw Unknown(isbn: isbn) }
                if round > 0 { times.append(time) }
            }
        }
        Self.report("look-up", times, reference)
        times = []
        for isbn in isbns.prefix(500) {
            guard let book = try reference.book(isbn), let title = book.title else { continue }
            let author = book.contributors.first?.name
            times.append(
                try clock.measure {
                    guard try reference.search(title: title, author: author, limit: 10).contains(book) else {
                        throw Unknown(isbn: isbn)
                    }
                })
        }
        Self.report("search by title and author", times, reference)
        // Only common words, in as many titles as possible.
        times = try ["river", "the river", "river house"].map { words in
            try clock.measure { _ = try reference.search(title: words, limit: 10) }
        }
        Self.report("search by common words", times, reference)
    }

    private static func report(_ what: String, _ times: [Duration], _ reference: ReferenceFile) {
        let times = times.sorted()
        for (name, share) in [("median", 0.5), ("99th percentile", 0.99)] {
            let time = times[Int(Double(times.count) * share)]
            let microseconds = (time / .microseconds(1) * 10).rounded() / 10
            print("\(what) among \(reference.info.books) books, \(name): \(microseconds) µs")
        }
    }
}

private struct Unknown: Error { var isbn: ISBN }
