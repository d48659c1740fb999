// The data of a report's charts, counted as records arrive: memory does not grow with the run.
import Books
import Foundation
import Reading

/// Counts of a run's outcomes, along the run and by the time per photo.
struct RunCounts {
    /// Records by status, in the order of `ScanStatus.allCases`.
    typealias Outcomes = [Int]

    static let nothing: Outcomes = ScanStatus.allCases.map { _ in 0 }

    private(set) var outcomes = nothing
    /// Counts of consecutive records, the same number in each but the last.
    private(set) var stretches: [Outcomes] = []
    private(set) var recordsPerStretch = 1
    /// Records by the time they took: 40 steps per factor of ten, from 0.1 ms.
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

    /// The bars of a histogram, five per factor of ten, from the first to the last that is not empty.
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

    /// A quantile of the times, to within about 3 %, in milliseconds.
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

/// A photo with its results.
package struct ShownPhoto: Sendable {
    /// One per page.
    package var records: [PhotoRecord]
    /// Where its pixels are; `nil` if it no longer exists.
    package var photo: Photo?
    /// Title and makers of the books whose ISBNs it shows or may show, if known.
    package var titles: [ISBN: String]
    /// The same for books without an ISBN that a reviewer chose for its pages.
    package var named: [PhotoPage: String]
    /// The covers of these books as small JPEG files, as far as there are any.
    package var covers: [ISBN: Data]

    package init(
        _ records: [PhotoRecord], photo: Photo?, titles: [ISBN: String] = [:],
        named: [PhotoPage: String] = [:], covers: [ISBN: Data] = [:]
    ) {
        self.records = records
        self.photo = photo
        self.titles = titles
        self.named = named
        self.covers = covers
    }

    /// The page in the photo's file: records of standard input number the pages of all its photos consecutively.
    func page(of record: PhotoRecord) -> Int {
        guard record.photo == PhotoPath.standardInput.name, photo?.isDocument != true else {
            return record.page
        }
        return (records.firstIndex { $0.page == record.page } ?? 0) + 1
    }
}
