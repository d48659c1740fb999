// Keeps transfers whose addresses come from others out of this machine's local networks.
internal import CCurl
import Foundation

/// The hosts that a transfer may connect to, whatever name or redirect led there.
public enum NetworkReach: Sendable {
    case any
    /// Hosts of the public internet, and the given ones.
    case publicOr(Set<SocketAddress>)
}

/// An IP address with a port.
public struct SocketAddress: Hashable, Sendable {
    /// 4 or 16, in network order. An IPv4 address that is written as an IPv6 one is the IPv4 address.
    let bytes: [UInt8]
    let port: UInt16

    /// - Parameter address: a `sockaddr_in` or `sockaddr_in6`; anything else gives `nil`.
    init?(_ address: UnsafeRawPointer, family: Int32) {
        switch family {
        case AF_INET:
            let address = address.loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: address.sin_addr) { Array($0) }
            port = UInt16(bigEndian: address.sin_port)
        case AF_INET6:
            let address = address.loadUnaligned(as: sockaddr_in6.self)
            let all = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
            bytes = all.starts(with: Self.mapped) ? Array(all[12...]) : all
            port = UInt16(bigEndian: address.sin6_port)
        default: return nil
        }
    }

    /// `::ffff:0:0/96`.
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    /// `64:ff9b::/96`, by which networks without IPv4 reach IPv4 hosts.
    private static let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8)

    /// All addresses that the host of a web address has; none if it can't be resolved. Blocks on the network.
    static func all(of address: String) -> Set<SocketAddress> {
        guard let parts = URLComponents(string: address.contains("://") ? address : "http://\(address)"),
            let host = parts.host
        else { return [] }
        let port = parts.port ?? (parts.scheme == "https" ? 443 : 80)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.trimmingCharacters(in: ["[", "]"])
        guard getaddrinfo(name, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        let entries = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
        return Set(
            entries.compactMap { entry in
                entry?.pointee.ai_addr.flatMap { SocketAddress($0, family: entry?.pointee.ai_family ?? 0) }
            })
    }

    /// Whether it belongs to one host of the public internet (IANA's registries of special-purpose addresses).
    var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes) }
        if bytes.starts(with: Self.translated) { return Self.isPublic(Array(bytes[12...])) }
        // Global unicast, without tunnels into other networks, documentation and benchmarks.
        let special: [[UInt8]] = [
            [0x20, 0x02], [0x20, 0x01, 0x00], [0x20, 0x01, 0x01], [0x20, 0x01, 0x0D, 0xB8],
        ]
        return bytes[0] & 0xE0 == 0x20 && !special.contains { bytes.starts(with: $0) }
    }

    private static func isPublic(_ four: [UInt8]) -> Bool {
        switch (four[0], four[1], four[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
        case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }
}

extension NetworkReach {
    /// - Parameter sources: web addresses that somebody has set, whose hosts may be anywhere, as proxies may.
    package static func publicHosts(and sources: some Sequence<String>) -> NetworkReach {
        let set = ProcessInfo.processInfo.environment
        let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].compactMap {
            set[$0]
        }
        return .publicOr((proxies + sources).reduce(into: []) { $0.formUnion(SocketAddress.all(of: $1)) })
    }

    func allows(_ address: SocketAddress?) -> Bool {
        switch self {
        case .any: true
        case .publicOr(let others): address.map { $0.isPublic || others.contains($0) } ?? false
        }
    }
}

extension curl_sockaddr {
    /// The address behind a pointer to it: it may be longer than the field.
    static func address(at pointer: UnsafeMutablePointer<curl_sockaddr>) -> SocketAddress? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        return SocketAddress(UnsafeRawPointer(pointer) + offset, family: pointer.pointee.family)
    }
}
