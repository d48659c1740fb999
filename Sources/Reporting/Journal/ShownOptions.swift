// With what records were read, as far as they show it themselves: all that is left where `FILE.run` is lost.
import Books
import Foundation

/// Gathered over a file's records.
package struct ShownOptions: Equatable, Sendable {
    /// Those of pictures that some record has a witness of.
    package private(set) var readers: Set<String> = []
    /// Whether records say what the books are; `nil` where there is none.
    package private(set) var lookup: Bool?

    mutating func add(_ record: PhotoRecord, hasBooks: Bool) {
        let witnesses = (record.isbns + record.candidates).flatMap(\.witnesses).map(\.reader)
        readers.formUnion(witnesses.filter(WitnessReader.ofPictures.contains).map(\.rawValue))
        lookup = (lookup ?? hasBooks) && hasBooks
    }

    /// Whether records that were read with these options may look so. Readers of which no number is witness may not have
    /// been asked.
    func fits(_ options: RunSettings.Options) -> Bool {
        (readers.isEmpty || readers == Set(options.readers)) && (lookup ?? options.lookup) == options.lookup
    }
}
