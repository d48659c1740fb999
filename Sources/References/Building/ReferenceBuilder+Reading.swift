// The first pass: reads rows, several chunks of a file in parallel, and writes them in sorted runs.
import Foundation

extension ReferenceBuilder {
    /// How many broken rows of all files are reported.
    private static let named = 5
    /// How many chunks of a file are parsed in parallel.
    private static let pieces = 16

    /// Reads all rows, starting where the state is, into sorted runs.
    func read(
        _ readers: [RowReader], _ state: inout BuildState, _ partial: BuildFolder, _ isStopped: () -> Bool,
        _ report: (BuildEvent) -> Void
    ) async throws(ReferenceError) {
        var entries = EntryBuffer()
        do throws(ReferenceError) {
            try await read(readers, &state, &entries, partial, isStopped, report)
        } catch {
            guard case .stopped = error else { throw error }
            try flush(&entries, &state, partial)
            throw .stopped(rows: state.counts.rows)
        }
        try flush(&entries, &state, partial, stage: .sorted)
    }

    private func read(
        _ readers: [RowReader], _ state: inout BuildState, _ entries: inout EntryBuffer,
        _ partial: BuildFolder,
        _ isStopped: () -> Bool, _ report: (BuildEvent) -> Void
    ) async throws(ReferenceError) {
        for (number, reader) in readers.enumerated().dropFirst(state.input) {
            if number > state.input { (state.input, state.place, state.rowsOfInput) = (number, 0, 0) }
            report(.reading(path: reader.path, bytes: reader.size, reader.form))
            if !state.forms.contains(reader.form) { state.forms.append(reader.form) }
            if state.place > 0 { try await reader.skip(to: state.place) }
            let parser = RowParser(form: reader.form, filter: filter)
            var chunks = try await reader.next(Self.pieces)
            while !chunks.isEmpty {
                let (parsed, next) = await Self.parse(chunks, parser, while: reader)
                for rows in parsed { take(rows, &state, &entries, report, reader.path) }
                if let last = chunks.last {
                    state.place = last.end
                    let share = reader.size.map { Double(last.used) / Double(max($0, 1)) }
                    report(.rows(state.counts.rows, share: share))
                    if entries.bytes.count + 16 * entries.places.count > runSize {
                        try flush(&entries, &state, partial)
                        if state.runs == 1 { report(estimate(readers, state.input, last.used, partial)) }
                    }
                }
                if isStopped() { throw .stopped(rows: state.counts.rows) }
                chunks = try next.get()
            }
            if await reader.isTorn, state.torn.last != reader.path { state.torn.append(reader.path) }
        }
    }

    /// Parses chunks, and reads the next ones in parallel.
    private static func parse(
        _ chunks: [Chunk], _ parser: RowParser, while reader: RowReader
    ) async -> ([ParsedRows], Result<[Chunk], ReferenceError>) {
        enum Outcome: Sendable {
            case read(Result<[Chunk], ReferenceError>)
            case parsed(Int, ParsedRows)
        }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                do throws(ReferenceError) { return .read(.success(try await reader.next(pieces))) } catch {
                    return .read(.failure(error))
                }
            }
            for (place, chunk) in chunks.enumerated() {
                group.addTask { .parsed(place, parser.parse(chunk)) }
            }
            var next: Result<[Chunk], ReferenceError> = .success([])
            var parsed: [ParsedRows?] = Array(repeating: nil, count: chunks.count)
            for await outcome in group {
                switch outcome {
                case .read(let chunks): next = chunks
                case .parsed(let place, let rows): parsed[place] = rows
                }
            }
            return (parsed.compactMap(\.self), next)
        }
    }

    private func take(
        _ rows: ParsedRows, _ state: inout BuildState, _ entries: inout EntryBuffer,
        _ report: (BuildEvent) -> Void, _ path: String
    ) {
        for (row, reason) in rows.broken where state.broken.count < Self.named {
            let broken = BrokenRow(file: path, number: state.rowsOfInput + row, reason: reason)
            state.broken.append(broken)
            report(.broken(broken))
        }
        entries.append(contentsOf: rows.entries)
        state.counts += rows.counts
        state.rowsOfInput += rows.counts.rows
        if rows.isTorn { state.torn.append(path) }
    }

    /// Writes a run with the entries in memory, if there are any, and then the progress.
    private func flush(
        _ entries: inout EntryBuffer, _ state: inout BuildState, _ partial: BuildFolder,
        stage: BuildState.Stage = .reading
    ) throws(ReferenceError) {
        if !entries.places.isEmpty {
            entries.sort()
            try SortedRun.write(entries, to: partial.run(state.runs))
            entries.removeAll()
            state.runs += 1
        }
        state.stage = stage
        try partial.save(state)
    }

    /// Estimated from the first run and how much input it took.
    private func estimate(
        _ readers: [RowReader], _ number: Int, _ used: UInt64, _ partial: BuildFolder
    ) -> BuildEvent {
        let before = readers[..<number].compactMap(\.size).reduce(0, +) + used
        let all = readers.compactMap(\.size).reduce(0, +)
        let run = ReferenceFolder.bytes(of: partial.run(0))
        let bytes = Int(Double(run) * max(1, Double(all) / Double(max(before, 1))))
        var disk = statvfs()
        let free = statvfs(folder.path, &disk) == 0 ? Int(disk.f_bavail) * Int(disk.f_frsize) : .max
        // The index of words takes about half as much as the rest.
        return .estimate(bytes: bytes * 3 / 2, onTheWay: bytes, free: free)
    }
}
