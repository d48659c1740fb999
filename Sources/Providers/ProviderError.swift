// Why a source could not answer. An unknown book is not an error. Messages are made by the module that shows them.
import HTTP

/// What went wrong between us and a source. Hosts are named with their port where it is not the usual one.
public enum ProviderError: Error, Hashable, Sendable {
    /// There was no answer.
    case http(HTTPError)
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

    /// What sources answer in.
    public enum AnswerFormat: Hashable, Sendable {
        case json, sru
    }

    /// Whether asking again soon could help.
    var isPassing: Bool {
        switch self {
        case .http(let error): error.isPassing
        case .busy: true
        case .status(_, let status): status >= 500 || status == 408 || status == 429
        default: false
        }
    }
}
