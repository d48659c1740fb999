// Collects the frames of a video that show the same book. A book ends where the number of another appears, or where
// several frames show nothing.
import Books
import Reading

/// Takes frames in order and returns books.
struct FrameGroups {
    /// This many frames without a number are a gap between two books; fewer are blur.
    static let quiet = 8
    /// In so many frames numbers are read surely before two that differ in few digits are those of two books, such as
    /// volumes of a series.
    static let sureFrames = 3

    /// A book that ended, and how many frames showed none.
    typealias Ended = (book: BookGroups.Group?, passed: Int)

    private let isStrict: Bool
    /// Starts with the first frame that shows something.
    private var readings: [PageReading] = []
    /// How many of the last frames show nothing.
    private var silent = 0
    /// Numbers of the current book, and of the one before.
    private var numbers: Set<ISBN> = []
    private var numbersBefore: Set<ISBN> = []
    /// In how many frames of the current book one of `numbers` is read surely.
    private var sureCount = 0
    /// Frames at the end of `readings` whose number differs from `numbers` in few digits.
    private var similar: SimilarNumber?

    private struct SimilarNumber {
        let isbn: ISBN
        /// Of the first of them, in `readings`.
        let start: Int
        /// How many frames without a number precede that.
        let silentBefore: Int
        var count = 1
    }

    init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    mutating func take(_ frame: PageReading) -> Ended {
        if frame.evidence.isEmpty, frame.record.error == nil {
            guard !readings.isEmpty else { return (nil, 1) }
            silent += 1
            readings.append(frame)
            return silent >= Self.quiet ? end() : (nil, 0)
        }
        let (own, sure) = (frame.evidence.identifyingNumbers, frame.evidence.sureNumbers)
        var ended: Ended = (nil, 0)
        if !own.isEmpty, !numbers.isEmpty {
            if Self.areDisjoint(own, numbers) {
                ended = end()
            } else if let next = next(in: frame.record) {
                // The frame shows the last book and the next one.
                readings.append(frame)
                silent = 0
                ended = end()
                numbers = next
            } else if !numbers.isDisjoint(with: own) {
                similar = nil
            } else if let isbn = sure.first, sure.count == 1 {
                let similar = similarNumber(isbn)
                self.similar = similar
                if sureCount >= Self.sureFrames, similar.count == Self.sureFrames {
                    ended = end(at: similar)
                }
            }
        }
        if numbers.isEmpty { numbers = own }
        if !numbers.isDisjoint(with: sure) { sureCount += 1 }
        silent = 0
        readings.append(frame)
        return ended
    }

    /// With the next frame that shows it.
    private func similarNumber(_ isbn: ISBN) -> SimilarNumber {
        guard var similar, similar.isbn == isbn else {
            return SimilarNumber(isbn: isbn, start: readings.count, silentBefore: silent)
        }
        similar.count += 1
        return similar
    }

    /// The current book ends before frames of another.
    private mutating func end(at next: SimilarNumber) -> Ended {
        let rest = readings[next.start...]
        readings.removeSubrange(next.start...)
        silent = next.silentBefore
        let ended = end()
        (readings, numbers, sureCount) = (Array(rest), [next.isbn], next.count - 1)
        return ended
    }

    /// The last book.
    mutating func end() -> Ended {
        guard !readings.isEmpty else { return (nil, 0) }
        defer {
            (readings, silent, numbers, numbersBefore) = ([], 0, [], numbers)
            (sureCount, similar) = (0, nil)
        }
        let frames = Array(readings.dropLast(silent))
        var record = PhotoRecord(book: frames, as: .frames, isStrict: isStrict)
        let left = numbersBefore.subtracting(numbers)
        record.isbns.removeAll { left.contains($0.isbn) }
        return (BookGroups.Group(record: record, photos: frames.count), silent)
    }

    /// The numbers of a book that appears in a frame in which the current one is still visible.
    private func next(in record: PhotoRecord) -> Set<ISBN>? {
        Dictionary(grouping: record.isbns, by: \.book).values.map { Set($0.map(\.isbn)) }.first {
            Self.areDisjoint($0, numbers) && Self.areDisjoint($0, numbersBefore)
        }
    }

    /// Numbers that differ in few digits are one number, misread.
    private static func areDisjoint(_ some: Set<ISBN>, _ others: Set<ISBN>) -> Bool {
        !some.contains { one in
            others.contains { $0.isNearly(one) }
        }
    }
}

extension Evidence {
    /// Numbers that identify a book; not ten digits that may be anything.
    fileprivate var identifyingNumbers: Set<ISBN> {
        Set(
            observations.filter {
                $0.isbn.isRegistered && $0.provenance == .printed && $0.announcement == .plain
                    && ($0.isBars || $0.isNamed || $0.form == .isbn13) && $0.isLegible
            }.map(\.isbn))
    }

    /// Numbers of which this frame alone is sufficient evidence.
    fileprivate var sureNumbers: Set<ISBN> {
        Set(observations.filter { $0.isbn.isRegistered && $0.isSureAlone }.map(\.isbn))
    }
}
