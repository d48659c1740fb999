// `scan --move-to`: photos go into folders by what was read in them, and their records name the place where they are.
import Books
import Foundation
import Reporting
import Scanning

/// Moves a run's photos when they are read.
struct PhotoMoves {
    private let sorter: PhotoSorter
    private let journal: RecordJournal?
    /// Where the photos are that later ones may name as the first of their book.
    private var places: [String: String] = [:]
    /// How the run ends for those that stay where they are.
    private(set) var end = Exit.success

    init(_ sorter: PhotoSorter, _ journal: RecordJournal?) {
        self.sorter = sorter
        self.journal = journal
    }

    /// Moves a photo that no journal knows; returns its records with the new path.
    mutating func moved(_ records: [PhotoRecord]) -> [PhotoRecord] {
        var records = records
        for place in records.indices {
            if let first = records[place].repeats?.photo {
                records[place].repeats?.photo = places[first] ?? first
            }
        }
        guard let name = records.first?.photo,
            let target = move(name, StatusSet(records.map(\.status)), willMove: { _ in true })
        else { return records }
        if records.contains(where: { !$0.isbns.isEmpty && $0.repeats == nil }) { places[name] = target }
        for place in records.indices {
            records[place].photo = target
            if records[place].repeats?.photo == name { records[place].repeats?.photo = target }
        }
        return records
    }

    /// Moves all photos of a book to where the book belongs; returns its record with their new paths, and those by the old
    /// ones.
    mutating func moved(book record: PhotoRecord) -> (record: PhotoRecord, places: [String: String]) {
        var record = record
        if let first = record.repeats?.photo { record.repeats?.photo = places[first] ?? first }
        var targets: [String: String] = [:]
        for photo in record.photos where photo.page == 1 {
            targets[photo.photo] = move(photo.photo, StatusSet([record.status]), willMove: { _ in true })
        }
        if !record.isbns.isEmpty, record.repeats == nil { places[record.photo] = targets[record.photo] }
        return (record.renamed { targets[$0] ?? $0 }, targets)
    }

    /// Moves a photo whose records the journal has; returns where it is then.
    mutating func move(recorded name: String) throws(OutputError) -> String? {
        guard let journal, let statuses = journal.statuses(of: name) else { return nil }
        var failure: OutputError?
        let target = move(name, statuses) { target in
            do throws(OutputError) { try journal.willMove(name, to: target) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
        if let target { try journal.moved(name, to: target) }
        return target
    }

    /// Ends the moves in whose midst an earlier run was ended.
    static func finish(_ journal: RecordJournal) throws(OutputError) {
        for move in journal.unfinishedMoves
        where PhotoSorter.finish(move.photo, movedTo: move.target, sha256: move.sha256) {
            try journal.moved(move.photo, to: move.target)
        }
    }

    private mutating func move(_ name: String, _ statuses: StatusSet, willMove: (String) -> Bool) -> String? {
        do throws(ScanError) {
            return try sorter.move(name, statuses.worst, willMove: willMove)
        } catch {
            let cause =
                if case .system(let errno) = error { String(cString: strerror(errno)) } else { error.message }
            Console.note("\(name): stays where it is: \(cause)".printable)
            end.raise(to: PhotoFailure(error).mayPass || error == .system(ENOSPC) ? .tryAgain : .outputFailed)
            return nil
        }
    }
}

extension StatusSet {
    /// What the photo is put away as: by the page that most needs a person, else as found where one page is.
    fileprivate var worst: ScanStatus {
        [.failed, .uncertain, .found].first { contains(StatusSet([$0])) } ?? .none
    }
}
