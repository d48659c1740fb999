// Applies a decision to the record of a photo.
import Books

extension PhotoRecord {
    /// With the decision's result; the evidence for a confirmed ISBN stays. A photo that could not be read stays
    /// `failed`, as there is nothing to decide.
    package func following(_ decision: PhotoDecision) -> PhotoRecord {
        guard status != .failed else { return self }
        var record = self
        record.candidates = []
        record.chosenBook = nil
        if case .book(let id) = decision {
            record.chosenBook = chosenBook?.id == id ? chosenBook : ChosenBook(id)
        }
        switch decision {
        case .rejected, .book:
            record.status = .none
            record.isbns = []
            record.repeats = nil
        case .several(let numbers):
            record.status = .found
            let books = numbers.enumerated().filter { numbers.firstIndex(of: $1) == $0 }.map(\.element)
            record.isbns = books.enumerated().map { place, isbn in
                var reading = confirmed(isbn)
                reading.book = place + 1
                return reading
            }
            record.repeats = nil
        case .confirmed(let isbn):
            record.status = .found
            // What was read of one book was misread, if somebody gives another number.
            let isMisread = ownISBNs.count == 1 && !isbns.contains { $0.isbn == isbn }
            record.isbns = [confirmed(isbn)] + (isMisread ? [] : isbns.filter { $0.isbn != isbn })
            if isbns.first?.isbn != isbn { record.repeats = nil }
        }
        return record
    }

    /// The same for results. What was read of a photo without an accepted ISBN stays as candidates: if the decision is
    /// undone, it is reviewed again.
    package func keptFollowing(_ decision: PhotoDecision) -> PhotoRecord {
        var record = following(decision)
        if record.status == .none { record.candidates = Array((isbns + candidates).prefix(3)) }
        return record
    }

    private func confirmed(_ isbn: ISBN) -> ISBNReading {
        var reading =
            (isbns + candidates).first { $0.isbn == isbn } ?? ISBNReading(isbn: isbn, confidence: 1)
        reading.confidence = 1
        reading.reason = ISBNReading.confirmed
        return reading
    }
}

/// A scan's record with an earlier decision on the photo applied.
public struct DecidedPhoto: Hashable, Sendable {
    public var record: PhotoRecord
    /// The book without an ISBN that the photo shows according to the decision; `nil` otherwise.
    public var book: BookID?

    public init(record: PhotoRecord, book: BookID? = nil) {
        self.record = record
        self.book = book
    }
}

extension Store {
    /// Saves a scan's record, if the store is writable, and returns it with an earlier decision applied.
    public func withDecision(_ record: PhotoRecord) throws(CatalogueError) -> DecidedPhoto {
        try withDecision(record, read: nil)
    }

    /// - Parameter reading: the settings that it was read with; `nil` if unknown.
    package func withDecision(
        _ record: PhotoRecord, read reading: ScanSettingsKey?
    ) throws(CatalogueError) -> DecidedPhoto {
        record.decided(by: try decisions(on: record, saves: !isReadOnly, read: reading))
    }

    /// The same for many records at once, in a writable store.
    package func withDecision(_ records: [PhotoRecord]) throws(CatalogueError) -> [DecidedPhoto] {
        zip(records, try decisions(on: records)).map { $0.decided(by: $1) }
    }
}

extension BookReader {
    /// The stored book that a reviewer chose; `nil` if it is not here, for example because the results are from another
    /// store.
    package func storedBook(_ chosen: ChosenBook?) throws(CatalogueError) -> Book? {
        guard let chosen, let book = try book(.id(chosen.id)), chosen.isSame(as: book) else { return nil }
        return book
    }
}

extension PhotoDecisions {
    /// The decision on a record's photo, or on the photos of its book; `nil` if there is none, or if they differ.
    package func decision(for record: PhotoRecord, saves: Bool) throws(CatalogueError) -> PhotoDecision? {
        record.word(of: try decisions(on: record, saves: saves))
    }

    /// A record with an earlier decision applied; nothing is saved.
    package func decided(_ record: PhotoRecord) throws(CatalogueError) -> DecidedPhoto {
        record.decided(by: try decisions(on: record, saves: false))
    }
}
