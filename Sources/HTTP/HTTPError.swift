// Why a transfer failed. Messages are written by the module that displays them.

/// An error between this program and a host, which is named with its port unless it is the default.
public enum HTTPError: Error, Hashable, Sendable {
    /// Not an http or https URL with a host.
    case address(String)
    /// No connection, because of the name, network or proxy.
    case unreachable(host: String, CurlFailure)
    /// A time limit was exceeded, of this many seconds.
    case timedOut(host: String, seconds: Int, TimeLimit = .total)
    /// A mail server had answered before, and then did not for as long as it is waited for.
    case stalled(host: String, seconds: Int)
    /// The connection was closed before any response.
    case hungUp(host: String, CurlFailure)
    /// The response ended before it was complete.
    case cutOff(host: String, CurlFailure)
    /// More than this many bytes, compressed or unpacked.
    case tooLarge(host: String, limit: Int)
    /// The redirect was refused, or there were too many.
    case redirect(host: String, CurlFailure)
    /// The host, or one that it redirects to, is in a private network, and the transfer was kept from it.
    case privateNetwork(host: String)
    case certificate(host: String, CurlFailure)
    /// No secure connection: the server does not use TLS, or no common version of it.
    case handshake(host: String, CurlFailure)
    /// The server uses another protocol.
    case notHTTP(host: String, CurlFailure)
    /// A mail server rejects the login.
    case loginDenied(host: String, CurlFailure)
    /// A mail server rejects the connection, the sender, the recipient or the message.
    case refused(host: String, CurlFailure)
    case cancelled
    /// libcurl could not be initialized.
    case library(CurlFailure)

    public enum TimeLimit: Hashable, Sendable {
        /// For the whole transfer.
        case total
        /// Until there is a connection, with TLS if it has one.
        case connecting
        /// For which hardly anything may be sent and received.
        case stall
    }

    /// Whether asking again soon may help.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .stalled, .hungUp, .cutOff: true
        default: false
        }
    }
}

/// Why a certificate is refused, as far as it is known.
package enum CertificateFault: Hashable, Sendable {
    case expired
    /// Not valid before a later time.
    case early
    /// It is not for this host.
    case otherHost
    /// The trusted certificates can't be read.
    case unreadable
    /// Nobody who is trusted has signed it, or anything else.
    case untrusted
}

/// The error of libcurl.
public struct CurlFailure: Hashable, Sendable {
    /// A `CURLcode` (curl.se/libcurl/c/libcurl-errors.html).
    public var code: Int
    /// libcurl's message, specific to the transfer if there is one.
    public var words: String

    package init(code: Int, words: String) {
        self.code = code
        self.words = words
    }

    /// For the error of a certificate, for which libcurl passes on the words of OpenSSL or GnuTLS.
    package var certificateFault: CertificateFault {
        // CURLE_SSL_CACERT_BADFILE.
        if code == 77 { return .unreadable }
        func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
        if says("expired", "expiration date has passed") { return .expired }
        if says("not yet valid", "not activated") { return .early }
        return says("match") ? .otherHost : .untrusted
    }
}
