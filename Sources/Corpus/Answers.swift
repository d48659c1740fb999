// The answers of this or another program for the photos of a corpus.
import Books

/// The answers for a corpus's photos.
package struct Answers: Sendable {
    private var answers: [PhotoPage: Answer] = [:]
    private let pages: [String: Int]

    /// Without answers.
    package init(to corpus: PhotoCorpus) {
        pages = Dictionary(corpus.truths.map { ($0.page.photo, 1) }, uniquingKeysWith: +)
    }

    package subscript(page: PhotoPage) -> Answer? { answers[page] }

    /// Adds the answer for a page. If a photo has more pages than its truth, the additional ones count as its last.
    /// Returns `false` for a photo that is not in the corpus.
    @discardableResult
    package mutating func add(_ answer: Answer, for page: PhotoPage) -> Bool {
        guard let last = pages[page.photo] else { return false }
        let page = PhotoPage(photo: page.photo, page: min(page.page, last))
        answers[page, default: Answer()].add(answer)
        return true
    }
}

extension Answers {
    /// Another program's answers, one per line: path relative to the folder, accepted ISBNs separated by commas
    /// (empty or `-` for none), milliseconds. A second line with the same path is the second page.
    package init(to corpus: PhotoCorpus, in path: String) throws(CorpusError) {
        self.init(to: corpus)
        var seen: [String: Int] = [:]
        let table = try TabbedText(path: path)
        for (number, fields) in table.lines {
            guard fields.count == 3 else {
                throw .line(number, of: path, .columns(fields.count, expected: 3))
            }
            guard let milliseconds = Double(fields[2]), milliseconds >= 0, milliseconds.isFinite else {
                throw .line(number, of: path, .milliseconds(fields[2]))
            }
            let isbns = try table.isbns(fields[1], line: number)
            seen[fields[0], default: 0] += 1
            let page = PhotoPage(photo: fields[0], page: seen[fields[0], default: 1])
            guard add(Answer(accepted: isbns, milliseconds: milliseconds), for: page) else {
                throw .line(number, of: path, .notInCorpus(photo: fields[0], folder: corpus.folder))
            }
        }
    }
}

/// The answer for one page.
package struct Answer: Hashable, Sendable {
    /// Accepted ISBNs, the book's own first.
    package var accepted: [ISBN]
    /// Read but not accepted.
    package var candidates: [ISBN]
    package var milliseconds: Double
    /// The records of this program; empty for another program's answer.
    package var records: [PhotoRecord]

    package init(
        accepted: [ISBN] = [], candidates: [ISBN] = [], milliseconds: Double = 0, records: [PhotoRecord] = []
    ) {
        self.accepted = accepted
        self.candidates = candidates
        self.milliseconds = milliseconds
        self.records = records
    }

    /// Adds the answer for another part of the same page.
    mutating func add(_ more: Answer) {
        accepted += more.accepted
        candidates += more.candidates
        milliseconds += more.milliseconds
        records += more.records
    }
}
