// Why a transfer failed. Messages are made by the module that shows them.

/// What went wrong between this program and a host, which is named with its port where that is not the usual one.
public enum HTTPError: Error, Hashable, Sendable {
    /// The text is no http or https address with a host.
    case address(String)
    /// No connection: name, network or proxy.
    case unreachable(host: String, CurlFailure)
    case timedOut(host: String, seconds: Int)
    /// The connection was closed before anything of an answer came.
    case hungUp(host: String, CurlFailure)
    /// The answer ended before it was whole.
    case cutOff(host: String, CurlFailure)
    /// More than this many bytes, sent or unpacked.
    case tooLarge(host: String, limit: Int)
    /// Redirected to something that is not followed, or too often.
    case redirect(host: String, CurlFailure)
    /// The host, or one that it redirects to, is in a private network, and the transfer was kept from it.
    case privateNetwork(host: String)
    case certificate(host: String, CurlFailure)
    /// No secure connection came about: what answers there speaks no TLS, or none that is spoken here.
    case handshake(host: String, CurlFailure)
    /// What answers there speaks another protocol.
    case notHTTP(host: String, CurlFailure)
    case cancelled
    /// libcurl itself could not be set up.
    case library(CurlFailure)

    /// Whether asking again soon could help.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .hungUp, .cutOff: true
        default: false
        }
    }
}

/// What libcurl ended with.
public struct CurlFailure: Hashable, Sendable {
    /// A `CURLcode` (curl.se/libcurl/c/libcurl-errors.html).
    public var code: Int
    /// libcurl's words for it, about this very transfer where it has some.
    public var words: String

    package init(code: Int, words: String) {
        self.code = code
        self.words = words
    }
}
