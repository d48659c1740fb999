// What one part says of a photo, and which of several is to be believed.
import Books

struct PartAnswer {
    /// One a page.
    var records: [PhotoRecord]
    /// Of the first.
    var place: RecordPlace

    /// How many pages could be read.
    private var answered: Int { records.count { $0.status != .failed } }

    /// A photo that could be read beats one that could not: another attempt had more time or memory. Throws when two
    /// were read and differ.
    static func best(of answers: [PartAnswer]) throws(PartError) -> [PhotoRecord] {
        for (number, answer) in answers.enumerated() {
            for other in answers[..<number] {
                for (page, record) in answer.records.enumerated() where page < other.records.count {
                    let earlier = other.records[page]
                    guard record.status == .failed || earlier.status == .failed || earlier.says(what: record)
                    else { throw .contradiction(record.place, other.place(of: page), answer.place(of: page)) }
                }
            }
        }
        // Of several as good the first.
        return answers.reduce(nil as PartAnswer?) { best, answer in
            guard let best, best.answered >= answer.answered else { return answer }
            return best
        }?.records ?? []
    }

    private func place(of page: Int) -> RecordPlace { RecordPlace(file: place.file, line: place.line + page) }
}

extension PhotoRecord {
    /// Whether it is the same answer: how long it took, and what else its run had seen, make no difference.
    fileprivate func says(what other: PhotoRecord) -> Bool {
        func bare(_ record: PhotoRecord) -> PhotoRecord {
            var record = record
            record.milliseconds = 0
            record.repeats = nil
            record.stages = StageTimes()
            return record
        }
        return bare(self) == bare(other)
    }
}
