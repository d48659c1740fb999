// The end of a run: one record a photo, in the order in which the run came to them; what it did not come to stays where
// it was.
import Books
import Foundation
import Output

extension RecordJournal {
    /// Puts the file in its place, whole. The run can go on afterwards only by another journal.
    ///
    /// - Returns: what all records of the file come to, and how many photos of this run were known.
    package func finish() throws(OutputError) -> (tally: ScanTally, known: Int) {
        try state.withLock { state in
            Result { () throws(OutputError) in (try finish(&state), state.known) }
        }.get()
    }

    private func finish(_ state: inout State) throws(OutputError) -> ScanTally {
        let lock = try lockedKept(&state)
        defer { if lock >= 0 { close(lock) } }
        let order = try order(state)
        if isAsKept(order, state) {
            unlink(partialName.systemPath)
            return state.kept.tally
        }
        var (tally, moved) = (ScanTally(), [Int32: [PhotoPage?]]())
        try count(order, state, &tally, &moved)
        if state.staleLines > order.count { try compactRun(state) }
        if state.kept.descriptor < 0, moved.isEmpty, isAsWritten(order, state) {
            try journal.sync()
            guard rename(partialName.systemPath, target.systemPath) == 0 else {
                throw .failed(file, code: errno)
            }
            // It is the file that others change lines of now.
            journal.unlock()
            return tally
        }
        let replacement = try AtomicFile(target, mode: state.kept.mode, name: file)
        for place in order {
            let lines = try lines(of: state.index[Int(place)], state)
            let repeats = moved[place]
            for (page, line) in lines.enumerated() {
                if let repeats {
                    try replacement.write(RecordLine.replacing(in: line, .repeats(repeats[page])).utf8)
                } else {
                    try replacement.write(line)
                    try replacement.write([UInt8(ascii: "\n")])
                }
            }
        }
        try replacement.move(to: target)
        unlink(partialName.systemPath)
        return tally
    }

    /// Holds the file against others that change lines of it, and takes up what they changed during the run.
    private func lockedKept(_ state: inout State) throws(OutputError) -> Int32 {
        guard let descriptor = try? FileLock.open(target, O_RDONLY, waits: true, name: file) else {
            return -1
        }
        guard FileIdentity(descriptor: descriptor) != FileIdentity(descriptor: state.kept.descriptor) else {
            return descriptor
        }
        var kept = try PreviousResult(target, name: file)
        var groups = RecordGroups(LineFile(kept.descriptor, name: file))
        while let group = try groups.next() {
            for head in group.heads { kept.tally.count(head) }
            kept.photos += 1
            let name = group.heads[0].photo
            guard let place = state.index.place(of: name) else {
                _ = state.index.add(group.entry, photos: group.photos)
                continue
            }
            guard !state.index[place].isInJournal else { continue }
            state.index[place].start = group.start
            state.index[place].length = group.end - group.start
        }
        state.kept = kept
        return descriptor
    }

    /// The run's photos, and each other behind the photo that it stood behind.
    private func order(_ state: borrowing State) throws(OutputError) -> [Int32] {
        var others: [(anchor: Int32, place: Int32)] = []
        var anchor: Int32 = -1
        for (place, entry) in state.index.entries.enumerated() where !entry.isReplaced {
            if entry.isPlaced {
                anchor = Int32(place)
            } else if try stays(entry, state) {
                others.append((anchor, Int32(place)))
            }
        }
        var order: [Int32] = []
        order.reserveCapacity(state.order.count + others.count)
        func add(behind anchor: Int32) {
            var (place, end) = (0, others.count)
            while place < end {
                let middle = (place + end) / 2
                if others[middle].anchor < anchor { place = middle + 1 } else { end = middle }
            }
            while place < others.count, others[place].anchor == anchor {
                order.append(others[place].place)
                place += 1
            }
        }
        add(behind: -1)
        for place in state.order where !state.index[Int(place)].isReplaced {
            order.append(place)
            add(behind: place)
        }
        return order
    }

    /// Whether the records of a photo that the run did not come to are to stay. Those of one that is found elsewhere
    /// under the same bytes don't, and those of none that could be opened don't once there is one.
    private func stays(_ entry: RecordIndex.Entry, _ state: borrowing State) throws(OutputError) -> Bool {
        let isUnopened = entry.content == 0 && !entry.hasLine
        guard entry.isCopied || isUnopened, let line = try lines(of: entry, state).first,
            let head = RecordHead(line)
        else { return true }
        let isThere = access(head.photo.systemPath, F_OK) == 0
        return entry.isCopied ? isThere : !isThere
    }

    private func isAsKept(_ order: [Int32], _ state: borrowing State) -> Bool {
        state.kept.descriptor >= 0 && !state.kept.isTorn && order.count == state.kept.photos
            && isAscending(order, state) && order.allSatisfy { !state.index[Int($0)].isInJournal }
    }

    /// Whether what was appended is all of it, in order.
    private func isAsWritten(_ order: [Int32], _ state: borrowing State) -> Bool {
        isAscending(order, state)
            && order.reduce(0) { $0 + state.index[Int($1)].length } == state.journalEnd
    }

    private func isAscending(_ order: [Int32], _ state: borrowing State) -> Bool {
        zip(order, order.dropFirst()).allSatisfy { state.index[Int($0)].start < state.index[Int($1)].start }
    }

    /// Counts the records in their order, and finds the photos whose records name another first page of their book.
    private func count(
        _ order: [Int32], _ state: borrowing State, _ tally: inout ScanTally,
        _ moved: inout [Int32: [PhotoPage?]]
    ) throws(OutputError) {
        var firstPages: [String: PhotoPage] = [:]
        for place in order {
            var repeats: [PhotoPage?] = []
            var isMoved = false
            for line in try lines(of: state.index[Int(place)], state) {
                guard var head = RecordHead(line) else { throw .changed(file) }
                let first = head.isbns.first.flatMap { firstPages[$0.isbn13] }
                if first == nil, let isbn = head.isbns.first?.isbn13 {
                    firstPages[isbn] = PhotoPage(photo: head.photo, page: head.page)
                }
                if first != head.repeats { isMoved = true }
                head.repeats = first
                repeats.append(first)
                tally.count(head)
            }
            if isMoved { moved[place] = repeats }
        }
    }

    /// Leaves out what later lines of `FILE.run` say otherwise.
    private func compactRun(_ state: borrowing State) throws(OutputError) {
        var last: [UInt64: Int] = [:]
        var lines = LineFile(run.descriptor, name: file)
        while let line = try lines.next() {
            guard case .photo(let photo) = RunLine(line.bytes) else { continue }
            last[RecordIndex.hash(photo.file.name)] = line.start
        }
        let replacement = try AtomicFile(target, mode: state.kept.mode, name: file)
        lines = LineFile(run.descriptor, name: file)
        while let line = try lines.next(), line.hasEnd {
            switch RunLine(line.bytes) {
            case .move: continue
            case .photo(let photo):
                let name = photo.file.name
                guard last[RecordIndex.hash(name)] == line.start, state.index.place(of: name) != nil else {
                    continue
                }
            case nil: break
            }
            try replacement.write(line.bytes)
            try replacement.write([UInt8(ascii: "\n")])
        }
        try replacement.move(to: target + ".run")
    }
}
