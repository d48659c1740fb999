// Loads what earlier runs wrote: the result, then the journal, then the stamps of the photos' files.
import Books
import Foundation
import Output

extension RunRecords {
    /// Returns whether records are used that were read with other settings, or do not state theirs. An incomplete
    /// last line is dropped.
    mutating func load(_ settings: RunSettings, takesBooks: Bool, adoptsOthers: Bool) throws -> Bool {
        try loadResult(takesBooks: takesBooks)
        let last = try loadJournal(takesBooks: takesBooks)
        let earlier = try loadRun()
        var journalEnd = last.map { index[$0].start + index[$0].length } ?? 0
        // The last photo of a run that was killed may lack pages.
        if let last, !index[last].hasLine {
            journalEnd = index[last].start
            index.remove(last)
        }
        dropFinishedMoves()
        let isAdopted = try check(earlier?.settings, settings, adoptsOthers: adoptsOthers)
        try journal.cut(to: journalEnd)
        if let earlier, earlier.settings == settings {
            try run.cut(to: earlier.end)
        } else {
            try run.cut(to: 0)
            try store(settings)
        }
        return isAdopted
    }

    private mutating func loadResult(takesBooks: Bool) throws {
        guard result.descriptor >= 0 else { return }
        var groups = RecordGroups(LineFile(result.descriptor, name: name))
        while let group = try groups.next() {
            if !takesBooks { try refuseBook(group) }
            for head in group.heads { result.tally.count(head) }
            result.photos += 1
            _ = index.add(group.entry(in: index), photos: group.photos)
        }
        if let broken = groups.broken {
            guard broken.isLast else { throw JournalError.noRecord(name, line: broken.line) }
            result.isTorn = true
        }
    }

    /// Returns the last photo's entry.
    private mutating func loadJournal(takesBooks: Bool) throws -> Int? {
        var groups = RecordGroups(LineFile(journal.descriptor, name: name), isJournal: true)
        var last: Int?
        while let group = try groups.next() {
            if !takesBooks { try refuseBook(group) }
            var entry = group.entry(in: index)
            entry.isInJournal = true
            last = index.add(entry, photos: group.photos)
        }
        return last
    }

    /// A book's record does not contain everything that was seen in its photos, so that no photos can be added to it.
    private func refuseBook(_ group: RecordGroups.Group) throws {
        if group.heads.contains(where: { $0.photos != nil }) { throw JournalError.holdsBooks(name) }
    }

    /// Returns the settings of the records, and the offset after the last complete line; `nil` if `FILE.run` is lost.
    private mutating func loadRun() throws -> (settings: RunSettings, end: Int)? {
        var lines = LineFile(run.descriptor, name: name)
        guard let first = try lines.next(), first.hasEnd else { return nil }
        guard let settings = try? JSONDecoder().decode(RunSettings.self, from: Data(first.bytes)) else {
            throw JournalError.notARun(RecordJournal.run(of: name))
        }
        var end = first.end
        var entries = DecodedLines(lines) { RunLine($0) }
        while let (line, entry) = try entries.next(), line.hasEnd {
            end = line.end
            if !apply(entry) { staleLines += 1 }
        }
        return (settings, end)
    }

    /// Applies a line of `FILE.run`; returns whether it is the first for its photo's records.
    private mutating func apply(_ line: RunLine?) -> Bool {
        guard let line else { return false }
        if let target = line.target {
            moves[RecordIndex.hash(line.name)] = (line.name, target)
            return false
        }
        guard let stamp = line.stamp, let tries = line.tries, let place = index.place(of: line.name),
            index[place].content == RecordIndex.content(line.sha256), Int(index[place].pages) == line.pages
        else { return false }
        let isFirst = !index[place].hasLine
        index.stamp(place, stamp, book: line.files)
        index[place].tries = UInt8(clamping: tries)
        return isFirst
    }

    private mutating func dropFinishedMoves() {
        for (name, move) in moves {
            if index.dropMoved(move.photo, to: move.target) { moves[name] = nil }
        }
    }

    /// Throws if records with different settings would be mixed.
    ///
    /// - Parameter known: the settings of the records; `nil` if `FILE.run` is lost.
    private func check(
        _ known: RunSettings?, _ asked: RunSettings, adoptsOthers: Bool
    ) throws -> Bool {
        if known == asked || index.entries.allSatisfy(\.isReplaced) { return false }
        if let known { throw JournalError.otherSettings(name, known, asked: asked) }
        let shown = try inferredSettings()
        if shown.fits(asked) { return false }
        if !adoptsOthers { throw JournalError.unlikeRecords(name, shown, asked: asked) }
        return true
    }

    private func inferredSettings() throws -> InferredSettings {
        var shown = InferredSettings()
        for descriptor in [result.descriptor, journal.descriptor] where descriptor >= 0 {
            var lines = LineFile(descriptor, name: name)
            while let line = try lines.next() {
                guard let record = PhotoRecord(line: line.bytes), let head = RecordHead(line.bytes) else {
                    continue
                }
                shown.add(record, head)
            }
        }
        return shown
    }
}
