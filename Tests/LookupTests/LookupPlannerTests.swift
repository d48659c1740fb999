// Which source is asked what and when, without a network and without waiting.
import Books
import HTTP
import Providers
import Testing

@testable import Lookup

struct LookupPlannerTests {
    private static let first = FakeSource(key: "first")
    private static let second = FakeSource(key: "second")
    private static let third = FakeSource(key: "third")
    private let start = ContinuousClock.now
    private let one: ISBN
    private let other: ISBN

    init() throws {
        one = try ISBN("9780306406157")
        other = try ISBN("9780456789018")
    }

    private func run(_ isbns: [ISBN], _ sources: [FakeSource] = [first, second]) -> LookupPlanner {
        LookupPlanner(isbns.map { LookupTask(isbn: $0, sources: sources, unknownTo: []) })
    }

    private func found(_ details: SourceRecord.Details = .complete, publisher: String? = "P") -> SourceAnswer
    {
        var book = Book(title: "T", contributors: [Contributor(name: "A")], publisher: publisher, year: 1990)
        book.credit(Origin(.fetched, "test"))
        var record = SourceRecord(book: book)
        record.details = details
        return .found(record)
    }

    private func isSettled(_ step: LookupPlanner.Step) -> Bool {
        if case .settled = step { true } else { false }
    }

    private func keys(_ jobs: [LookupPlanner.Job]) -> [String] { jobs.map(\.source.key).sorted() }

    @Test func `all are asked together, and a source has one job at a time`() {
        var run = run([one, other])
        let jobs = run.jobs(at: start)
        #expect(jobs.map(\.isbns) == [[one, other]] && keys(jobs) == ["first"])
        #expect(run.jobs(at: start).isEmpty)
    }

    @Test func `a book is asked about at the next source while others are in progress`() {
        var run = run([one, other])
        _ = run.jobs(at: start)
        #expect(!isSettled(run.take(.unknown(isFirm: true), on: one, from: Self.first, at: start)))
        let next = run.jobs(at: start)
        #expect(keys(next) == ["second"] && next.map(\.isbns) == [[one]])
        #expect(isSettled(run.take(found(), on: other, from: Self.first, at: start)))
        #expect(isSettled(run.take(.unknown(isFirm: true), on: one, from: Self.second, at: start)))
        #expect(run.isDone)
    }

    @Test func `complete books are not asked further`() {
        var run = run([one])
        _ = run.jobs(at: start)
        #expect(isSettled(run.take(found(), on: one, from: Self.first, at: start)))
        #expect(run.jobs(at: start).isEmpty && run.isDone)
    }

    @Test func `a book is reported before its details, and completed with them`() {
        var run = run([one])
        _ = run.jobs(at: start)
        guard case .found(let early) = run.take(found(.coming), on: one, from: Self.first, at: start) else {
            Issue.record("not told")
            return
        }
        let kept = early.outcome(missesExpire: .now)
        #expect(kept.found?.title == "T" && kept.pending.map(\.reason) == ["details"])
        #expect(run.jobs(at: start).isEmpty && !run.isDone)
        let failed = found(.missing(.http(.timedOut(host: "h", seconds: 9))))
        guard case .settled(let late) = run.take(failed, on: one, from: Self.first, at: start) else {
            Issue.record("not settled")
            return
        }
        #expect(late.outcome(missesExpire: .now).pending.map(\.source) == ["first"])
        #expect(late.unasked.map(\.source) == ["FIRST"] && !late.isWaiting)
    }

    /// While one source still sends details, others are asked.
    @Test func `missing books are asked while details arrive`() {
        var run = run([one])
        _ = run.jobs(at: start)
        _ = run.take(found(.coming, publisher: nil), on: one, from: Self.first, at: start)
        #expect(keys(run.jobs(at: start)) == ["second"])
        #expect(!isSettled(run.take(found(), on: one, from: Self.second, at: start)))
        #expect(isSettled(run.take(found(publisher: nil), on: one, from: Self.first, at: start)))
    }

    @Test func `others are asked side by side where one is silent`() {
        var run = run([one], [Self.first, Self.second, Self.third])
        _ = run.jobs(at: start)
        run.passTime(to: start + LookupPlanner.timeout)
        #expect(run.jobs(at: start).isEmpty)
        let later = start + LookupPlanner.timeout + .milliseconds(1)
        run.passTime(to: later)
        #expect(keys(run.jobs(at: later)) == ["second", "third"])
        #expect(isSettled(run.take(found(), on: one, from: Self.third, at: later)))
        #expect(run.isDone)
    }

    @Test func `a source that answers others is not silent`() {
        var run = run([one, other])
        _ = run.jobs(at: start)
        let later = start + LookupPlanner.timeout * 2
        _ = run.take(found(), on: other, from: Self.first, at: later)
        run.passTime(to: later)
        #expect(run.jobs(at: later).isEmpty)
    }

    @Test func `more than fit are asked when the source is free again`() throws {
        var isbns: [ISBN] = []
        for value in UInt64(9_780_456_700_000)... {
            if let isbn = ISBN(value: value) { isbns.append(isbn) }
            if isbns.count == LookupPlanner.mostAtOnce + 1 { break }
        }
        var run = run(isbns, [Self.first])
        #expect(run.jobs(at: start).first?.isbns == Array(isbns.dropLast()))
        for isbn in isbns.dropLast() {
            _ = run.take(.unknown(isFirm: true), on: isbn, from: Self.first, at: start)
        }
        #expect(run.jobs(at: start).isEmpty)
        run.finished(Self.first)
        #expect(run.jobs(at: start).first?.isbns == [isbns[LookupPlanner.mostAtOnce]])
    }
}
