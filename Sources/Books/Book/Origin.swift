// Where and when a field of a book came from.
import Foundation

public struct Origin: Hashable, Sendable, Codable {
    /// In rising order of trust: a field is replaced only by one of equal or higher kind.
    public enum Kind: String, Codable, Sendable, CaseIterable, Comparable {
        /// Read from a file.
        case imported
        /// Asked from a source over the network.
        case fetched
        /// Entered by a person.
        case edited

        public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .imported: 0
            case .fetched: 1
            case .edited: 2
            }
        }
    }

    public var kind: Kind
    /// A name for people: `Open Library`, `goodreads.csv`.
    public var source: String
    /// To the second.
    public var date: Date

    public init(_ kind: Kind, _ source: String, _ date: Date = .now) {
        self.kind = kind
        self.source = source
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}
