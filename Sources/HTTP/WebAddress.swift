// Only http and https are asked, and only where there is a host.
import Foundation

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
