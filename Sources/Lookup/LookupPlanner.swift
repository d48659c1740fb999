// Schedules look-ups over the sources. Each source has its own queue, so that none waits for another.
import Books
import Foundation
import Providers

/// Plans which source is asked about what. It has no clock and sends no requests: it receives events and returns the
/// next jobs.
struct LookupPlanner {
    /// A request to a source.
    struct Job: Sendable {
        var source: any BookSource
        var isbns: [ISBN]
    }

    private var tasks: [ISBN: LookupTask] = [:]
    /// ISBNs that wait for a source, by the source's key.
    private var queues: [String: (source: any BookSource, isbns: [ISBN])] = [:]
    /// What each source has been asked about and not answered, and since when it has not responded.
    private var asked: [String: (isbns: Set<ISBN>, since: ContinuousClock.Instant)] = [:]

    /// The maximum number of ISBNs asked about at a time; later ones are batched, too.
    static let mostAtOnce = 25
    /// If a source does not respond for this long, others are asked as well.
    static let timeout = Duration.seconds(2)

    init(_ tasks: [LookupTask]) {
        for task in tasks {
            self.tasks[task.isbn] = task
            enqueue(task.isbn)
        }
    }

    var isDone: Bool { tasks.isEmpty }

    /// Adds an ISBN to the queue of its next source, if any.
    private mutating func enqueue(_ isbn: ISBN) {
        guard let source = tasks[isbn]?.proceed() else { return }
        queues[source.key, default: (source, [])].isbns.append(isbn)
    }

    /// Jobs for the sources that are idle.
    mutating func jobs(at now: ContinuousClock.Instant) -> [Job] {
        queues.keys.filter { asked[$0] == nil }.compactMap { key in
            guard var queue = queues[key] else { return nil }
            // Some were answered by other sources while they were in the queue.
            let open = queue.isbns.filter { tasks[$0] != nil }
            let isbns = Array(open.prefix(Self.mostAtOnce))
            queue.isbns = Array(open.dropFirst(isbns.count))
            queues[key] = queue.isbns.isEmpty ? nil : queue
            guard !isbns.isEmpty else { return nil }
            asked[key] = (Set(isbns), now)
            return Job(source: queue.source, isbns: isbns)
        }
    }

    /// The effect of a response.
    enum Step {
        /// Everything about the book is known.
        case settled(LookupTask)
        /// The book was found, and more details follow.
        case found(LookupTask)
        case open
    }

    mutating func take(
        _ answer: SourceAnswer, on isbn: ISBN, from source: any BookSource, at now: ContinuousClock.Instant
    ) -> Step {
        asked[source.key]?.since = now
        if !answer.isProvisional { asked[source.key]?.isbns.remove(isbn) }
        guard var task = tasks[isbn] else { return .open }
        task.take(answer, from: source)
        tasks[isbn] = task
        if task.needsNext { enqueue(isbn) }
        if let task = tasks[isbn], task.isSettled {
            tasks[isbn] = nil
            return .settled(task)
        }
        return answer.isProvisional ? .found(task) : .open
    }

    mutating func finished(_ source: any BookSource) { asked[source.key] = nil }

    /// Asks other sources about what slow ones have not answered.
    mutating func passTime(to now: ContinuousClock.Instant) {
        for (isbns, since) in asked.values where now - since > Self.timeout {
            for isbn in isbns where tasks[isbn]?.isUnanswered == true {
                while tasks[isbn]?.hasNext == true { enqueue(isbn) }
            }
        }
    }
}

extension SourceAnswer {
    var isProvisional: Bool {
        if case .found(let record) = self { record.details == .coming } else { false }
    }
}
