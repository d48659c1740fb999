// Photos at URLs. What downloads them is passed in: this module does no networking.
import Books
import Foundation

/// Downloads photos.
package protocol PhotoSource: Sendable {
    /// How many photos may be downloaded ahead of the readers at this time, 1 or more.
    var ahead: Int { get }

    /// The contents of the file.
    func bytes(of address: PhotoAddress) async throws(ScanError) -> Data
}

/// Why a URL gave no photo.
public enum FetchFailure: Hashable, Sendable {
    /// The URL has no host.
    case address
    /// The server's response had this HTTP status.
    case status(Int)
    /// A redirect was refused, or there were too many.
    case redirect
    /// There was no connection; libcurl's message.
    case unreachable(String)
    /// The download was too slow, or did not start.
    case timedOut
    /// The server closed the connection early.
    case cutOff
    /// The server does not speak HTTP, or its certificate is not trusted; libcurl's message.
    case untrusted(String)
    /// Downloads are not enabled.
    case notAsked
}

extension FetchFailure {
    /// The code and the message for a record.
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

    /// Whether the same request may succeed soon.
    package static func mayPass(_ status: Int) -> Bool { status >= 500 || [408, 425, 429].contains(status) }
}
