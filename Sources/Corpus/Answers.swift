// What a program said of photos, ours or another.
import Books

/// The answers to a corpus's photos.
package struct Answers: Sendable {
    private var answers: [PhotoPage: Answer] = [:]
    private let pages: [String: Int]

    /// None yet.
    package init(to corpus: PhotoCorpus) {
        pages = Dictionary(corpus.truths.map { ($0.page.photo, 1) }, uniquingKeysWith: +)
    }

    package subscript(page: PhotoPage) -> Answer? { answers[page] }

    /// Adds what was said of a page. Where a photo has more pages than its truth knows, all further ones are its
    /// last. A photo that is not in the corpus is refused with `false`.
    @discardableResult
    package mutating func add(_ answer: Answer, for page: PhotoPage) -> Bool {
        guard let last = pages[page.photo] else { return false }
        let page = PhotoPage(photo: page.photo, page: min(page.page, last))
        answers[page, default: Answer()].add(answer)
        return true
    }
}

extension Answers {
    /// Another program's answers: lines of path below the folder, accepted ISBNs with commas between them (empty or
    /// `-` for none), milliseconds. A path's second line is its second page.
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

/// What was said of one page.
package struct Answer: Hashable, Sendable {
    /// Accepted, the book's own first.
    package var accepted: [ISBN]
    /// Read but left for a person to look at.
    package var candidates: [ISBN]
    package var milliseconds: Double
    /// What it rests on; empty for another program's answer.
    package var records: [PhotoRecord]

    package init(
        accepted: [ISBN] = [], candidates: [ISBN] = [], milliseconds: Double = 0, records: [PhotoRecord] = []
    ) {
        self.accepted = accepted
        self.candidates = candidates
        self.milliseconds = milliseconds
        self.records = records
    }

    /// Adds what was said of more of the same.
    mutating func add(_ more: Answer) {
        accepted += more.accepted
        candidates += more.candidates
        milliseconds += more.milliseconds
        records += more.records
    }
}
