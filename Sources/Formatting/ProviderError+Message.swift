// Messages for sources that could not be asked.
import HTTP
import Lookup
import Providers

extension ProviderError {
    /// What happened, and what to do if there is something to do.
    package var message: String {
        switch self {
        case .http(let error): error.message
        case .refused(let host, let words): "\(host) \(cause): \(words)"
        case .status(let host, _), .busy(let host, _), .coolingDown(let host, _), .malformed(let host, _),
            .damagedRecords(let host, _):
            "\(host) \(cause)"
        case .unanswered: cause
        }
    }

    /// What happened in short, to follow the name of the source: `timed out after 15 s`.
    package var cause: String {
        switch self {
        case .http(let error): error.cause
        case .status(_, let status): HTTPError.cause(ofStatus: status)
        case .busy(_, let seconds): "asks for a pause of \(seconds) s"
        case .coolingDown(_, let seconds): "failed before, next request in \(seconds) s"
        case .malformed(_, .json): "did not answer with JSON"
        case .malformed(_, .sru): "did not answer with an SRU response"
        case .damagedRecords(_, let count):
            count == 1
                ? "sent a damaged record, which is left out"
                : "sent \(count) damaged records, which are left out"
        case .refused: "rejected the request"
        case .unanswered: "gave no answer"
        }
    }
}

extension HTTPError {
    /// What an answer with an error status says, to follow the name of the server.
    package static func cause(ofStatus status: Int) -> String {
        switch status {
        case 429: "limits requests (HTTP 429)"
        case 502...504: "is temporarily unavailable (HTTP \(status))"
        default: "answered with HTTP \(status)"
        }
    }

    /// What happened, and what to do if there is something to do.
    package var message: String {
        switch self {
        case .address(let text): "\(text) is not a valid http or https address; correct the setting"
        case .unreachable(let host, let failure):
            "\(host) \(cause) (\(failure.words)); check the network and the proxy settings"
        case .tooLarge(let host, _): "\(host) \(cause); the answer was dropped"
        case .redirect(let host, _): "\(host) \(cause); the redirect was not followed"
        case .privateNetwork(let host): "\(host) \(cause)"
        case .certificate(let host, let failure):
            "\(host) \(cause) (\(failure.words)); \(failure.certificateFault.advice)"
        case .handshake(let host, let failure), .notHTTP(let host, let failure):
            "\(host) \(cause) (\(failure.words)); check its address"
        case .loginDenied(let host, let failure), .refused(let host, let failure):
            "\(host) \(cause) (\(failure.words))"
        case .timedOut(let host, _, _), .stalled(let host, _), .hungUp(let host, _), .cutOff(let host, _):
            "\(host) \(cause)"
        case .cancelled: "interrupted"
        case .library(let failure): "libcurl can't be used: \(failure.words)"
        }
    }

    fileprivate var cause: String {
        switch self {
        case .address: "has no valid http or https address"
        case .unreachable: "can't be reached"
        case .timedOut(_, let seconds, .total): "timed out after \(seconds) s"
        case .timedOut(_, let seconds, .connecting): "made no connection within \(seconds) s"
        case .timedOut(_, let seconds, .stall): "sent and took hardly anything for \(seconds) s"
        case .stalled(_, let seconds): "stopped answering, and was waited for \(seconds) s in all"
        case .hungUp: "closed the connection without an answer"
        case .cutOff: "sent an incomplete answer"
        case .tooLarge(_, let limit): "sent more than \(limit / 1_000_000) MB"
        case .redirect: "redirected too often, or outside its own site"
        case .privateNetwork: "is in a private network, or leads into one"
        case .certificate(_, let failure):
            failure.certificateFault == .unreadable ? "can't be verified" : "has an invalid certificate"
        case .handshake: "could not make a secure connection"
        case .notHTTP: "does not speak HTTP"
        case .loginDenied: "rejected the login"
        case .refused: "rejected the request"
        case .cancelled: "was interrupted"
        case .library: "can't be asked"
        }
    }
}

extension LookupAnswer.Unasked {
    /// What happened, and what to do if there is something to do.
    package var message: String {
        switch cause {
        case .offline: "offline"
        case .damaged:
            "its file is damaged; remove it with `bookzone reference remove` and build it again with `reference add`"
        case .failed(let error): error.message
        case .message(let words): words
        }
    }
}

extension CertificateFault {
    fileprivate var advice: String {
        switch self {
        case .expired: "whoever runs it must renew the certificate"
        case .early: "check this machine's clock"
        case .otherHost: "use the name that the certificate is for"
        case .unreadable: "correct SSL_CERT_FILE, SSL_CERT_DIR or CURL_CA_BUNDLE"
        case .untrusted: "set SSL_CERT_FILE if you trust its certificate"
        }
    }
}
