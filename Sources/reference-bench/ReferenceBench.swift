// How fast a reference answers. `scripts/bench reference` builds and runs it.
import Books
import Foundation
import References

@main
struct ReferenceBench {
    /// Looks up the ISBNs of a file, one a line, in the reference at a path: all once to warm up, and again. Then searches.
    static func main() throws {
        guard CommandLine.arguments.count == 3 else { throw Usage() }
        let reference = try ReferenceFile(path: CommandLine.arguments[1], name: "bench")
        let isbns = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
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
        report("look-up", times, reference)
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
        report("search by title and author", times, reference)
        // Common words alone, in as many titles as there can be.
        times = try ["river", "the river", "river house"].map { words in
            try clock.measure { _ = try reference.search(title: words, limit: 10) }
        }
        report("search by common words", times, reference)
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

struct Usage: Error {}
struct Unknown: Error { var isbn: ISBN }
