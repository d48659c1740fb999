// What goes out to a host and what comes back.
import Foundation

/// A GET of one address.
package struct HTTPRequest: Sendable {
    package var url: String
    /// What the caller can read, as an `Accept` header.
    package var accept: String

    package init(url: String, accept: String) {
        self.url = url
        self.accept = accept
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    /// The `Retry-After` header as it was sent.
    package var retryAfter: String?
    /// Unpacked.
    package var body: Data
}
