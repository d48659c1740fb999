// Most sources take several ISBNs in one request.
import Books

/// A source that can be asked about several ISBNs in one request.
protocol BatchSource: BookSource {
    /// How many, at most.
    var batch: Int { get }

    /// One answer for each ISBN of a batch, or none for any.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]

    /// With the details that are still to come.
    func completed(_ record: SourceRecord) async -> SourceRecord
}

extension BatchSource {
    func completed(_ record: SourceRecord) async -> SourceRecord { record }

    func lookUp(_ isbns: [ISBN], answer: @Sendable (ISBN, SourceAnswer) -> Void) async {
        for start in stride(from: 0, to: isbns.count, by: batch) {
            let batch = isbns[start..<min(start + batch, isbns.count)]
            do {
                let answers = try await answers(on: batch)
                for isbn in batch { answer(isbn, answers[isbn] ?? .notAsked(.unanswered)) }
                for isbn in batch {
                    guard case .found(let record) = answers[isbn], record.details == .coming else { continue }
                    answer(isbn, .found(await completed(record)))
                }
            } catch {
                for isbn in batch { answer(isbn, .notAsked(error)) }
            }
        }
    }
}
