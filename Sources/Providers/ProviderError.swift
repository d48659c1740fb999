// Why a source could not answer: what happened, at which host, and the code of whoever said so. A book that a source
// does not know is not an error. The words are left to whoever shows it.

/// What went wrong between us and a source. Hosts are named with their port where it is not the usual one.
public enum ProviderError: Error, Hashable, Sendable {
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
    /// Redirected to something other than http and https, or too often.
    case redirect(host: String, CurlFailure)
    case certificate(host: String, CurlFailure)
    /// No secure connection came about: what answers there speaks no TLS, or none that is spoken here.
    case handshake(host: String, CurlFailure)
    /// What answers there speaks another protocol.
    case notHTTP(host: String, CurlFailure)
    /// An HTTP status that is neither an answer nor a miss.
    case status(host: String, Int)
    /// The host asked us to come back later; seconds.
    case busy(host: String, retryAfter: Int)
    /// Left alone after earlier failures; seconds until it is asked again.
    case resting(host: String, seconds: Int)
    /// The answer is not what the source sends (a login page, another format).
    case malformed(host: String, expected: AnswerFormat)
    /// The source understood and refused; its own words.
    case refused(host: String, String)
    /// A source said nothing of a book it was asked about.
    case unanswered
    case cancelled
    /// libcurl itself could not be set up.
    case library(CurlFailure)

    /// What sources answer in.
    public enum AnswerFormat: Hashable, Sendable {
        case json, sru
    }

    /// Whether asking again soon could help.
    var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .hungUp, .cutOff, .busy: true
        case .status(_, let status): status >= 500 || status == 408 || status == 429
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
