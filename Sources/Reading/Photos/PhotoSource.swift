// Photos at addresses. Whoever can ask a server for them is handed in: this module has no network.
import Books
import Foundation

/// Gets photos from servers.
package protocol PhotoSource: Sendable {
    /// How many photos may be coming or wait for a reader now, 1 or more.
    var ahead: Int { get }

    /// The whole file.
    func bytes(of address: PhotoAddress) async throws(ScanError) -> Data
}

/// Why an address gave no photo.
public enum FetchFailure: Hashable, Sendable {
    /// It has no host.
    case address
    /// The server's answer, as an HTTP status.
    case status(Int)
    /// Led on to what is not followed, or too often.
    case redirect
    /// No connection; libcurl's words.
    case unreachable(String)
    /// It came too slowly, or not at all.
    case timedOut
    /// The server ended it early.
    case cutOff
    /// What answers is no web server, or can't be trusted to be this one; libcurl's words.
    case untrusted(String)
    /// Nobody asks servers here.
    case notAsked
}

extension FetchFailure {
    /// The word and the words of a record.
    var codeAndMessage: (code: String, message: String) {
        switch self {
        case .address: ("address", "not a valid address; check it")
        case .status(404), .status(410): ("missing", "the server has no such photo; check its address")
        case .status(401), .status(403):
            ("unreadable", "the server denies access; check the address, or sign it again")
        case .status(let status) where Self.mayPass(status):
            ("unavailable", "the server is temporarily unavailable (HTTP \(status)); try again")
        case .status(let status): ("unreadable", "the server answers with HTTP \(status); check its address")
        case .redirect:
            ("unreadable", "the server redirects to an address that is not allowed; check its address")
        case .unreachable(let words): ("unavailable", "its server can't be reached (\(words)); try again")
        case .timedOut: ("unavailable", "the download was too slow; try again")
        case .cutOff: ("unavailable", "the download was cut off; try again")
        case .untrusted(let words):
            ("unreadable", "its server can't be trusted (\(words)); check its address")
        case .notAsked: ("unreadable", "addresses are not downloaded here; save the photo as a file")
        }
    }

    /// Whether the same question may have another answer soon.
    package static func mayPass(_ status: Int) -> Bool { status >= 500 || [408, 425, 429].contains(status) }
}
