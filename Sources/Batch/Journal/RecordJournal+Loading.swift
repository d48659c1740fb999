// Loads the state of earlier runs: result, journal, and the stamps of the photos' files.
import Books
import Foundation
import Output

extension RecordJournal {
    /// Returns whether records are taken that were read otherwise, or don't say with what.
    static func load(
        _ state: inout State, _ file: String, _ journal: JournalFile, _ run: JournalFile,
        _ settings: RunSettings, adoptsOthers: Bool
    ) throws -> Bool {
        let takesBooks = settings.options.group != nil
        if state.kept.descriptor >= 0 { try loadKept(&state, file, takesBooks: takesBooks) }
        let last = try loadJournal(&state, journal, file, takesBooks: takesBooks)
        let known = try loadRun(&state, run, file)
        // The last photo of a run that was killed may lack pages.
        if let last, !state.index[last].hasLine {
            state.journalEnd = state.index[last].start
            state.index.remove(last)
        }
        let isEmpty = state.index.entries.allSatisfy(\.isReplaced)
        if let known, known != settings, !isEmpty {
            throw JournalError.otherSettings(file, known, asked: settings)
        }
        var isAdopted = false
        if known == nil, !isEmpty {
            let shown = try shownOptions(state, journal, file)
            isAdopted = !shown.fits(settings)
            if isAdopted, !adoptsOthers { throw JournalError.unlikeRecords(file, shown, asked: settings) }
        }
        try journal.cut(to: state.journalEnd)
        if known != settings {
            let header = (try? JSONLine.line(settings)) ?? ""
            try run.cut(to: 0)
            try run.append(header, at: 0)
            state.runEnd = header.utf8.count
        }
        try run.cut(to: state.runEnd)
        return isAdopted
    }

    private static func shownOptions(
        _ state: borrowing State, _ journal: JournalFile, _ file: String
    ) throws -> ShownOptions {
        var shown = ShownOptions()
        for descriptor in [state.kept.descriptor, journal.descriptor] where descriptor >= 0 {
            var lines = LineFile(descriptor, name: file)
            while let line = try lines.next() {
                guard let record = try? JSONDecoder().decode(PhotoRecord.self, from: Data(line.bytes)),
                    let head = RecordHead(line.bytes)
                else { continue }
                shown.add(record, head)
            }
        }
        return shown
    }

    private static func loadKept(
        _ state: inout State, _ file: String, takesBooks: Bool
    ) throws {
        var groups = RecordGroups(LineFile(state.kept.descriptor, name: file))
        while let group = try groups.next() {
            if !takesBooks { try refuseBook(group, file) }
            for head in group.heads { state.kept.tally.count(head) }
            state.kept.photos += 1
            _ = state.index.add(group.entry, photos: group.photos)
        }
        if let broken = groups.broken {
            guard broken.isLast else { throw JournalError.noRecord(file, line: broken.line) }
            state.kept.isTorn = true
        }
    }

    /// A book's record does not say what else was seen in its photos, which other photos of it would add to.
    private static func refuseBook(_ group: RecordGroups.Group, _ file: String) throws {
        if group.heads.contains(where: { $0.photos != nil }) { throw JournalError.holdsBooks(file) }
    }

    /// Returns the last photo's entry.
    private static func loadJournal(
        _ state: inout State, _ journal: JournalFile, _ file: String, takesBooks: Bool
    ) throws -> Int? {
        var groups = RecordGroups(LineFile(journal.descriptor, name: file))
        var last: Int?
        while let group = try groups.next() {
            if !takesBooks { try refuseBook(group, file) }
            var entry = group.entry
            entry.isInJournal = true
            last = state.index.add(entry, photos: group.photos)
            state.journalEnd = group.end
        }
        return last
    }

    /// Returns with what the records were read; `nil` where nobody says so.
    private static func loadRun(
        _ state: inout State, _ run: JournalFile, _ file: String
    ) throws -> RunSettings? {
        var lines = LineFile(run.descriptor, name: file)
        guard let first = try lines.next(), first.hasEnd else { return nil }
        guard let settings = try? JSONDecoder().decode(RunSettings.self, from: Data(first.bytes)) else {
            throw JournalError.notARun(file + ".run")
        }
        state.runEnd = first.end
        var entries = DecodedLines(lines) { RunLine($0) }
        while let (line, entry) = try entries.next(), line.hasEnd {
            state.runEnd = line.end
            if case .move(let move) = entry {
                state.moves[RecordIndex.hash(move.photo)] = move
                state.staleLines += 1
                continue
            }
            guard case .photo(let photo) = entry,
                let place = state.index.place(of: photo.file.name),
                state.index[place].content == RecordIndex.content(photo.sha256),
                Int(state.index[place].pages) == photo.pages
            else {
                state.staleLines += 1
                continue
            }
            if state.index[place].hasLine { state.staleLines += 1 }
            state.index.stamp(place, photo.file.stamp, book: photo.book)
            state.index[place].tries = UInt8(clamping: photo.tries)
        }
        for (name, move) in state.moves {
            guard let old = state.index.place(of: move.photo) else {
                state.moves[name] = nil
                continue
            }
            // One that was moved has its records twice, unless another came in its place.
            guard let new = state.index.place(of: move.target), new > old else { continue }
            state.moves[name] = nil
            if state.index[new].content == state.index[old].content { state.index.remove(old) }
        }
        return settings
    }
}
