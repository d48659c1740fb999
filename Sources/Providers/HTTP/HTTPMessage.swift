// What goes out to a source and what comes back.
import Foundation

/// A GET of one address.
struct HTTPRequest: Sendable {
    var url: String
    /// What the caller can read, as an `Accept` header.
    var accept: String
}

struct HTTPResponse: Sendable {
    var status: Int
    /// Lower case, without parameters; empty when the answer has none.
    var contentType: String
    /// The `Retry-After` header as it was sent.
    var retryAfter: String?
    /// Unpacked.
    var body: Data
}

/// How transfers are made.
public struct HTTPOptions: Sendable {
    public var userAgent: String
    /// For a whole transfer, from name to last byte.
    public var timeout: Duration
    /// Bytes, both as sent and as unpacked.
    public var sizeLimit: Int
    /// A file of certificates to trust instead of the system's; `nil` keeps the system's.
    public var certificateFile: String?
    /// A folder of such certificates.
    public var certificateFolder: String?

    /// - Parameters:
    ///   - contact: an e-mail address or a URL, so that a source can reach whoever runs the program.
    ///   - environment: `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR` are read from it, because libcurl,
    ///     unlike the curl tool, ignores them. The proxy variables libcurl reads by itself.
    public init(
        program: String, contact: String?, environment: [String: String], timeout: Duration = .seconds(15),
        sizeLimit: Int = 8_000_000
    ) {
        let printable = contact?.filter { $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\u{7F}" } ?? ""
        userAgent = printable.isEmpty ? program : "\(program) (\(printable))"
        self.timeout = timeout
        self.sizeLimit = sizeLimit
        let set = environment.filter { !$0.value.isEmpty }
        certificateFile = set["CURL_CA_BUNDLE"] ?? set["SSL_CERT_FILE"]
        certificateFolder = set["CURL_CA_BUNDLE"] == nil ? set["SSL_CERT_DIR"] : nil
    }
}

/// An http or https address with a host, taken apart.
struct WebAddress {
    let host: String
    let isLoopback: Bool

    init(_ text: String) throws(ProviderError) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else { throw .address(text) }
        self.host = parts.port.map { "\(host):\($0)" } ?? host
        isLoopback = host == "localhost" || host == "[::1]" || host == "::1" || host.hasPrefix("127.")
    }
}
