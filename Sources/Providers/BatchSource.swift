// Most sources take several ISBNs in one request.
import Books

/// A source that can be asked about several ISBNs in one request.
protocol BatchSource: BookSource {
    /// How many, at most.
    var batch: Int { get }

    /// One answer for each ISBN of a batch, or none for any.
    func answers(on isbns: ArraySlice<ISBN>) async throws(ProviderError) -> [ISBN: SourceAnswer]
}

extension BatchSource {
    func lookUp(_ isbns: [ISBN]) async -> [ISBN: SourceAnswer] {
        var answers: [ISBN: SourceAnswer] = [:]
        for start in stride(from: 0, to: isbns.count, by: batch) {
            let batch = isbns[start..<min(start + batch, isbns.count)]
            do {
                answers.merge(try await self.answers(on: batch)) { $1 }
            } catch {
                for isbn in batch { answers[isbn] = .notAsked(error) }
            }
        }
        return answers
    }
}
