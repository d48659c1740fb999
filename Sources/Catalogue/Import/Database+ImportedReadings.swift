// Readings of imported rows. The rows of one file are judged together, because some formats have a row for each reading.
import Books
internal import GRDB

/// What the rows of a file told of stored readings, by their ids.
struct ToldReadings {
    /// Those that a row told, whether or not with the same dates.
    var all: Set<Int64> = []
    /// Those of which a row told exactly when they ended.
    var exact: Set<Int64> = []

    mutating func add(_ stored: ReadingStatus, by told: ReadingStatus) {
        guard let id = stored.id else { return }
        all.insert(id)
        if told.names(stored) { exact.insert(id) }
    }
}

extension Database {
    /// Adds a person's readings from another record, or completes known ones.
    ///
    /// - Returns: how many changed anything.
    func take(_ told: [ReadingStatus], of id: BookID) throws -> Int {
        var earlier = ToldReadings()
        return try take(told, of: id, before: [], after: &earlier).changed
    }

    /// The same for a row of a file. An unfinished reading adds nothing if the file may be older than what is known: see
    /// `isNew`.
    ///
    /// - Parameters:
    ///   - later: what later rows of the file tell about the same book.
    ///   - earlier: what earlier rows told; this one is added.
    /// - Returns: how many changed anything, and whether one was left out.
    func take(
        _ told: [ReadingStatus], of id: BookID, before later: [ReadingStatus],
        after earlier: inout ToldReadings
    ) throws -> (changed: Int, isOutdated: Bool) {
        guard let person = told.first?.person else { return (0, false) }
        var left = try readings(of: id, by: person)
        let new = told.filter { reading in
            guard let known = left.removeFirst(like: reading) else { return true }
            earlier.add(known, by: reading)
            return false
        }
        for reading in later { _ = left.removeFirst(like: reading) }
        var (changed, isOutdated) = (0, false)
        for reading in new.filter({ $0.state != .reading }) + new.filter({ $0.state == .reading }) {
            // What an earlier row says is unfinished is not what this one says has ended.
            let possible = left.filter { known in
                known.state == reading.state || !earlier.all.contains(known.id ?? 0)
                    || known.started != nil && known.started == reading.started
            }
            if let joined = possible.joined(with: reading) {
                earlier.add(joined, by: reading)
                let isKnown = left.contains(joined)
                left.removeAll { $0.id == joined.id }
                if isKnown { continue }
                try save(joined)
            } else if try reading.state == .reading && !isNew(reading, of: id, before: later, after: earlier)
            {
                isOutdated = true
                continue
            } else {
                var reading = reading
                (reading.id, reading.book) = (nil, id)
                try save(reading)
                reading.id = lastInsertedRowID
                earlier.add(reading, by: reading)
            }
            changed += 1
        }
        return (changed, isOutdated)
    }

    /// Whether an unfinished reading, which is not among those known, began after them. It did if its own date says so,
    /// or if the file knows the latest of them, and none was unfinished that is finished or removed by now.
    private func isNew(
        _ reading: ReadingStatus, of id: BookID, before later: [ReadingStatus], after earlier: ToldReadings
    ) throws -> Bool {
        let known = try readings(of: id, by: reading.person)
        guard let last = known.map(\.lastDate).max(by: Self.isEarlier) else { return true }
        if let last, let started = reading.started, last <= started { return true }
        var (told, others) = (
            known.filter { earlier.exact.contains($0.id ?? 0) },
            known.filter { !earlier.exact.contains($0.id ?? 0) }
        )
        for reading in later {
            let place =
                others.firstIndex { $0.cell == reading.cell } ?? others.firstIndex(where: reading.names)
            if let place { told.append(others.remove(at: place)) }
        }
        if let lastOther = others.map(\.lastDate).max(by: Self.isEarlier) {
            guard let lastOther, let lastTold = told.compactMap(\.lastDate).max(), lastOther < lastTold
            else { return false }
        }
        let newest = told.compactMap(\.id).max() ?? 0
        return try onceUnfinished(of: id, by: reading.person).allSatisfy {
            $0 <= newest || earlier.all.contains($0)
        }
    }

    /// The readings that were unfinished once and are finished or removed now, as far as the history tells, by their ids.
    private func onceUnfinished(of id: BookID, by person: String) throws -> [Int64] {
        try all(
            """
            SELECT json_extract(before, '$.id') AS id FROM change_row JOIN change ON change.id = change_row.change
            WHERE book = ? AND kind = 'reading' AND undone IS NULL AND json_extract(before, '$.person') = ?
                AND json_extract(before, '$.state') = 'reading'
                AND ifnull(json_extract(after, '$.state'), '') <> 'reading'
            """, id.value, person
        ) { $0["id"] as Int64 }
    }

    /// One without a date may have been at any time.
    private static func isEarlier(_ one: PartialDate?, _ other: PartialDate?) -> Bool {
        guard let one else { return false }
        return other.map { one < $0 } ?? true
    }
}

extension ReadingStatus {
    fileprivate var lastDate: PartialDate? { ended ?? started }

    /// Whether it is certainly the stored reading, and not another one that has no date, or a less exact one.
    fileprivate func names(_ stored: ReadingStatus) -> Bool {
        cell == stored.cell || state == stored.state && ended != nil && ended == stored.ended
    }
}

extension [ReadingStatus] {
    fileprivate mutating func removeFirst(like reading: ReadingStatus) -> ReadingStatus? {
        firstIndex { $0.cell == reading.cell }.map { remove(at: $0) }
    }
}
