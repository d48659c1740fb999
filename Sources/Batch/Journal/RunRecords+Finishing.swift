// The end of a run: one record per photo, in the order in which the run found them. Photos that the run did not find
// keep their position.
import Books
import Foundation
import Output
import Reading

extension RunRecords {
    /// Writes the complete result and replaces the file; returns the totals of all its records. `vanished` is set.
    mutating func finish() throws(OutputError) -> ScanTally {
        let lock = try lockResult()
        defer { if lock >= 0 { close(lock) } }
        let order = try wholeOrder()
        if isResult(order) {
            unlink(journal.path.systemPath)
            return result.tally
        }
        let (tally, moved) = try count(order)
        if staleLines > order.count { try compactRun() }
        if result.descriptor < 0, moved.isEmpty, isJournal(order) {
            try moveJournal()
        } else {
            try writeResult(order, moved)
        }
        return tally
    }

    /// Locks the result so that no other process changes lines of it, and loads what others changed during the run.
    /// Returns the lock's descriptor, -1 if there is no result yet.
    private mutating func lockResult() throws(OutputError) -> Int32 {
        guard let descriptor = try? FileLock.open(target, O_RDONLY, waits: true, name: name) else {
            return -1
        }
        guard FileIdentity(descriptor: descriptor) != FileIdentity(descriptor: result.descriptor) else {
            return descriptor
        }
        result = try PreviousResult(target, name: name)
        var groups = RecordGroups(LineFile(result.descriptor, name: name))
        while let group = try groups.next() {
            for head in group.heads { result.tally.count(head) }
            result.photos += 1
            guard let place = index.place(of: group.name(in: index)) else {
                _ = index.add(group.entry(in: index), photos: group.photos)
                continue
            }
            guard !index[place].isInJournal else { continue }
            index[place].start = group.start
            index[place].length = group.end - group.start
        }
        return descriptor
    }

    // MARK: The order

    /// The run's photos, and each other photo after the one that it followed.
    private mutating func wholeOrder() throws(OutputError) -> [Int32] {
        vanished = 0
        var (first, others): ([Int32], [Int32: [Int32]]) = ([], [:])
        var anchor: Int32?
        for (place, entry) in index.entries.enumerated() where !entry.isReplaced {
            if entry.isPlaced {
                anchor = Int32(place)
            } else if try stays(entry) {
                if try isGone(entry) { vanished += 1 }
                if let anchor {
                    others[anchor, default: []].append(Int32(place))
                } else {
                    first.append(Int32(place))
                }
            }
        }
        return first
            + order.filter { !index[Int($0)].isReplaced }.flatMap { [$0] + (others[$0] ?? []) }
    }

    /// Whether the records of a photo that the run did not find stay. They are dropped if the same bytes were found
    /// under another name, or if the records say that there was no photo to read and there is one now.
    private func stays(_ entry: RecordIndex.Entry) throws(OutputError) -> Bool {
        let isUnopened = entry.content == 0 && !entry.hasLine
        guard entry.isCopied || isUnopened, let line = try lines(of: entry).first, let head = RecordHead(line)
        else { return true }
        let isThere = access(head.photo.systemPath, F_OK) == 0
        return entry.isCopied ? isThere : !isThere
    }

    /// Whether a recorded photo that the run did not find exists no more. Archives are not opened.
    private func isGone(_ entry: RecordIndex.Entry) throws(OutputError) -> Bool {
        guard let line = try lines(of: entry).first, let head = RecordHead(line), head.sha256 != nil else {
            return false
        }
        return !PhotoPath(head.photo).exists && PhotoPath.archive(of: head.photo) == nil
    }

    /// Whether the result is unchanged.
    private func isResult(_ order: [Int32]) -> Bool {
        result.descriptor >= 0 && !result.isTorn && order.count == result.photos && isAscending(order)
            && order.allSatisfy { !index[Int($0)].isInJournal }
    }

    /// Whether the journal alone has all records, in order.
    private func isJournal(_ order: [Int32]) -> Bool {
        isAscending(order) && order.reduce(0) { $0 + index[Int($1)].length } == journal.end
    }

    private func isAscending(_ order: [Int32]) -> Bool {
        zip(order, order.dropFirst()).allSatisfy { index[Int($0)].start < index[Int($1)].start }
    }

    // MARK: The files

    /// Counts the records in order, and finds the photos whose records say otherwise which books came earlier: with
    /// what is right for each page.
    private func count(
        _ order: [Int32]
    ) throws(OutputError) -> (tally: ScanTally, moved: [Int32: [RecordLine.Earlier]]) {
        var (tally, moved) = (ScanTally(), [Int32: [RecordLine.Earlier]]())
        var firstPages = FirstPages<String>()
        for place in order {
            var pages: [RecordLine.Earlier] = []
            var isMoved = false
            for line in try lines(of: index[Int(place)]) {
                guard let head = RecordHead(line) else { throw .changed(name) }
                let earlier = firstPages.take(head.ownISBNs, at: head.place)
                let mayDiffer = head.hasBooks && (head.hasSeenBooks || !earlier.seen.isEmpty)
                if earlier.repeats != head.repeats || (mayDiffer && head.ownISBNs.count > 1) {
                    isMoved = true
                }
                pages.append(earlier)
                tally.count(head)
            }
            if isMoved { moved[place] = pages }
        }
        return (tally, moved)
    }

    private func moveJournal() throws(OutputError) {
        try journal.sync()
        guard rename(journal.path.systemPath, target.systemPath) == 0 else {
            throw .failed(name, code: errno)
        }
        // From now on, other processes change lines of this file.
        journal.unlock()
    }

    private func writeResult(_ order: [Int32], _ moved: [Int32: [RecordLine.Earlier]]) throws(OutputError) {
        let replacement = try AtomicFile(target, mode: result.mode, name: name)
        for place in order {
            let earlier = moved[place]
            for (page, line) in try lines(of: index[Int(place)]).enumerated() {
                if let earlier {
                    try replacement.write(RecordLine.replacing(in: line, .earlier(earlier[page])).utf8)
                } else {
                    try replacement.write(line: line)
                }
            }
        }
        try replacement.move(to: target)
        unlink(journal.path.systemPath)
    }

    /// Drops lines of `FILE.run` that later lines replace.
    private func compactRun() throws(OutputError) {
        var last: [UInt64: Int] = [:]
        var lines = LineFile(run.descriptor, name: name)
        while let line = try lines.next() {
            guard let photo = RunLine(line.bytes), photo.target == nil else { continue }
            last[RecordIndex.hash(photo.name)] = line.start
        }
        let replacement = try AtomicFile(target, mode: result.mode, name: name)
        lines = LineFile(run.descriptor, name: name)
        while let line = try lines.next(), line.hasEnd {
            if let photo = RunLine(line.bytes) {
                guard last[RecordIndex.hash(photo.name)] == line.start, index.place(of: photo.name) != nil
                else { continue }
            }
            try replacement.write(line: line.bytes)
        }
        try replacement.move(to: RecordJournal.run(of: target))
    }
}

extension AtomicFile {
    /// - Parameter line: without its end.
    func write(line: ArraySlice<UInt8>) throws(OutputError) {
        try write(line)
        try write([UInt8(ascii: "\n")])
    }
}
