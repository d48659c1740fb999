// What a person reads when a source could not be asked.
import HTTP
import Lookup
import Providers

extension ProviderError {
    /// What happened, with what to do where there is something to do.
    package var message: String {
        switch self {
        case .http(let error): error.message
        case .refused(let host, let words): "\(host) \(cause): \(words)"
        case .status(let host, _), .busy(let host, _), .resting(let host, _), .malformed(let host, _):
            "\(host) \(cause)"
        case .unanswered: cause
        }
    }

    /// What happened in short, to go after the name of the source: `timed out after 15 s`.
    package var cause: String {
        switch self {
        case .http(let error): error.cause
        case .status(_, 429): "is asked too often (HTTP 429)"
        case .status(_, 503): "is not available at the moment (HTTP 503)"
        case .status(_, let status): "answered with HTTP \(status)"
        case .busy(_, let seconds): "asks to be left alone for \(seconds) s"
        case .resting(_, let seconds): "failed before and is left alone for \(seconds) s"
        case .malformed(_, .json): "did not answer with JSON"
        case .malformed(_, .sru): "did not answer with an SRU response"
        case .refused: "refused the question"
        case .unanswered: "gave no answer"
        }
    }
}

extension HTTPError {
    /// What happened, with what to do where there is something to do.
    package var message: String {
        switch self {
        case .address(let text): "\(text) is not an http or https address; correct the setting"
        case .unreachable(let host, let failure):
            "\(host) \(cause) (\(failure.words)); check the network and the proxy settings"
        case .tooLarge(let host, _): "\(host) \(cause); the answer was dropped"
        case .redirect(let host, _): "\(host) \(cause); the redirect was not followed"
        case .certificate(let host, let failure):
            "\(host) \(cause) (\(failure.words)); set SSL_CERT_FILE if you trust its certificate"
        case .handshake(let host, let failure), .notHTTP(let host, let failure):
            "\(host) \(cause) (\(failure.words)); check its address"
        case .timedOut(let host, _), .hungUp(let host, _), .cutOff(let host, _): "\(host) \(cause)"
        case .cancelled: "interrupted"
        case .library(let failure): "libcurl can't be used: \(failure.words)"
        }
    }

    fileprivate var cause: String {
        switch self {
        case .address: "has no http or https address"
        case .unreachable: "can't be reached"
        case .timedOut(_, let seconds): "timed out after \(seconds) s"
        case .hungUp: "hung up without an answer"
        case .cutOff: "ended its answer early"
        case .tooLarge(_, let limit): "sent more than \(limit / 1_000_000) MB"
        case .redirect: "redirected to where no book data is"
        case .certificate: "could not prove who it is"
        case .handshake: "could not agree on a secure connection"
        case .notHTTP: "does not speak HTTP"
        case .cancelled: "was interrupted"
        case .library: "can't be asked"
        }
    }
}

extension LookupAnswer.Unasked {
    /// What happened, with what to do where there is something to do.
    package var message: String {
        switch cause {
        case .offline: "offline"
        case .damaged:
            "its file is damaged; `bookzone reference remove` takes it away, `reference add` makes it anew"
        case .failed(let error): error.message
        case .told(let words): words
        }
    }
}
