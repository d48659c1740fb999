// A blocking session with one host, for commands.
internal import CCurl
import Foundation
import Synchronization

/// Keeps its connection between requests. Calls block, and are serialized.
package final class HTTPSession: Sendable {
    private let handle: Mutex<UnsafeMutableRawPointer>
    private let options: HTTPOptions

    package init(_ options: HTTPOptions) throws(HTTPError) {
        handle = Mutex(try Curl.easyHandle())
        self.options = options
    }

    deinit { handle.withLock { curl_easy_cleanup($0) } }

    /// The response to `request`, whatever its status.
    package func perform(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let result = handle.withLock { handle -> Result<HTTPResponse, HTTPError> in
            Result { () throws(HTTPError) in
                let transfer = try CurlTransfer(request, options: options, on: handle)
                let code = curl_easy_perform(transfer.easy)
                return try transfer.result(code).get()
            }
        }
        return try result.get()
    }
}

/// An HTTP request; GET by default.
package struct HTTPRequest: Sendable {
    package var url: String
    /// The formats that the caller accepts, as an `Accept` header.
    package var accept: String
    package var method = "GET"
    /// Further headers, each as `Name: value`.
    package var headers: [String] = []
    /// `nil` sends no body.
    package var body: Data?
    /// Signs the request for S3; `nil` does not sign it.
    package var signature: SigningKeyPair?
    /// Whether the transfer ends with the first bytes of the body, as for an answer without an end.
    package var endsWithFirstBytes = false

    package init(url: String, accept: String) {
        self.url = url
        self.accept = accept
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    /// The `Retry-After` header as sent.
    package var retryAfter: String?
    /// The `ETag` header as sent.
    package var entityTag: String?
    /// When it was sent, by the host's clock, in whole seconds; `nil` if the host doesn't say.
    package var date: Date?
    /// Unpacked.
    package var body: Data
}
