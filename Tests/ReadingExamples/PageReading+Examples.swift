// Photos for tests: a name and observations.
import Books
import Reading

extension PageReading {
    /// As if the photo had been read alone.
    package static func photo(
        _ name: String, _ observations: Observation..., page: Int = 1, sha256: String? = nil,
        taken: Double? = nil
    ) -> PageReading {
        let evidence = Evidence(observations)
        let (isbns, candidates) = evidence.verdict
        return PageReading(
            record: PhotoRecord(
                photo: name, page: page, sha256: sha256 ?? name,
                status: !isbns.isEmpty ? .found : !candidates.isEmpty ? .uncertain : .none, isbns: isbns,
                candidates: candidates),
            evidence: evidence, taken: taken)
    }
}
