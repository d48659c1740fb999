// `scan --move-to`: moves photos into folders by result, and updates their records.
import Batch
import Books
import Formatting
import Foundation
import Output
import Reading

struct MovedPhoto {
    /// `nil` if it could not be read.
    let sha256: String?
    let path: String
}

/// Moves a run's photos after they are read.
struct PhotoMoves {
    private var sorter: PhotoSorter
    private let journal: RecordJournal?
    /// The new paths of photos, which later records may name as the first of their book.
    private var places: [PhotoPath: String] = [:]
    /// Archives for which it was reported that their photos can't be moved.
    private var archives: Set<PhotoPath> = []
    /// The exit code for photos that could not be moved.
    private(set) var end = Exit.success
    private let isQuiet: Bool
    /// Whether a photo that failed is read again in this run, so that it must stay where it is.
    var retries: @Sendable (String) -> Bool = { _ in false }
    /// Links for which it was reported that they stay.
    private var reportedLinks: Set<PhotoPath> = []

    /// - Parameter isQuiet: whether links are not reported.
    init(_ sorter: PhotoSorter, _ journal: RecordJournal?, isQuiet: Bool) {
        self.sorter = sorter
        self.journal = journal
        self.isQuiet = isQuiet
    }

    /// Looks for links to photos again, because there may be new ones.
    mutating func findLinks() { sorter.findLinks() }

    /// For records that no journal has: moves a photo, or all photos of a book into the same folder; returns the
    /// records with new paths, and the photos that were moved.
    mutating func moved(_ records: [PhotoRecord]) -> (records: [PhotoRecord], moved: [MovedPhoto]) {
        guard let first = records.first else { return ([], []) }
        var targets: [PhotoPath: String] = [:]
        var photos: [MovedPhoto] = []
        for photo in first.paths {
            let file = records.file(of: photo)
            guard
                let target = move(photo, as: file, StatusSet(records.map(\.status)), willMove: { _ in true })
            else { continue }
            targets[PhotoPath(photo)] = target
            photos.append(MovedPhoto(sha256: file.sha256, path: target))
        }
        if records.contains(where: { !$0.isbns.isEmpty && $0.repeats == nil }) {
            let path = PhotoPath(first.photo)
            places[path] = targets[path]
        }
        let moved = records.map { record in
            var record = record.renamed { targets[PhotoPath($0)] ?? $0 }
            record.repeats = record.repeats.map { first in
                let path = PhotoPath(first.photo)
                return PhotoPage(photo: targets[path] ?? places[path] ?? first.photo, page: first.page)
            }
            return record
        }
        return (moved, photos)
    }

    /// Moves a photo whose records the journal has; `nil` if it stays.
    ///
    /// - Parameter records: those of this run: of a file that can't be opened, the journal knows nothing.
    mutating func move(recorded name: String, _ records: [PhotoRecord]) throws(OutputError) -> MovedPhoto? {
        guard let journal, let statuses = journal.statuses(of: name), var file = journal.file(of: name)
        else { return nil }
        if !file.isKnown { file = records.file(of: name) }
        var failure: OutputError?
        let target = move(name, as: file, statuses) { target in
            do throws(OutputError) { try journal.willMove(name, to: target) } catch { failure = error }
            return failure == nil
        }
        if let failure { throw failure }
        guard let target else { return nil }
        try journal.moved(name, to: target)
        return MovedPhoto(sha256: file.sha256, path: target)
    }

    /// Completes moves that were interrupted in an earlier run; returns the photos.
    ///
    /// - Parameters:
    ///   - inputs: searched for links to the photos.
    ///   - left: a folder that is not searched.
    static func completeInterrupted(
        _ journal: RecordJournal, _ inputs: PhotoInputs, leavingOut left: PhotoPath?
    ) throws(OutputError) -> [MovedPhoto] {
        let moves = journal.unfinishedMoves
        guard !moves.isEmpty else { return [] }
        var moved: [MovedPhoto] = []
        var links = PhotoLinks(among: inputs, leavingOut: left)
        for move in moves
        where PhotoSorter.completeInterruptedMove(
            of: move.photo, to: move.target, as: move.file, &links)
        {
            try journal.moved(move.photo, to: move.target)
            moved.append(MovedPhoto(sha256: move.file.sha256, path: move.target))
        }
        return moved
    }

    private mutating func move(
        _ name: String, as file: FileAsRead, _ statuses: StatusSet, willMove: (String) -> Bool
    ) -> String? {
        if let archive = PhotoPath.archive(of: name) {
            if archives.insert(PhotoPath(archive)).inserted {
                Console.note(
                    "\(archive.shownPath): archives and their photos are not moved; unpack it to sort them"
                )
            }
            return nil
        }
        if statuses.contains(StatusSet([.failed])), retries(name) { return nil }
        do throws(ScanError) {
            let target = try sorter.move(name, as: file, statuses.worst, willMove: willMove)
            if target == nil, !isQuiet, PhotoSorter.isLink(name),
                reportedLinks.insert(PhotoPath(name)).inserted
            {
                Console.note("\(name.shownPath): a link; not moved")
            }
            return target
        } catch {
            Console.note("\(name.shownPath): not moved: \(error.cause.printable)")
            end.raise(to: PhotoFailure(error).mayPass ? .tryAgain : .outputFailed)
            return nil
        }
    }
}

extension [PhotoRecord] {
    /// The file of one of their photos as it was read.
    fileprivate func file(of photo: String) -> FileAsRead {
        let path = PhotoPath(photo)
        let records = flatMap(\.single).filter { PhotoPath($0.photo) == path }
        return FileAsRead(
            stamp: records.lazy.compactMap(\.stamp).first, sha256: records.lazy.compactMap(\.sha256).first)
    }
}

extension StatusSet {
    /// The status that decides on the folder: the one of a page that most needs a review, else `found` if any page is.
    fileprivate var worst: ScanStatus {
        [.failed, .uncertain, .found].first { contains(StatusSet([$0])) } ?? .none
    }
}

// Paths of photos in the records of an earlier run, which are relative to the folder where that run was started.
extension PhotoRecord {
    /// With paths that lead to its photos from here, if they exist: results are usually next to the photos.
    func located(from place: RecordPosition) -> PhotoRecord {
        renamed { $0.located(beside: place.file) }
    }
}
