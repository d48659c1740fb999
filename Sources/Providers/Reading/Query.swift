// What is asked of a source, as the end of an address.
import Foundation

extension [String: String] {
    /// `?a=b&c=d`, escaped, in the order of the names; empty without any.
    var queryString: String {
        guard !isEmpty else { return "" }
        return "?" + sorted { $0.key < $1.key }.map { "\($0.escaped)=\($1.escaped)" }.joined(separator: "&")
    }
}

extension String {
    /// Everything but RFC 3986's unreserved characters as %XX.
    fileprivate var escaped: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
