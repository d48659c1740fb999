// What one part says about a photo, and which of several answers to use.
import Books

struct PartAnswer {
    /// One per page.
    var records: [PhotoRecord]
    /// The position of the first record.
    var place: RecordPosition

    /// How many pages could be read; of a book, those of all its photos.
    private var answered: Int { records.flatMap(\.single).count { $0.status != .failed } }

    /// A photo that could be read is preferred to one that failed: another attempt had more time or memory. Throws if
    /// two were read with different results.
    static func best(of answers: [PartAnswer]) throws(PartError) -> [PhotoRecord] {
        for (number, answer) in answers.enumerated() {
            for other in answers[..<number] {
                for (page, record) in answer.records.enumerated() where page < other.records.count {
                    let earlier = other.records[page]
                    guard record.agrees(with: earlier) else {
                        throw .contradiction(record.place, other.place(of: page), answer.place(of: page))
                    }
                }
            }
        }
        // The first of those that are equally good.
        return answers.reduce(nil as PartAnswer?) { best, answer in
            guard let best, best.answered >= answer.answered else { return answer }
            return best
        }?.records ?? []
    }

    private func place(of page: Int) -> RecordPosition {
        RecordPosition(file: place.file, line: place.line + page)
    }
}

extension PhotoRecord {
    /// Whether both may be right: one could not be read, or they are the same. For a book, an answer from more photos
    /// may contain more.
    fileprivate func agrees(with other: PhotoRecord) -> Bool {
        guard !photos.isEmpty, photos.map(\.place) == other.photos.map(\.place) else {
            return status == .failed || other.status == .failed || says(what: other)
        }
        let pairs = zip(photos, other.photos)
        guard pairs.allSatisfy({ $0.agrees(with: $1) }) else { return false }
        let haveSame = pairs.allSatisfy { ($0.status == .failed) == ($1.status == .failed) }
        return !haveSame || photos.contains { $0.status == .failed } || says(what: other)
    }

    /// Whether it is the same answer, apart from how long it took and what else its run had seen.
    private func says(what other: PhotoRecord) -> Bool {
        func bare(_ record: PhotoRecord) -> PhotoRecord {
            var record = record
            record.milliseconds = 0
            record.repeats = nil
            record.stages = StageTimes()
            record.photos = record.photos.map(bare)
            return record
        }
        return bare(self) == bare(other)
    }
}
