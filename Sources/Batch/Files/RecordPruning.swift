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
    /// For records whose first record of the same book is dropped: the one that is first now.
    private var repeats: [PhotoPage: PhotoPage?] = [:]
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
        var firsts: [String: PhotoPage] = [:]
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
            let isbn = head.isbns.first?.isbn13
            if let old = head.repeats, gone.contains(old) {
                repeats[head.place] = .some(isbn.flatMap { firsts[$0] })
            }
            if let isbn, firsts[isbn] == nil { firsts[isbn] = head.place }
        }
    }

    /// Rewrites the file, atomically.
    package func apply() throws {
        try run.replaceLines { [gone, repeats] line in
            guard let place = RecordHead(line)?.place else { return nil }
            if gone.contains(place) { return "" }
            return repeats[place].map { RecordLine.replacing(in: line, .repeats($0)) }
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
