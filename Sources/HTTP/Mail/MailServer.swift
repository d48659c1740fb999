// Sends e-mail over SMTP (RFC 5321) with libcurl.
internal import CCurl
import Foundation

/// A mail server that accepts messages from this program.
public struct MailServer: Sendable {
    private let url: String
    private let sender: MailAddress
    private let user: String?
    private let password: String?
    private let isLoopback: Bool

    /// - Parameters:
    ///   - url: `smtps://host` or `smtp://host:587`. Without `smtps`, STARTTLS is required, except for a server on
    ///     this machine.
    ///   - sender: the address in `From`.
    /// - Throws: `address` if the URL is invalid.
    public init(
        url: String, sender: MailAddress, user: String? = nil, password: String? = nil
    ) throws(HTTPError) {
        guard let parts = URLComponents(string: url),
            ["smtp", "smtps"].contains(parts.scheme?.lowercased() ?? ""),
            let host = parts.host, !host.isEmpty
        else { throw .address(url) }
        self.url = url
        self.sender = sender
        self.user = user
        self.password = password
        isLoopback = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    /// Sends a message; returns when the server has accepted it. Blocks.
    ///
    /// - Throws: libcurl's error.
    public func send(_ letter: EmailMessage, date: Date = .now) throws(HTTPError) {
        guard let easy = curl_easy_init() else { throw .library(CurlFailure(CURLE_OUT_OF_MEMORY)) }
        defer { curl_easy_cleanup(easy) }
        let recipients = curl_slist_append(nil, "<\(letter.to.text)>")
        defer { curl_slist_free_all(recipients) }
        bookzone_set_string(easy, CURLOPT_URL, url)
        bookzone_set_string(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        bookzone_set_long(easy, CURLOPT_USE_SSL, Int((isLoopback ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue))
        bookzone_set_string(easy, CURLOPT_MAIL_FROM, "<\(sender.text)>")
        bookzone_set_pointer(easy, CURLOPT_MAIL_RCPT, recipients)
        if let user { bookzone_set_string(easy, CURLOPT_USERNAME, user) }
        if let password { bookzone_set_string(easy, CURLOPT_PASSWORD, password) }
        if isLoopback { bookzone_set_string(easy, CURLOPT_PROXY, "") }
        bookzone_set_long(easy, CURLOPT_NOSIGNAL, 1)
        bookzone_set_long(easy, CURLOPT_TIMEOUT_MS, 30_000)
        bookzone_set_long(easy, CURLOPT_UPLOAD, 1)
        let pile = SendBuffer(letter.bytes(from: sender, date: date))
        bookzone_set_pointer(easy, CURLOPT_READDATA, Unmanaged.passUnretained(pile).toOpaque())
        bookzone_set_giver(easy) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let pile = Unmanaged<SendBuffer>.fromOpaque(context).takeUnretainedValue()
            return pile.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        let code = withExtendedLifetime(pile) { curl_easy_perform(easy) }
        guard code == CURLE_OK else {
            throw .unreachable(host: URLComponents(string: url)?.host ?? url, CurlFailure(code))
        }
    }

    /// The bytes that are not sent yet.
    private final class SendBuffer {
        private var rest: Data

        init(_ bytes: Data) { rest = bytes }

        func give(_ room: UnsafeMutableRawBufferPointer) -> Int {
            let chunk = rest.prefix(room.count)
            chunk.copyBytes(to: room)
            rest = rest.dropFirst(chunk.count)
            return chunk.count
        }
    }
}
