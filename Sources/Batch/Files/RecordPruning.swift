// Drops the records of photos that no longer exist. A photo that can't be checked does not count as gone.
import Books
import Foundation
import Output
import Reading

/// Finds and drops the records of photos that no longer exist.
package struct RecordPruning {
    private let run: ResultRecords
    /// The records to drop.
    private var gone: Set<PhotoPage> = []
    /// For records whose books may have come earlier in a dropped record only: which still did.
    private var earlier: [PhotoPage: RecordLine.Earlier] = [:]
    /// The photos whose records are dropped, each once.
    package private(set) var photos: [String] = []
    /// How many photos exist, or may exist.
    package private(set) var present = 0
    /// How many books stay although some of their photos are gone.
    package private(set) var incompleteBooks = 0

    /// Throws `JournalError.noRecord` at a line that is not a record.
    package init(_ run: ResultRecords) throws {
        self.run = run
        var known: [[UInt8]: Bool] = [:]
        var firstPages = FirstPages<String>()
        var lines = DecodedLines(LineFile(run.descriptor, name: run.file)) { RecordHead($0) }
        var number = 0
        while let (line, head) = try lines.next() {
            number += 1
            if line.bytes.isBlankLine { continue }
            guard let head else { throw JournalError.noRecord(run.file, line: number) }
            var (new, areGone): ([String], [Bool]) = ([], [])
            for name in head.photos?.map(\.photo) ?? [head.photo] {
                if known[Array(name.utf8)] == nil { new.append(name) }
                let isGone =
                    known[Array(name.utf8)] ?? PhotoPath(name.located(beside: run.file)).isGone
                known[Array(name.utf8)] = isGone
                areGone.append(isGone)
            }
            if areGone.allSatisfy(\.self) {
                gone.insert(head.place)
                photos += new
                continue
            }
            present += new.count { known[Array($0.utf8)] == false }
            if areGone.contains(true) { incompleteBooks += 1 }
            let left = firstPages.take(head.ownISBNs, at: head.place)
            // The books of one photo may have come in different ones.
            let mayDiffer =
                head.ownISBNs.count > 1
                ? !gone.isEmpty && (head.repeats != nil || head.hasSeenBooks)
                : head.repeats.map(gone.contains) == true
            if mayDiffer { earlier[head.place] = left }
        }
    }

    /// Rewrites the file, atomically.
    package func apply() throws {
        try run.replaceLines { [gone, earlier] line in
            guard let place = RecordHead(line)?.place else { return nil }
            if gone.contains(place) { return "" }
            return earlier[place].map { RecordLine.replacing(in: line, .earlier($0)) }
        }
    }
}

extension PhotoPath {
    /// Whether neither the photo nor an archive that may contain it exists.
    fileprivate var isGone: Bool {
        if address != nil || isStreamed || entryExists { return false }
        return errno == ENOENT || (errno == ENOTDIR && archived == nil)
    }
}
