// The settings of a run. Records with different settings are not mixed.
import Books

/// The first line of `FILE.run`.
package struct RunSettings: Codable, Hashable, Sendable {
    /// The options that change the results of a photo.
    package struct Options: Codable, Hashable, Sendable {
        /// Left, top, width and height as typed; `nil` reads the whole photo.
        package var crop: String?
        /// How photos are grouped by book, as typed; `nil` gives a result for each photo.
        package var group: String?
        /// Whether records contain what was looked up about the books.
        package var lookup: Bool
        package var readers: [String]
        /// In degrees.
        package var rotate: Int
        package var strict: Bool

        package init(
            crop: String?, group: String? = nil, lookup: Bool, readers: [String], rotate: Int, strict: Bool
        ) {
            self.crop = crop
            self.group = group
            self.lookup = lookup
            self.readers = readers.sorted()
            self.rotate = rotate
            self.strict = strict
        }

        package func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(crop, forKey: .crop)
            try object.encodeIfPresent(group, forKey: .group)
            try object.encode(lookup, forKey: .lookup)
            try object.encode(readers, forKey: .readers)
            try object.encode(rotate, forKey: .rotate)
            try object.encode(strict, forKey: .strict)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case version = "bookzone"
        case model, options
    }

    /// The program's version.
    package var version: String
    /// SHA-256 of the text model; `nil` if no text is read.
    package var model: String?
    package var options: Options
    /// The `settings` of records that are read so; empty if these settings come from `FILE.run`.
    package var fingerprint = ""

    package init(version: String, model: String?, options: Options, fingerprint: String) {
        self.version = version
        self.model = model
        self.options = options
        self.fingerprint = fingerprint
    }

    package static func == (one: RunSettings, other: RunSettings) -> Bool {
        (one.version, one.model, one.options) == (other.version, other.model, other.options)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(model)
        hasher.combine(options)
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(version, forKey: .version)
        try object.encode(model, forKey: .model)
        try object.encode(options, forKey: .options)
    }
}

/// What the records of a file show of their settings.
package struct InferredSettings: Equatable, Sendable {
    /// The readers of which some record has a witness.
    package private(set) var readers: Set<String> = []
    /// Whether records contain looked-up books; `nil` if there is no record.
    package private(set) var lookup: Bool?
    /// The `settings` of all photos that were read; an empty string for records without.
    package private(set) var settings: Set<String> = []

    mutating func add(_ record: PhotoRecord, _ head: RecordHead) {
        let witnesses = (record.isbns + record.candidates).flatMap(\.witnesses).map(\.reader)
        readers.formUnion(witnesses.filter(WitnessReader.ofPictures.contains).map(\.rawValue))
        lookup = (lookup ?? head.hasBooks) && head.hasBooks
        if head.settings != nil || head.status != .failed { settings.insert(head.settings ?? "") }
    }

    /// Whether the records may have been read with these settings.
    func fits(_ asked: RunSettings) -> Bool {
        settings.isSubset(of: [asked.fingerprint])
            && (lookup ?? asked.options.lookup) == asked.options.lookup
    }
}
