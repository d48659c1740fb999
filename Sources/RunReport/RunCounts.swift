// What a report's charts show, counted as records come: the room it takes does not grow with the run.
import Books
import Foundation
import Reading

/// Counts of a run's outcomes, along the run and by the time that photos took.
struct RunCounts {
    /// Records by verdict, in the order of `ScanStatus.allCases`.
    typealias Outcomes = [Int]

    static let nothing: Outcomes = ScanStatus.allCases.map { _ in 0 }

    private(set) var outcomes = nothing
    /// Neighbouring records together, as many in each but the last.
    private(set) var stretches: [Outcomes] = []
    private(set) var recordsPerStretch = 1
    /// Records by the time they took: 40 to a factor of ten, from 0.1 ms on.
    private var times: [Outcomes] = Array(repeating: nothing, count: timeSteps * 8)
    private var slowest = 0.0

    private static let mostStretches = 120
    private static let timeSteps = 40
    private static let stepsPerBar = 8

    var total: Int { outcomes.reduce(0, +) }

    mutating func count(_ record: PhotoRecord) {
        guard let place = ScanStatus.allCases.firstIndex(of: record.status) else { return }
        if total.isMultiple(of: recordsPerStretch) { addStretch() }
        outcomes[place] += 1
        stretches[stretches.count - 1][place] += 1
        let milliseconds = min(max(0.1, record.milliseconds), 1e9)
        times[min(times.count - 1, Int(log10(milliseconds / 0.1) * Double(Self.timeSteps)))][place] += 1
        slowest = max(slowest, milliseconds)
    }

    private mutating func addStretch() {
        if stretches.count == Self.mostStretches {
            stretches = stride(from: 0, to: stretches.count, by: 2).map { place in
                zip(stretches[place], stretches[place + 1]).map(+)
            }
            recordsPerStretch *= 2
        }
        stretches.append(Self.nothing)
    }

    /// Bars of a histogram, each a fifth of a factor of ten wide, from the first to the last that is not empty.
    var timeBars: [(from: Double, outcomes: Outcomes)] {
        let bars = stride(from: 0, to: times.count, by: Self.stepsPerBar).map { start in
            let steps = times[start..<start + Self.stepsPerBar]
            return (
                from: Self.milliseconds(start), outcomes: steps.reduce(Self.nothing) { zip($0, $1).map(+) }
            )
        }
        guard let first = bars.firstIndex(where: { $0.outcomes.reduce(0, +) > 0 }),
            let last = bars.lastIndex(where: { $0.outcomes.reduce(0, +) > 0 })
        else { return [] }
        return Array(bars[first...last])
    }

    /// The time that a share of all records kept below, to some 3 %, in milliseconds.
    ///
    /// - Parameter share: 0…1.
    func time(below share: Double) -> Double {
        var left = share * Double(total)
        for (step, outcomes) in times.enumerated() {
            left -= Double(outcomes.reduce(0, +))
            if left <= 0 { return min(slowest, Self.milliseconds(step + 1)) }
        }
        return slowest
    }

    private static func milliseconds(_ step: Int) -> Double {
        0.1 * pow(10, Double(step) / Double(timeSteps))
    }
}

/// A photo with all that was said of it.
package struct ShownPhoto: Sendable {
    /// One a page.
    package var records: [PhotoRecord]
    /// Where its pixels are; `nil` where they are gone.
    package var photo: Photo?
    /// Title and makers of the books whose ISBNs it shows or may show, where they are known.
    package var titles: [ISBN: String]
    /// The same of the books without an ISBN that a person said its pages show.
    package var named: [PhotoPage: String]

    package init(
        _ records: [PhotoRecord], photo: Photo?, titles: [ISBN: String] = [:],
        named: [PhotoPage: String] = [:]
    ) {
        self.records = records
        self.photo = photo
        self.titles = titles
        self.named = named
    }

    /// Which page of the photo's file a record is of: records of standard input count the pages of all its photos.
    func page(of record: PhotoRecord) -> Int {
        guard record.photo == PhotoPath.standardInput.name, photo?.isDocument != true else {
            return record.page
        }
        return (records.firstIndex { $0.page == record.page } ?? 0) + 1
    }
}
