// Photos that are moved after they were read: their records name the place where they are, whenever the run is ended.
import Books
import Foundation
import Output

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
            try appendToRun(RunLine.move(PhotoMove(photo, to: target)), &state)
            state.staleLines += 1
        }
    }

    /// The photo is there now: its records have this name.
    package func moved(_ photo: String, to target: String) throws(OutputError) {
        var found = stat()
        let stamp = stat(target.systemPath, &found) == 0 ? FileStamp(found) : nil
        try changing { state throws(OutputError) in
            guard let place = state.index.place(of: photo) else { return }
            let entry = state.index[place]
            let lines = try lines(of: entry, state)
            let renamed = lines.map { RecordLine.replacing(in: $0, .photo(target)) }
            let sha256 = lines.first.flatMap { RecordHead($0)?.sha256 }
            let new = try append(
                renamed.joined(), sha256, entry.statuses, pages: lines.count, target, stamp, &state)
            state.place(new)
            state.index.remove(place)
        }
    }

    /// Those that the run before had begun.
    package var unfinishedMoves: [UnfinishedMove] {
        state.withLock { state in
            state.moves.values.compactMap { move in
                guard let place = state.index.place(of: move.photo),
                    state.index.place(of: move.target) == nil,
                    let line = try? lines(of: state.index[place], state).first,
                    let sha256 = RecordHead(line)?.sha256
                else { return nil }
                return UnfinishedMove(photo: move.photo, target: move.target, sha256: sha256)
            }
        }
    }
}
