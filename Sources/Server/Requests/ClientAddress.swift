#if Server
// Where a request comes from: the connection's other end, or, behind a proxy of one's own, what that says.
import Foundation
import NIOCore

struct ClientAddress: Hashable, Sendable {
    /// In the usual notation; empty where it is not known.
    let text: String

    /// What one client has for itself: an IPv4 address, or the first 64 bits of an IPv6 address.
    var network: String {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return text }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        // IPv4 as IPv6 has it, ::ffff:0:0/96.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10..<12].allSatisfy({ $0 == 0xFF }) {
            return bytes[12...].map(String.init).joined(separator: ".")
        }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// - Parameters:
    ///   - peer: the connection's other end.
    ///   - forwarded: the `X-Forwarded-For` fields, joined; each proxy adds whom it heard it from.
    ///   - proxies: whose word is taken.
    init(peer: String?, forwarded: String?, proxies: Set<String>) {
        var current = peer ?? ""
        var told = (forwarded ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        while proxies.contains(current), let before = told.popLast(), Self.isAddress(before) {
            current = before
        }
        text = current
    }

    private static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }
}
#endif
