// Questions on their way through the sources, each source with a row of its own, so that none waits for another.
import Books
import Foundation
import Providers

/// Who is asked what. Knows no time and asks nobody: it is told what happens, and says what follows.
struct LookupRun {
    /// ISBNs that one source is asked about next.
    struct Job: Sendable {
        var source: any BookSource
        var isbns: [ISBN]
    }

    private var questions: [ISBN: Question] = [:]
    /// Waiting for their source's turn, by its key.
    private var rows: [String: (source: any BookSource, isbns: [ISBN])] = [:]
    /// What each source is being asked about and has not answered, and since when it has been silent.
    private var asked: [String: (isbns: Set<ISBN>, since: ContinuousClock.Instant)] = [:]

    /// As many are asked about at a time, so that what comes later is asked together too.
    static let mostAtOnce = 25
    /// A source that is silent for so long is not waited for before others are asked the same.
    static let patience = Duration.seconds(2)

    init(_ questions: [Question]) {
        for question in questions {
            self.questions[question.isbn] = question
            enqueue(question.isbn)
        }
    }

    var isDone: Bool { questions.isEmpty }

    /// Puts a question in the row of the source that is next, if any.
    private mutating func enqueue(_ isbn: ISBN) {
        guard let source = questions[isbn]?.proceed() else { return }
        rows[source.key, default: (source, [])].isbns.append(isbn)
    }

    /// What the sources that have nothing to do can be asked now.
    mutating func jobs(at now: ContinuousClock.Instant) -> [Job] {
        rows.keys.filter { asked[$0] == nil }.compactMap { key in
            guard var row = rows[key] else { return nil }
            // Some were answered elsewhere while they stood here.
            let open = row.isbns.filter { questions[$0] != nil }
            let isbns = Array(open.prefix(Self.mostAtOnce))
            row.isbns = Array(open.dropFirst(isbns.count))
            rows[key] = row.isbns.isEmpty ? nil : row
            guard !isbns.isEmpty else { return nil }
            asked[key] = (Set(isbns), now)
            return Job(source: row.source, isbns: isbns)
        }
    }

    /// What became of a question by an answer.
    enum Step {
        /// All there is to know of it.
        case settled(Question)
        /// What the book is, while more is still to come.
        case found(Question)
        case open
    }

    mutating func take(
        _ answer: SourceAnswer, on isbn: ISBN, from source: any BookSource, at now: ContinuousClock.Instant
    ) -> Step {
        asked[source.key]?.since = now
        if !answer.isProvisional { asked[source.key]?.isbns.remove(isbn) }
        guard var question = questions[isbn] else { return .open }
        question.take(answer, from: source)
        questions[isbn] = question
        if question.needsNext { enqueue(isbn) }
        if let question = questions[isbn], question.isSettled {
            questions[isbn] = nil
            return .settled(question)
        }
        return answer.isProvisional ? .found(question) : .open
    }

    mutating func finished(_ source: any BookSource) { asked[source.key] = nil }

    /// Has others asked what silent sources leave open.
    mutating func passTime(to now: ContinuousClock.Instant) {
        for (isbns, since) in asked.values where now - since > Self.patience {
            for isbn in isbns where questions[isbn]?.isUnanswered == true {
                while questions[isbn]?.hasNext == true { enqueue(isbn) }
            }
        }
    }
}

extension SourceAnswer {
    var isProvisional: Bool {
        if case .found(let record) = self { record.details == .coming } else { false }
    }
}
