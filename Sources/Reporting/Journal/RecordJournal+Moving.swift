// Photos that are moved after they were read: their records name the place where they are, whenever the run is ended.
import Books
import Foundation

extension RecordJournal {
    /// A move of which it is not known whether it was done.
    package struct UnfinishedMove: Sendable {
        package var photo: String
        package var target: String
        package var sha256: String
    }

    /// What the photo's pages are; `nil` where it is not known.
    package func statuses(of photo: String) -> StatusSet? {
        state.withLock { state in state.index.place(of: photo).map { state.index[$0].statuses } }
    }

    /// Writes down where a photo may be from now on.
    package func willMove(_ photo: String, to target: String) throws(OutputError) {
        try changing { state throws(OutputError) in
            try appendToRun(MoveLine(photo: photo, movesTo: target), &state)
            state.staleLines += 1
        }
    }

    /// The photo is there now: its records have this name.
    package func moved(_ photo: String, to target: String) throws(OutputError) {
        var found = stat()
        let stamp = stat(target, &found) == 0 ? FileStamp(found) : nil
        try changing { state throws(OutputError) in
            guard let place = state.index.place(of: photo) else { return }
            let entry = state.index[place]
            let lines = try lines(of: entry, state)
            let renamed = lines.map { RecordLine.replacing(in: $0, [.photo: .text(target)]) }
            let sha256 = lines.first.flatMap { RecordHead($0)?.sha256 }
            try append(renamed.joined(), sha256, entry.statuses, pages: lines.count, target, stamp, &state)
            state.index.remove(place)
        }
    }

    /// Those that the run before had begun.
    package var unfinishedMoves: [UnfinishedMove] {
        state.withLock { state in
            state.moves.compactMap { photo, target in
                guard let place = state.index.place(of: photo), state.index.place(of: target) == nil,
                    let line = try? lines(of: state.index[place], state).first,
                    let sha256 = RecordHead(line)?.sha256
                else { return nil }
                return UnfinishedMove(photo: photo, target: target, sha256: sha256)
            }
        }
    }
}

/// A line of `FILE.run`, written before a photo is moved.
struct MoveLine: Codable {
    enum CodingKeys: String, CodingKey {
        case photo
        case movesTo = "moves_to"
    }

    var photo: String
    var movesTo: String

    init(photo: String, movesTo: String) {
        self.photo = photo
        self.movesTo = movesTo
    }

    /// `nil` for every other line, which is told from its first key.
    init?(_ line: some Collection<UInt8>) {
        guard line.starts(with: #"{"moves_to":"#.utf8),
            let move = try? JSONDecoder().decode(Self.self, from: Data(line))
        else { return nil }
        self = move
    }
}
