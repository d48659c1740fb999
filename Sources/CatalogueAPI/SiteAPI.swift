// The path, limits and format of the JSON API between a site and its clients, described by `docs/openapi.json`.

import Foundation

/// The path of the API below a site's address.
package enum SiteAPI {
    package static let path = "/api/v1"
    /// The header with the key of a change that comes in several requests, which are one change in the history.
    package static let batchKey = "Batch-Key"
    /// The header with the seconds since the user made a change that could not be sent at once.
    package static let ageKey = "Change-Age"

    /// The maximum number of books in a message.
    package static let mostBooks = 100
    /// The maximum number of editions of all cards in an answer; a single card may have more.
    package static let mostInCards = 10_000
    /// The maximum number of comments in a card. The others are requested in portions.
    package static let mostCardComments = 20
    /// The maximum number of comments in a portion.
    package static let mostPortionComments = 200
    /// The maximum number of ISBNs to look up in a message, because sources are slow.
    package static let mostAsked = 25
    /// The maximum number of table rows in a message. They are imported in one transaction.
    package static let mostRows = 500
    /// The maximum number of comments in a row.
    package static let mostComments = 10
    /// The maximum number of readings in a row.
    package static let mostReadings = 100
    /// The longest name of a table, in bytes.
    package static let longestName = 200
    /// The maximum number of editions from one source.
    package static let mostEditions = 50
    /// The longest title or name in a search for editions, in Unicode scalars.
    package static let longestTitle = 250
    /// The largest size of a message, in bytes.
    package static let sizeLimit = 2 << 20

    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    package static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
