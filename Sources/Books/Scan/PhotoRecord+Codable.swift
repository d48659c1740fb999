// The JSON form of a record, described by `docs/scan-record.schema.json`. Every key is always present, and `null` if
// unknown.

extension PhotoRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case photo, page, sha256, width, height, status, isbns, candidates, others, repeats, warnings,
            milliseconds, error, settings, photos, books
        case titleLines = "title_lines"
        case escapedPhoto = "photo_escaped"
    }

    public init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            photo: try record.decodePhoto(.photo, escaped: .escapedPhoto),
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
            error: try record.decodeIfPresent(PhotoFailure.self, forKey: .error),
            settings: try record.decodeIfPresent(String.self, forKey: .settings))
        // Records of earlier versions have none.
        others = try record.decodeIfPresent([OtherReading].self, forKey: .others) ?? []
        titleLines = try record.decodeIfPresent([TitleLine].self, forKey: .titleLines) ?? []
        photos = try record.decodeIfPresent([PhotoRecord].self, forKey: .photos) ?? []
        if status == .none { chosenBook = record.decodeChosenBook(.books) }
    }

    /// Milliseconds to one decimal; `photos` only for a book of several photos, `title_lines` only if there are any.
    public func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(photo.withoutStandIns, forKey: .photo)
        try record.encode(photo.escapedPath, forKey: .escapedPhoto)
        try record.encode(page, forKey: .page)
        try record.encode(sha256, forKey: .sha256)
        try record.encode(width, forKey: .width)
        try record.encode(height, forKey: .height)
        try record.encode(status, forKey: .status)
        try record.encode(isbns, forKey: .isbns)
        try record.encode(candidates, forKey: .candidates)
        try record.encode(others, forKey: .others)
        try record.encode(repeats, forKey: .repeats)
        try record.encode(warnings, forKey: .warnings)
        try record.encode((milliseconds * 10).rounded() / 10, forKey: .milliseconds)
        try record.encode(error, forKey: .error)
        try record.encode(settings, forKey: .settings)
        if !titleLines.isEmpty { try record.encode(titleLines, forKey: .titleLines) }
        if !photos.isEmpty { try record.encode(photos, forKey: .photos) }
    }
}

extension KeyedDecodingContainer {
    /// A photo's name in its escaped form, if it has one.
    package func decodePhoto(_ plain: Key, escaped: Key) throws -> String {
        try decodeIfPresent(String.self, forKey: escaped).map(String.init(escapedPath:))
            ?? decode(String.self, forKey: plain)
    }
}
