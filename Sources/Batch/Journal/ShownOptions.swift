// With what records were read, as they say and show it themselves: all that is left where `FILE.run` is lost.
import Books

/// Gathered over a file's records.
package struct ShownOptions: Equatable, Sendable {
    /// Those of pictures that some record has a witness of.
    package private(set) var readers: Set<String> = []
    /// Whether records say what the books are; `nil` where there is none.
    package private(set) var lookup: Bool?
    /// Those of all records, as `PhotoRecord` has them.
    package private(set) var settings: Set<String> = []
    /// Whether some record is of a version that did not say them.
    package private(set) var isOlder = false

    mutating func add(_ record: PhotoRecord, _ head: RecordHead) {
        let witnesses = (record.isbns + record.candidates).flatMap(\.witnesses).map(\.reader)
        readers.formUnion(witnesses.filter(WitnessReader.ofPictures.contains).map(\.rawValue))
        lookup = (lookup ?? head.hasBooks) && head.hasBooks
        if let own = head.settings { settings.insert(own) }
        if head.isWithoutSettings { isOlder = true }
    }

    /// Whether the records were read with these options, as far as they say.
    func fits(_ asked: RunSettings) -> Bool {
        !isOlder && settings.isSubset(of: [asked.fingerprint])
            && (lookup ?? asked.options.lookup) == asked.options.lookup
    }
}
