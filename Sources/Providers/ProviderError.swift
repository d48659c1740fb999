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
        case .address(let text): "\(text) is not an http or https address; correct the setting"
        case .unreachable(let host, let reason):
            "\(host) \(cause) (\(reason)); check the network and the proxy settings"
        case .tooLarge(let host, _): "\(host) \(cause); the answer was dropped"
        case .redirect(let host): "\(host) \(cause); the redirect was not followed"
        case .certificate(let host, let reason):
            "\(host) \(cause) (\(reason)); set SSL_CERT_FILE if you trust its certificate"
        case .refused(let host, let words): "\(host) \(cause): \(words)"
        case .timedOut(let host, _), .cutOff(let host), .status(let host, _), .busy(let host, _),
            .resting(let host, _), .malformed(let host, _):
            "\(host) \(cause)"
        case .cancelled: "interrupted"
        case .library(let reason): "libcurl can't be used: \(reason)"
        }
    }

    /// What happened in short, to go after the name of the source: `timed out after 15 s`.
    public var cause: String {
        switch self {
        case .address: "has no http or https address"
        case .unreachable: "can't be reached"
        case .timedOut(_, let seconds): "timed out after \(seconds) s"
        case .cutOff: "ended its answer early"
        case .tooLarge(_, let limit): "sent more than \(limit / 1_000_000) MB"
        case .redirect: "redirected to where no book data is"
        case .certificate: "could not prove who it is"
        case .status(_, let status): "answered with HTTP \(status)"
        case .busy(_, let seconds): "asks to be left alone for \(seconds) s"
        case .resting(_, let seconds): "failed before and is left alone for \(seconds) s"
        case .malformed(_, let expected): "did not answer with \(expected)"
        case .refused: "refused the question"
        case .cancelled: "was interrupted"
        case .library: "can't be asked"
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
