// What goes out to a source and what comes back.
import Foundation

/// A GET of one address.
struct HTTPRequest: Sendable {
    var url: String
    /// What the caller can read, as an `Accept` header.
    var accept: String
}

struct HTTPResponse: Sendable {
    var status: Int
    /// The `Retry-After` header as it was sent.
    var retryAfter: String?
    /// Unpacked.
    var body: Data
}
