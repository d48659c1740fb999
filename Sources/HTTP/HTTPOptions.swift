// User agent, limits and trusted certificates of transfers.
import Books
import Foundation

/// How transfers are made. libcurl itself heeds the usual proxy variables of the environment.
public struct HTTPOptions: Sendable {
    /// What hosts see as `User-Agent`.
    public let userAgent: String
    /// Whether the user agent contains a contact address.
    public let isContactKnown: Bool
    /// For a whole transfer, from name to last byte.
    public var timeout: Duration
    /// How long an answer may come at less than a kilobyte a second before it is given up, in whole seconds; `nil` is as
    /// long as `timeout` has it.
    public var stall: Duration?
    /// Whether a redirect may lead from https to http.
    public var followsToHTTP = true
    /// Whether redirects are followed at all: what proves who asks is for one host.
    public var followsRedirects = true
    /// Where transfers may lead.
    public var reach = NetworkReach.any
    /// Bytes, both as sent and as unpacked.
    public var sizeLimit: Int
    /// A file of certificates to trust instead of the system's; `nil` keeps the system's.
    public var certificateFile: String?
    /// A folder of such certificates.
    public var certificateFolder: String?

    /// - Parameters:
    ///   - program: its name and version, as `BookZone/1.0`.
    ///   - contact: an e-mail address or a URL, so that a host can reach whoever runs the program.
    public init(
        program: String, contact: String? = nil, timeout: Duration = .seconds(15), sizeLimit: Int = 8_000_000,
        certificateFile: String? = nil, certificateFolder: String? = nil
    ) {
        let printable = contact?.filter { $0.isASCII && !$0.isNewline && $0 >= " " && $0 != "\u{7F}" } ?? ""
        userAgent = printable.isEmpty ? program : "\(program) (\(printable))"
        isContactKnown = !printable.isEmpty
        self.timeout = timeout
        self.sizeLimit = sizeLimit
        self.certificateFile = certificateFile
        self.certificateFolder = certificateFolder
    }
}

/// An http or https address with a host, taken apart.
package struct WebAddress {
    package let host: String
    let isLoopback: Bool

    package init(_ text: String) throws(HTTPError) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else { throw .address(text) }
        self.host = parts.port.map { "\(host):\($0)" } ?? host
        isLoopback = host == "localhost" || host == "[::1]" || host == "::1" || host.hasPrefix("127.")
    }
}

extension String {
    /// As a part of a path, or of what follows its question mark.
    package var queryPart: String {
        addingPercentEncoding(
            withAllowedCharacters: CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:")) ?? ""
    }
}

extension HTTPOptions {
    /// - Parameters:
    ///   - contact: see `HTTPOptions`.
    ///   - timeout: for a whole transfer.
    package static func program(contact: String? = nil, timeout: Duration = .seconds(15)) -> HTTPOptions {
        let set = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        // libcurl, unlike the curl tool, ignores what certificates the environment names.
        let bundle = set["CURL_CA_BUNDLE"]
        return HTTPOptions(
            program: "BookZone/\(ProgramVersion.current)", contact: contact, timeout: timeout,
            certificateFile: bundle ?? set["SSL_CERT_FILE"],
            certificateFolder: bundle == nil ? set["SSL_CERT_DIR"] : nil)
    }
}
