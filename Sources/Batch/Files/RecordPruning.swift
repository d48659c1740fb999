// Drops the records of photos that are gone. What can't be looked at is not taken for gone.
import Books
import Foundation
import Output
import Reading

/// Finds the records whose photos are gone, and drops them.
package struct RecordPruning {
    private let run: RunFile
    /// The records that go.
    private var gone: Set<[UInt8]> = []
    /// What is the first record of their book now, for those that named one that goes.
    private var repeats: [[UInt8]: PhotoPage?] = [:]
    /// The photos whose records go, each once.
    package private(set) var photos: [String] = []
    /// How many photos are there, or may be.
    package private(set) var present = 0
    /// How many books stay though some of their photos are gone.
    package private(set) var incompleteBooks = 0

    /// Throws `JournalError.noRecord` at a line that is no record.
    package init(_ run: RunFile) throws {
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
                gone.insert(head.place.key)
                photos += new
                continue
            }
            present += new.count { known[Array($0.utf8)] == false }
            if areGone.contains(true) { incompleteBooks += 1 }
            let isbn = head.isbns.first?.isbn13
            if let old = head.repeats, gone.contains(old.key) {
                repeats[head.place.key] = .some(isbn.flatMap { firsts[$0] })
            }
            if let isbn, firsts[isbn] == nil { firsts[isbn] = head.place }
        }
    }

    /// Writes the file anew; it is as it was or as it is to be.
    package func apply() throws {
        try run.replaceLines { [gone, repeats] line in
            guard let key = RecordHead(line)?.place.key else { return nil }
            if gone.contains(key) { return "" }
            return repeats[key].map { RecordLine.replacing(in: line, .repeats($0)) }
        }
    }
}

extension PhotoPage {
    /// By bytes: names that differ in nothing that is seen are two.
    fileprivate var key: [UInt8] { Array("\(page)/".utf8) + photo.utf8 }
}

extension PhotoPath {
    /// Whether nothing is there, not even an archive that may have it.
    fileprivate var isGone: Bool {
        if address != nil || self == .standardInput || isThere { return false }
        return errno == ENOENT || (errno == ENOTDIR && archived == nil)
    }
}
