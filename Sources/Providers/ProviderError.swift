// Why a source could not answer. An unknown book is not an error. Messages are written by the module that displays
// them.
import HTTP

/// An error between this program and a source. Hosts are named with their port unless it is the default.
public enum ProviderError: Error, Hashable, Sendable {
    /// There was no answer.
    case http(HTTPError)
    /// An HTTP status that is neither success nor a miss.
    case status(host: String, Int)
    /// The host asked for a pause, in seconds.
    case busy(host: String, retryAfter: Int)
    /// The host's cooldown after earlier failures; the remaining seconds.
    case coolingDown(host: String, seconds: Int)
    /// The response is not in the source's format, such as a login page.
    case malformed(host: String, expected: AnswerFormat)
    /// So many records of the response are damaged; the others were read.
    case damagedRecords(host: String, Int)
    /// The source rejected the request; its message.
    case refused(host: String, String)
    /// The source's response does not mention a book that was requested.
    case unanswered

    /// The formats of sources' responses.
    public enum AnswerFormat: Hashable, Sendable {
        case json, sru
    }

    /// Whether asking again soon may help.
    var isPassing: Bool {
        switch self {
        case .http(let error): error.isPassing
        case .busy: true
        case .status(_, let status): status >= 500 || status == 408 || status == 429
        default: false
        }
    }
}
