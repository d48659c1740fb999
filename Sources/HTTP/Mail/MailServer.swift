// Sends e-mail over SMTP (RFC 5321) with libcurl.
internal import CCurl
import Foundation

/// A mail server that accepts messages from this program.
public struct MailServer: Sendable {
    private let url: String
    private let sender: MailAddress
    private let user: String?
    private let password: String?
    private let certificates: TrustedCertificates
    private let isLoopback: Bool

    /// - Parameters:
    ///   - url: `smtps://host` or `smtp://host:587`. Without `smtps`, STARTTLS is required, except for a server on
    ///     this machine.
    ///   - certificates: `nil` trusts those that the environment names.
    ///   - sender: the address in `From`.
    /// - Throws: `address` if the URL is invalid.
    public init(
        url: String, sender: MailAddress, user: String? = nil, password: String? = nil,
        certificates: TrustedCertificates? = nil
    ) throws(HTTPError) {
        guard let parts = URLComponents(string: url),
            ["smtp", "smtps"].contains(parts.scheme?.lowercased() ?? ""),
            let host = parts.host, !host.isEmpty
        else { throw .address(url) }
        self.url = url
        self.sender = sender
        self.user = user
        self.password = password
        self.certificates = certificates ?? .ofEnvironment
        isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// The server, for messages: its host, with the port if it is not the usual one.
    public var host: String {
        let parts = URLComponents(string: url)
        return [parts?.host, parts?.port.map(String.init)].compactMap(\.self).joined(separator: ":")
    }

    /// Why a message was not sent.
    public struct Failure: Error, Sendable {
        public let cause: HTTPError
        /// Whether the server certainly does not have the message, and may accept it another time.
        public let isPassing: Bool
    }

    /// Sends a message; returns when the server has accepted it. Blocks.
    ///
    /// - Parameters:
    ///   - timeout: for the whole exchange.
    ///   - isCancelled: is asked about once a second; `true` ends the exchange with the error `cancelled`.
    public func send(
        _ letter: EmailMessage, date: Date = .now, timeout: Duration = .seconds(30),
        isCancelled: @escaping () -> Bool = { false }
    ) throws(Failure) {
        let recipients = curl_slist_append(nil, "<\(letter.to.text)>")
        defer { curl_slist_free_all(recipients) }
        let pile = SendBuffer(letter.bytes(from: sender, date: date))
        let question = Question(isCancelled)
        defer { withExtendedLifetime(question) {} }
        var status = 0
        do throws(HTTPError) {
            try perform(timeout: timeout, status: &status) { easy in
                bookzone_set_string(easy, CURLOPT_MAIL_FROM, "<\(sender.text)>")
                bookzone_set_pointer(easy, CURLOPT_MAIL_RCPT, recipients)
                bookzone_set_long(easy, CURLOPT_UPLOAD, 1)
                bookzone_set_pointer(easy, CURLOPT_READDATA, Unmanaged.passUnretained(pile).toOpaque())
                bookzone_set_giver(easy) { bytes, size, count, context in
                    guard let bytes, let context else { return 0 }
                    let pile = Unmanaged<SendBuffer>.fromOpaque(context).takeUnretainedValue()
                    return pile.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                }
                bookzone_set_long(easy, CURLOPT_NOPROGRESS, 0)
                bookzone_set_pointer(
                    easy, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(question).toOpaque())
                bookzone_set_progress(easy) { context, _, _, _, _ in
                    guard let context else { return 0 }
                    return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
                }
            }
        } catch {
            throw Failure(cause: error, isPassing: Self.isPassing(error, status, hasRest: !pile.isEmpty))
        }
    }

    /// - Parameters:
    ///   - status: the server's last answer.
    ///   - hasRest: whether the message was not given to libcurl in full, so that the server can't have accepted it.
    private static func isPassing(_ error: HTTPError, _ status: Int, hasRest: Bool) -> Bool {
        switch (status, error) {
        case (400..<500, _): true
        // The sender or the recipient is refused.
        case (500..., .refused(_, let failure)) where failure.code == Int(CURLE_SEND_ERROR.rawValue): false
        default: hasRest
        }
    }

    /// Connects and logs in, and sends nothing. Blocks.
    ///
    /// - Parameter timeout: for the whole exchange.
    /// - Throws: libcurl's message.
    public func logIn(timeout: Duration = .seconds(15)) throws(HTTPError) {
        var status = 0
        try perform(timeout: timeout, status: &status) { easy in
            bookzone_set_long(easy, CURLOPT_NOBODY, 1)
            bookzone_set_string(easy, CURLOPT_CUSTOMREQUEST, "NOOP")
        }
    }

    private func perform(
        timeout: Duration, status: inout Int, _ prepare: (UnsafeMutableRawPointer) -> Void
    ) throws(HTTPError) {
        let easy = try Curl.easyHandle()
        defer { curl_easy_cleanup(easy) }
        let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        defer { reason.deallocate() }
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        bookzone_set_string(easy, CURLOPT_URL, url)
        bookzone_set_string(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        bookzone_set_long(easy, CURLOPT_USE_SSL, Int((isLoopback ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue))
        if let user { bookzone_set_string(easy, CURLOPT_USERNAME, user) }
        if let password { bookzone_set_string(easy, CURLOPT_PASSWORD, password) }
        certificates.set(on: easy)
        if isLoopback { bookzone_set_string(easy, CURLOPT_PROXY, "") }
        bookzone_set_long(easy, CURLOPT_NOSIGNAL, 1)
        bookzone_set_long(easy, CURLOPT_TIMEOUT_MS, Int(timeout / .milliseconds(1)))
        bookzone_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        prepare(easy)
        let code = curl_easy_perform(easy)
        bookzone_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        guard code != CURLE_OK else { return }
        // Otherwise the handle's end would send QUIT, and wait two minutes for the answer of a server that gives none.
        let socket = bookzone_active_socket(easy)
        if socket != CURL_SOCKET_BAD { shutdown(socket, Int32(SHUT_RD)) }
        var failure = CurlFailure(code, words: String(cString: reason))
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            let seconds = Int(timeout.components.seconds)
            throw status == 0
                ? .timedOut(host: host, seconds: seconds) : .stalled(host: host, seconds: seconds)
        case CURLE_ABORTED_BY_CALLBACK: throw .cancelled
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            throw .certificate(host: host, failure)
        case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED: throw .handshake(host: host, failure)
        case CURLE_LOGIN_DENIED: throw .loginDenied(host: host, failure)
        // libcurl does not always say which answer it got. A connection that broke off has the answer to the step before.
        case _ where status >= 400:
            if !failure.words.contains("\(status)") { failure.words = "it answered \(status)" }
            throw .refused(host: host, failure)
        default: throw .unreachable(host: host, failure)
        }
    }

    private final class Question {
        let isCancelled: () -> Bool

        init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }
    }

    /// The bytes that are not sent yet.
    private final class SendBuffer {
        private var rest: Data
        var isEmpty: Bool { rest.isEmpty }

        init(_ bytes: Data) { rest = bytes }

        func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let chunk = rest.prefix(room.count)
            chunk.copyBytes(to: room)
            rest = rest.dropFirst(chunk.count)
            return chunk.count
        }
    }
}
