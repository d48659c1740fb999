// The data of a report's charts.
import Books
import Testing

@testable import RunReport

struct RunCountsTests {
    private static func counts(_ count: Int, _ record: (Int) -> PhotoRecord) -> RunCounts {
        var counts = RunCounts()
        for place in 0..<count { counts.count(record(place)) }
        return counts
    }

    /// For a run of any length, the strip has at most this many columns, and every record is in one.
    @Test(arguments: [0, 1, 119, 120, 121, 240, 241, 5000, 99_999]) func `stretches hold every record`(
        count: Int
    ) {
        let counts = Self.counts(count) { PhotoRecord(photo: "\($0)", status: $0 < 7 ? .failed : .found) }
        #expect(counts.stretches.count <= 120)
        #expect(counts.stretches.flatMap(\.self).reduce(0, +) == count)
        #expect(counts.stretches.dropLast().allSatisfy { $0.reduce(0, +) == counts.recordsPerStretch })
        #expect(counts.outcomes == [max(0, count - 7), 0, 0, min(7, count)])
        #expect(counts.stretches.first.map { $0[3] } ?? 0 == min(7, count, counts.recordsPerStretch))
    }

    @Test func `times are stored with small relative errors`() {
        let counts = Self.counts(1000) { PhotoRecord(photo: "", milliseconds: Double($0 + 1)) }
        #expect(abs(counts.time(below: 0.5) / 500 - 1) < 0.06)
        #expect(abs(counts.time(below: 0.95) / 950 - 1) < 0.06)
        #expect(counts.time(below: 1) <= 1000)
        #expect(counts.timeBars.map { $0.outcomes.reduce(0, +) }.reduce(0, +) == 1000)
    }

    @Test(arguments: [0, 0.01, 1e12, .infinity, .nan, -1]) func `a time beyond the scale counts at its end`(
        milliseconds: Double
    ) {
        let counts = Self.counts(1) { _ in PhotoRecord(photo: "", milliseconds: milliseconds) }
        #expect(counts.timeBars.count == 1)
        #expect(counts.time(below: 0.5).isFinite)
    }

    @Test func `nothing gives no bars`() {
        #expect(RunCounts().timeBars.isEmpty && RunCounts().time(below: 0.5) == 0)
    }
}
