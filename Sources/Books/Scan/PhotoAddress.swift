// The address of a photo on a server. A signature in it is a secret: it is sent to the server, but never written or
// shown.

/// The `http` or `https` address of a photo.
public struct PhotoAddress: Hashable, Sendable {
    /// The address to request: in ASCII, with its signature.
    package let signed: String
    /// The photo's name: the address as given, without user and password, signing parameters and fragment.
    public let name: String

    /// `nil` for text that does not begin like an address and so is a path.
    public init?(_ text: String) {
        guard let rest = text.withoutScheme else { return nil }
        let whole = text.prefix { $0 != "#" }
        signed = Self.escaped(String(whole))
        let scheme = whole[..<rest.startIndex]
        let address = whole[rest.startIndex...]
        let server = address.prefix { $0 != "/" && $0 != "?" }
        let host = server.lastIndex(of: "@").map { server[server.index(after: $0)...] } ?? server
        let path = address[server.endIndex...].prefix { $0 != "?" }
        let query = address[path.endIndex...].dropFirst()
        let kept = Self.unsigned(query)
        name = scheme + host + path + (kept.isEmpty ? "" : "?" + kept)
    }

    /// For files named after this photo: `host/folder/name`, of letters, digits and a few signs that every file
    /// system accepts.
    package var localPath: String {
        let path = name.withoutScheme ?? name[...]
        return path.split(separator: "/").map { part in
            String(
                part.prefix(Self.longestPart).map {
                    $0.isLetter || $0.isNumber || "-._+,=@".contains($0) ? $0 : "_"
                })
        }.joined(separator: "/")
    }

    /// In characters; file systems take 255 bytes.
    private static let longestPart = 60

    // MARK: Signatures in addresses

    /// In any address: those of object stores and the like (Amazon, Google, Alibaba, Tencent, CloudFront, Akamai),
    /// and the keys of image servers.
    private static let signing: Set<String> = [
        "awsaccesskeyid", "googleaccessid", "ossaccesskeyid", "signature", "sig", "expires", "policy",
        "key-pair-id", "hash-algorithm", "security-token", "x-oss-signature", "x-oss-credential",
        "x-oss-date",
        "x-oss-expires", "x-oss-signature-version", "x-oss-security-token", "x-oss-additional-headers",
        "x-cos-security-token", "q-sign-algorithm", "q-ak", "q-sign-time", "q-key-time", "q-header-list",
        "q-url-param-list", "q-signature", "hdnts", "hdnea", "__token__", "__gda__", "token", "access_token",
        "access-token", "id_token", "auth", "auth_token", "authorization", "jwt", "hmac", "api_key",
        "api-key",
        "apikey", "password", "passwd", "secret", "session", "sessionid", "session_token",
    ]
    private static let signingPrefixes = ["x-amz-", "x-goog-"]
    /// Azure's, too short to be recognised without a `sig` beside them.
    private static let signingBesideSig: Set<String> = [
        "sv", "ss", "srt", "sr", "sp", "st", "se", "sip", "spr", "si", "sdd", "ses", "skoid", "sktid", "skt",
        "ske",
        "sks", "skv", "saoid", "suoid", "scid", "sduoid", "skdutid",
    ]

    /// The other parameters stay as they were.
    private static func unsigned(_ query: Substring) -> String {
        let parameters = query.split(separator: "&", omittingEmptySubsequences: false)
        let keys = parameters.map { parameter in
            String(escapedPath: String(parameter.prefix { $0 != "=" })).lowercased()
        }
        let hasSig = keys.contains("sig")
        return zip(parameters, keys).filter { _, key in
            !signing.contains(key) && !signingPrefixes.contains(where: key.hasPrefix)
                && !(hasSig && signingBesideSig.contains(key))
        }.map(\.0).joined(separator: "&")
    }

    /// Characters that an address may not contain, and a `%` that escapes nothing.
    private static func escaped(_ text: String) -> String {
        let bytes = text.pathBytes
        func isHexadecimal(_ place: Int) -> Bool {
            bytes.indices.contains(place) && Character(Unicode.Scalar(bytes[place])).isHexDigit
        }
        return bytes.enumerated().map { place, byte in
            let isEscape = byte == UInt8(ascii: "%") && isHexadecimal(place + 1) && isHexadecimal(place + 2)
            let isPlain = (0x21...0x7E).contains(byte) && !#""%<>\^`{|}"#.utf8.contains(byte)
            if isEscape || isPlain { return String(Unicode.Scalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

extension String {
    /// What follows `http://` or `https://`; `nil` for other text.
    fileprivate var withoutScheme: Substring? {
        for scheme in ["http://", "https://"] where utf8.count >= scheme.utf8.count {
            if prefix(scheme.count).lowercased() == scheme { return dropFirst(scheme.count) }
        }
        return nil
    }

    /// As in records: an address without its signature, anything else unchanged.
    package var unsigned: String { PhotoAddress(self)?.name ?? self }

    /// A path for files made from the photo of this name; may still contain `..`.
    package var localPath: String { PhotoAddress(self)?.localPath ?? self }
}
