// Records of books with several photos: each photo is stored separately, and a decision on the book for these photos together.
import Books
import Foundation
internal import GRDB

extension Store {
    /// The decision on each record of `decidable`.
    ///
    /// - Parameters:
    ///   - saves: whether the store should save the scan's results for each photo.
    ///   - reading: the settings that they were read with; `nil` if unknown. The pages of a book's photos are counted
    ///     again.
    func decisions(
        on record: PhotoRecord, saves: Bool, read reading: ScanSettingsKey?
    ) throws(CatalogueError) -> [PhotoDecision?] {
        guard saves else { return try query { db in try db.decisions(on: record) } }
        return try write { db in
            try db.saveScan(ofBook: record, reading)
            return try db.decisions(on: record)
        }
    }

    /// The same for many records at once, which are saved.
    func decisions(on records: [PhotoRecord]) throws(CatalogueError) -> [[PhotoDecision?]] {
        try write { db in
            try records.map { record in
                try db.saveScan(ofBook: record, nil)
                return try db.decisions(on: record)
            }
        }
    }

    /// Saves a decision on a photo, or on the photos of a book, replacing an earlier one, except that books that were corrected
    /// one by one stay.
    ///
    /// - Throws: `correctedPhoto`, if it would drop one of these.
    public func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError) {
        try write { db in
            for earlier in try db.decisions(on: record) where decision.following(earlier) == nil {
                throw CatalogueError.correctedPhoto
            }
            for photo in record.decided(by: decision) {
                if let sha256 = photo.sha256 { try db.decide(decision, sha256, photo.page, .now) }
            }
        }
    }
}

extension Database {
    fileprivate func decisions(on record: PhotoRecord) throws -> [PhotoDecision?] {
        try record.decidable.map { photo in try photo.sha256.flatMap { try decision($0, photo.page) } }
    }

    /// Saves the book's result for each photo that shows something, which can't be used for the photo alone if it differs.
    fileprivate func saveScan(ofBook record: PhotoRecord, _ reading: ScanSettingsKey?) throws {
        for (answer, alone) in zip(record.byPhoto, record.single) {
            let isSame = answer.status == alone.status && answer.isbns.map(\.isbn) == alone.isbns.map(\.isbn)
            if isSame || alone.status == .none {
                try saveScan(alone, reading.map { record.reading(of: alone, as: $0) })
            } else {
                try saveScan(answer, nil)
            }
        }
    }
}

extension PhotoRecord {
    /// The records that have decisions of their own: those of its photos, and for a book in several photos, at the end, one for
    /// all of them.
    package var decidable: [PhotoRecord] { single + [together].compactMap(\.self) }

    /// With the hash of all photos' hashes, in whatever order they are; `nil` unless they are several.
    private var together: PhotoRecord? {
        let pages = Set(photos.compactMap { photo in photo.sha256.map { "\($0) \(photo.page)" } }).sorted()
        guard pages.count > 1 else { return nil }
        var record = PhotoRecord(photo: photo)
        record.sha256 = Array(pages.joined(separator: "\n").utf8).sha256.hexadecimal
        return record
    }

    /// Those of `decidable` for which a decision on it is saved. A book's photo that shows another number by itself keeps that
    /// when it is no longer beside the others, but not the number that the book had before the decision took it away.
    package func decided(by decision: PhotoDecision) -> [PhotoRecord] {
        guard let together else { return single }
        let kept = Set(following(decision).isbns.map(\.isbn))
        let misread = Set(isbns.map(\.isbn)).subtracting(kept)
        return single.filter { photo in
            !photo.contradicts(decision) || photo.isbns.allSatisfy { misread.contains($0.isbn) }
        } + [together]
    }

    private func contradicts(_ decision: PhotoDecision) -> Bool {
        !isbns.isEmpty && !isbns.contains { decision.shows($0.isbn) }
    }

    /// The decision that those on its photo, or on its book's photos, add up to.
    ///
    /// - Parameter said: one for each record in `decidable`.
    package func word(of said: [PhotoDecision?]) -> PhotoDecision? {
        if said.count > single.count, let word = said.last ?? nil { return word }
        let words = zip(single, said).compactMap { photo, word in word.map { (photo.place, $0) } }
        let shown = Set(words.map(\.1)).subtracting([.rejected])
        if shown.count == 1, let word = shown.first {
            let isSeen = isbns.contains { word.shows($0.isbn) }
            let isOpen = !isSeen && zip(single, said).contains { $1 == nil && $0.contradicts(word) }
            return isOpen ? nil : word
        }
        guard shown.isEmpty, !words.isEmpty else { return nil }
        return isShownElsewhere(than: Set(words.map(\.0))) ? nil : .rejected
    }

    /// With the decisions on its photo, or on its book's photos, applied. What contradicts one of these is left for review.
    ///
    /// - Parameter said: one for each record in `decidable`.
    package func decided(by said: [PhotoDecision?]) -> DecidedPhoto {
        let word = word(of: said)
        let book: BookID? = if case .book(let id)? = word { id } else { nil }
        var record = word.map(following) ?? self
        if word == nil, status == .found, said.contains(where: { $0 != nil && $0 != .rejected }) {
            record.status = .uncertain
            (record.isbns, record.candidates) = ([], isbns + candidates)
        }
        return DecidedPhoto(record: record, book: book)
    }

    /// Whether an id in it, or the photos without one, cover more than these photos.
    private func isShownElsewhere(than rejected: Set<PhotoPage>) -> Bool {
        let witnesses = (isbns + candidates).flatMap(\.witnesses)
        guard !witnesses.isEmpty, photos.count > 1 else { return photos.count > rejected.count }
        return witnesses.contains { witness in witness.photo.map { !rejected.contains($0) } ?? false }
    }

    fileprivate func reading(of photo: PhotoRecord, as reading: ScanSettingsKey) -> ScanSettingsKey {
        guard !photos.isEmpty else { return reading }
        let pages = photos.count { $0.photo == photo.photo && $0.sha256 == photo.sha256 }
        return ScanSettingsKey(key: reading.key, pages: pages)
    }
}

extension PhotoDecision {
    fileprivate func shows(_ isbn: ISBN) -> Bool {
        switch self {
        case .confirmed(let own): own == isbn
        case .several(let books): books.contains(isbn)
        case .book, .rejected: false
        }
    }
}
