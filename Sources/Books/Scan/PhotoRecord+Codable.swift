// The record as programs read it: every key always there, `null` where nothing is known, so that no reader has
// to guess. `docs/scan-record.schema.json` describes the same form.

extension PhotoRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case photo, page, sha256, width, height, status, isbns, candidates, repeats, warnings, milliseconds,
            error
    }

    public init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            photo: try record.decode(String.self, forKey: .photo),
            page: try record.decode(Int.self, forKey: .page),
            sha256: try record.decodeIfPresent(String.self, forKey: .sha256),
            width: try record.decodeIfPresent(Int.self, forKey: .width),
            height: try record.decodeIfPresent(Int.self, forKey: .height),
            status: try record.decode(ScanStatus.self, forKey: .status),
            isbns: try record.decode([ISBNReading].self, forKey: .isbns),
            candidates: try record.decode([ISBNReading].self, forKey: .candidates),
            repeats: try record.decodeIfPresent(PhotoPage.self, forKey: .repeats),
            warnings: try record.decode([String].self, forKey: .warnings),
            milliseconds: try record.decode(Double.self, forKey: .milliseconds),
            error: try record.decodeIfPresent(PhotoFailure.self, forKey: .error))
    }

    /// Milliseconds to one decimal.
    public func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(photo, forKey: .photo)
        try record.encode(page, forKey: .page)
        try record.encode(sha256, forKey: .sha256)
        try record.encode(width, forKey: .width)
        try record.encode(height, forKey: .height)
        try record.encode(status, forKey: .status)
        try record.encode(isbns, forKey: .isbns)
        try record.encode(candidates, forKey: .candidates)
        try record.encode(repeats, forKey: .repeats)
        try record.encode(warnings, forKey: .warnings)
        try record.encode((milliseconds * 10).rounded() / 10, forKey: .milliseconds)
        try record.encode(error, forKey: .error)
    }
}

extension ISBNReading: Codable {
    private enum CodingKeys: String, CodingKey {
        case isbn13, isbn10, hyphenated, confidence, label, qualifier, reason, book, group, witnesses
    }

    public init(from decoder: any Decoder) throws {
        let reading = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isbn: try reading.decode(ISBN.self, forKey: .isbn13),
            confidence: try reading.decode(Double.self, forKey: .confidence),
            label: try reading.decodeIfPresent(String.self, forKey: .label),
            qualifier: try reading.decodeIfPresent(String.self, forKey: .qualifier),
            reason: try reading.decodeIfPresent(String.self, forKey: .reason),
            book: try reading.decodeIfPresent(Int.self, forKey: .book) ?? 1,
            witnesses: try reading.decode([Witness].self, forKey: .witnesses))
    }

    /// Confidence to three decimals.
    public func encode(to encoder: any Encoder) throws {
        var reading = encoder.container(keyedBy: CodingKeys.self)
        try reading.encode(isbn, forKey: .isbn13)
        try reading.encode(isbn.isbn10, forKey: .isbn10)
        try reading.encode(isbn.hyphenated, forKey: .hyphenated)
        try reading.encode((confidence * 1000).rounded() / 1000, forKey: .confidence)
        try reading.encode(label, forKey: .label)
        try reading.encode(qualifier, forKey: .qualifier)
        try reading.encode(reason, forKey: .reason)
        try reading.encode(book, forKey: .book)
        try reading.encode(isbn.registrationGroupName, forKey: .group)
        try reading.encode(witnesses, forKey: .witnesses)
    }
}
