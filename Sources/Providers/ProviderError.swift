// Why a source could not answer. A book that a source does not know is not an error.

/// What went wrong between us and a source; `description` is for a person and ends with what to do where there
/// is something to do.
public enum ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no http or https address with a host.
    case address(String)
    /// No connection: name, network or proxy.
    case unreachable(host: String, reason: String)
    case timedOut(host: String, seconds: Int)
    /// The answer ended before it was whole.
    case cutOff(host: String)
    /// More than this many bytes, sent or unpacked.
    case tooLarge(host: String, limit: Int)
    /// Redirected to something other than http and https, or too often.
    case redirect(host: String)
    case certificate(host: String, reason: String)
    /// An HTTP status that is neither an answer nor a miss.
    case status(host: String, Int)
    /// The host asked us to come back later; seconds.
    case busy(host: String, retryAfter: Int)
    /// Left alone after earlier failures; seconds until it is asked again.
    case resting(host: String, seconds: Int)
    /// The answer is not what the source sends (a login page, another format).
    case malformed(host: String, expected: String)
    /// The source understood and refused; its own words.
    case refused(host: String, String)
    case cancelled
    /// libcurl itself could not be set up.
    case library(String)

    public var description: String {
        switch self {
        case .address(let text):
            "\(text) is not an http or https address; correct the setting"
        case .unreachable(let host, let reason):
            "\(host) can't be reached (\(reason)); check the network and the proxy settings"
        case .timedOut(let host, let seconds):
            "\(host) timed out after \(seconds) s"
        case .cutOff(let host):
            "\(host) ended its answer early"
        case .tooLarge(let host, let limit):
            "\(host) sent more than \(limit / 1_000_000) MB; the answer was dropped"
        case .redirect(let host):
            "\(host) redirected to where no book data is; the redirect was not followed"
        case .certificate(let host, let reason):
            "\(host) could not prove who it is (\(reason)); set SSL_CERT_FILE if you trust its certificate"
        case .status(let host, let status):
            "\(host) answered with HTTP \(status)"
        case .busy(let host, let seconds):
            "\(host) asks to be left alone for \(seconds) s"
        case .resting(let host, let seconds):
            "\(host) failed before and is left alone for \(seconds) s"
        case .malformed(let host, let expected):
            "\(host) did not answer with \(expected)"
        case .refused(let host, let words):
            "\(host) refused the question: \(words)"
        case .cancelled:
            "interrupted"
        case .library(let reason):
            "libcurl can't be used: \(reason)"
        }
    }

    /// Whether asking again soon could help.
    var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .cutOff, .busy: true
        case .status(_, let status): status >= 500 || status == 408
        default: false
        }
    }
}
