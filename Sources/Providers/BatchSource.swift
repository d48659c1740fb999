// Most sources take several ISBNs in one request.
import Books

/// A source that can be asked about several ISBNs in one request.
protocol BatchSource: BookSource {
    /// How many, at most.
    var batch: Int { get }

    /// One answer for each ISBN of a batch, or none for any.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]

    /// The records of one batch with the details that are still to come.
    func completed(_ records: [ISBN: SourceRecord]) async -> [ISBN: SourceRecord]
}

extension BatchSource {
    func completed(_ records: [ISBN: SourceRecord]) async -> [ISBN: SourceRecord] { records }

    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async {
        for start in stride(from: 0, to: isbns.count, by: batch) {
            let batch = isbns[start..<min(start + batch, isbns.count)]
            do {
                let answers = try await answers(on: batch)
                for isbn in batch { answer(isbn, answers[isbn] ?? .notAsked(.unanswered)) }
                let waiting = answers.compactMapValues { said -> SourceRecord? in
                    if case .found(let record) = said, record.details == .coming { record } else { nil }
                }
                guard !waiting.isEmpty else { continue }
                let records = await completed(waiting)
                for isbn in batch { if let record = records[isbn] { answer(isbn, .found(record)) } }
            } catch {
                for isbn in batch { answer(isbn, .notAsked(error)) }
            }
        }
    }
}
