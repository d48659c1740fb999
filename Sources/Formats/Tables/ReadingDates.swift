// When a book was read, for tables with several readings.
import Books
import Catalogue

/// The dates of one reading; at least one is known.
struct ReadingDates: Hashable {
    var started: PartialDate?
    var ended: PartialDate?

    init?(started: PartialDate?, ended: PartialDate?) {
        guard started != nil || ended != nil else { return nil }
        (self.started, self.ended) = (started, ended)
    }

    /// The last known date, as text that sorts in the order of dates.
    fileprivate var last: String { (ended ?? started)?.description ?? "" }
}

extension ImportedEntry {
    /// The dates of one reading; adds remarks about cells that are not dates. `nil` if neither is one.
    mutating func dates(started: String?, ended: String?) -> ReadingDates? {
        ReadingDates(started: date(started), ended: date(ended))
    }

    /// `2021/03/01-2021/03/14, 2023/05/02`; a single date is the last day.
    mutating func ranges(_ cell: String) -> [ReadingDates] {
        cell.split { ",;|".contains($0) }.compactMap { range in
            let days = range.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard days.count == 2 else { return dates(started: nil, ended: String(range)) }
            return dates(started: days[0], ended: days[1])
        }
    }

    /// Sets the dates of all readings, in addition to the state from the lists.
    mutating func take(_ dates: [ReadingDates]) { readings = dates.readings(with: readings, by: person) }

    private mutating func date(_ cell: String?) -> PartialDate? {
        guard let cell = cell?.tidied else { return nil }
        if case .date(let date, _) = DateCell(cell) { return date }
        remark(.date, cell)
        return nil
    }
}

extension [ReadingDates] {
    /// Each as a reading. All readings before the current state were finished.
    ///
    /// - Parameter states: the reading states from the lists, without dates.
    fileprivate func readings(with states: [ReadingStatus], by person: String) -> [ReadingStatus] {
        guard !isEmpty else { return states }
        let now = states.last?.state
        let ordered = sorted { $0.last < $1.last }
        var readings = ordered.enumerated().map { place, dates in
            let isLast = place == count - 1
            let state: ReadingStatus.State =
                switch now {
                case .reading where dates.ended == nil: .reading
                case .abandoned where isLast: .abandoned
                case nil where dates.ended == nil && isLast: .reading
                default: .read
                }
            return ReadingStatus(person: person, state: state, started: dates.started, ended: dates.ended)
        }
        readings += states.filter { state in !readings.contains { $0.state == state.state } }
        return readings
    }
}
