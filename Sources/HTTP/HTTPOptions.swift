// User agent and limits of transfers.
import Books
import Foundation

/// How transfers are made. libcurl itself uses the usual proxy variables of the environment.
public struct HTTPOptions: Sendable {
    /// The `User-Agent` header.
    public let userAgent: String
    /// Whether the user agent contains a contact address.
    public let isContactKnown: Bool
    /// For a whole transfer, from name resolution to the last byte.
    public var timeout: Duration
    /// How long a response may arrive at less than a kilobyte per second before it is cancelled, in whole seconds;
    /// `nil` sets no limit besides `timeout`.
    public var stall: Duration?
    /// Whether redirects may lead from https to http.
    public var followsToHTTP = true
    /// Whether redirects are followed at all; they must not be if a request contains credentials for one host.
    public var followsRedirects = true
    /// Whether the parts `.` and `..` of a path are sent as they are, as for a program that puts names into paths; a browser
    /// resolves them.
    public var keepsDotSegments = false
    /// Which hosts transfers may connect to.
    public var reach = NetworkReach.any
    /// In bytes, both compressed and unpacked.
    public var sizeLimit: Int
    public var certificates: TrustedCertificates

    /// - Parameters:
    ///   - program: name and version, such as `BookZone/1.0`.
    ///   - contact: an e-mail address or an http or https URL, in ASCII, so that hosts can reach the person who runs
    ///     the program. Anything else is ignored.
    public init(
        program: String, contact: String? = nil, timeout: Duration = .seconds(15), sizeLimit: Int = 8_000_000,
        certificates: TrustedCertificates = TrustedCertificates()
    ) {
        let known = contact.flatMap { Self.isContact($0) ? $0 : nil }
        userAgent = known.map { "\(program) (\($0))" } ?? program
        isContactKnown = known != nil
        self.timeout = timeout
        self.sizeLimit = sizeLimit
        self.certificates = certificates
    }

    private static func isContact(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
        return text.wholeMatch(of: /[^@()<>]+@[^@()<>]+/) != nil || (try? WebAddress(text)) != nil
    }
}

/// The parts of an http or https URL.
package struct WebAddress {
    package let host: String
    /// Whether it is this machine.
    package let isLoopback: Bool

    package init(_ text: String) throws(HTTPError) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.port.map((1...65_535).contains) != false
        else { throw .address(text) }
        self.host = parts.port.map { "\(host):\($0)" } ?? host
        isLoopback =
            host == "localhost" || host == "[::1]" || host == "::1"
            || host.wholeMatch(of: /127(\.\d{1,3}){3}/) != nil
    }
}

extension String {
    /// Percent-encoded for a part of a path or query.
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
        HTTPOptions(
            program: "BookZone/\(ProgramVersion.current)", contact: contact, timeout: timeout,
            certificates: .ofEnvironment)
    }
}
