// Scores of many pages, counted.

package struct Tally: Sendable {
    package private(set) var pages = 0
    /// Pages whose ISBN was there to be read.
    package private(set) var expected = 0
    /// Of `expected`.
    package private(set) var right = 0
    /// Of all pages.
    package private(set) var uncertain = 0
    /// Of `expected`.
    package private(set) var missed = 0
    /// Of all pages.
    package private(set) var misread = 0
    private var times: [Double] = []

    package init(_ pages: some Sequence<ScoredPage>) {
        for page in pages {
            self.pages += 1
            if page.score.demand == .isbn {
                expected += 1
                if page.score.isRight { right += 1 }
                if page.score.isMissed { missed += 1 }
            }
            if page.score.isUncertain { uncertain += 1 }
            if page.score.isMisread { misread += 1 }
            if let answer = page.answer { times.append(answer.milliseconds) }
        }
        times.sort()
    }

    /// Milliseconds that so great a share of the answered pages took at most, by nearest rank; `nil` without answers.
    ///
    /// - Parameter share: above 0, up to 1.
    package func time(share: Double) -> Double? {
        guard !times.isEmpty else { return nil }
        let rank = (share * Double(times.count)).rounded(.up)
        return times[min(times.count, max(1, Int(rank))) - 1]
    }
}
