// Which records of an unfinished run count: those that would be used if it were resumed.
import Books
import Foundation
import Reading

/// The lines of `FILE.partial`, or of an unfinished `FILE.draft`, that no later one replaces: a photo has a further record
/// when its book was looked up, when it was moved, or read again; a book has one when further photos of it came.
struct JournalLines {
    /// Offsets of replaced records, the last first.
    private var replaced: [Range<Int>]
    /// The offset after the last complete record.
    private let end: Int

    /// `nil` unless the file is named like one of an unfinished run.
    ///
    /// - Parameter descriptor: of the journal.
    init?(_ descriptor: Int32, name: String) {
        guard let suffix = RecordJournal.unfinished("").first(where: name.hasSuffix) else { return nil }
        var index = RecordIndex()
        var groups = RecordGroups(LineFile(descriptor, name: name), isJournal: true)
        var end = 0
        while let group = try? groups.next() {
            _ = index.add(group.entry(in: index), photos: group.photos)
            end = group.end
        }
        // A line that is no record is for the reader to report.
        self.end = groups.broken.map(\.isLast) == false ? .max : end
        for move in Self.moves(in: PhotoPath(RecordJournal.run(of: String(name.dropLast(suffix.count))))) {
            index.dropMoved(move.photo, to: move.target)
        }
        replaced = index.entries.filter(\.isReplaced).map { $0.start..<$0.start + $0.length }.reversed()
    }

    /// What `FILE.run` says of moves.
    private static func moves(in file: PhotoPath) -> [(photo: String, target: String)] {
        guard let run = try? InputFile(opening: file) else { return [] }
        var lines = DecodedLines(LineFile(run.descriptor, name: file.name)) { RunLine($0) }
        var moves: [(photo: String, target: String)] = []
        while let (_, line) = try? lines.next() {
            if let line, let target = line.target { moves.append((line.name, target)) }
        }
        return moves
    }

    /// Whether the line at an offset counts. Offsets must be given in ascending order.
    mutating func contains(_ start: Int) -> Bool {
        while let next = replaced.last, next.upperBound <= start { replaced.removeLast() }
        return start < end && replaced.last?.contains(start) != true
    }
}
