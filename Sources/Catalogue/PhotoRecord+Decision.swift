// A person's word on a photo, put in the place of what the scan made of it.
import Books

extension PhotoRecord {
    /// With the decision's verdict; the evidence for a confirmed ISBN stays. A photo that could not be read stays
    /// `failed`, for there is nothing to decide.
    func following(_ decision: PhotoDecision) -> PhotoRecord {
        guard status != .failed else { return self }
        var record = self
        record.candidates = []
        switch decision {
        case .rejected:
            record.status = .none
            record.isbns = []
            record.repeats = nil
        case .confirmed(let isbn):
            var reading =
                (isbns + candidates).first { $0.isbn == isbn } ?? ISBNReading(isbn: isbn, confidence: 1)
            reading.confidence = 1
            reading.reason = "confirmed by a person"
            record.status = .found
            record.isbns = [reading] + isbns.filter { $0.isbn != isbn }
            if isbns.first?.isbn != isbn { record.repeats = nil }
        }
        return record
    }
}

extension Store {
    /// Keeps a scan's record, where the store can be written, and returns it as a person's earlier word on the photo has it.
    public func remembered(_ record: PhotoRecord) throws(CatalogueError) -> PhotoRecord {
        guard isReadOnly else { return try remember(record).map(record.following) ?? record }
        let earlier = try record.sha256.flatMap { sha256 throws(CatalogueError) in
            try photo(sha256: sha256, page: record.page)
        }
        return earlier?.decision.map(record.following) ?? record
    }
}
