#if Server
// A provider of OpenID Connect as whoever runs the site names it.
import Foundation
import HTTP

public struct OpenIDOptions: Sendable {
    /// As its ID tokens name it; its settings are at `/.well-known/openid-configuration` below it.
    public let issuer: String
    /// What the provider calls this site.
    public let client: String
    /// What this site shows to be that client; `nil` where the provider gave none.
    public let secret: String?
    /// What readers call the provider.
    public let name: String
    /// For so many seconds a provider that could not be asked is left alone, however many want to go there.
    var rest: TimeInterval = 5

    /// `nil` unless the issuer is an https address without query; http serves on this machine alone.
    ///
    /// - Parameter name: the issuer's host unless told otherwise.
    public init?(issuer: String, client: String, secret: String? = nil, name: String? = nil) {
        guard Self.isTrusted(issuer), let parts = URLComponents(string: issuer), parts.query == nil,
            parts.fragment == nil, !client.isEmpty
        else { return nil }
        self.issuer = issuer
        self.client = client
        self.secret = secret
        self.name = name ?? parts.host ?? issuer
    }

    /// Whether nobody on the way reads or changes what goes there.
    static func isTrusted(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            parts.user == nil
        else { return false }
        let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        return parts.scheme == "https" || (parts.scheme == "http" && isHere)
    }
}
#endif
