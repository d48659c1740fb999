// What goes out to a host and what comes back.
import Foundation

/// What is asked of one address: a GET, unless told otherwise.
package struct HTTPRequest: Sendable {
    package var url: String
    /// What the caller can read, as an `Accept` header.
    package var accept: String
    package var method = "GET"
    /// Further headers, each as `Name: value`.
    package var headers: [String] = []
    /// `nil` sends none.
    package var body: Data?

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
