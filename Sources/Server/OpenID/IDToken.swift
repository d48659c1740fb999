#if Server
// Verifies ID tokens (OpenID Connect Core 1.0, sections 2 and 3.1.3.7; RFC 7515, RFC 7519).
import Catalogue
import Foundation

/// A verified ID token.
struct IDToken: Sendable {
    let subject: String
    /// When the provider last authenticated the person; `nil` if unknown.
    let authenticated: Date?
    /// The person's name at the provider: only a suggestion, not an identifier.
    let name: String?

    /// The values that a token must have.
    struct Expectation {
        var issuer: String
        var client: String
        var nonce: String
        var now = Date.now
    }

    /// What is wrong with a token.
    enum Flaw: Error, Hashable {
        case malformed
        /// Not an allowed algorithm.
        case algorithm(String)
        /// None of the provider's known keys fits; it may have new ones.
        case unknownKey
        case signature
        case issuer, audience, expired, nonce, subject
    }

    /// The clock skew that is tolerated, in seconds.
    static let skew: TimeInterval = 60

    private struct Header: Decodable {
        var alg: String
        var kid: String?
        var crit: [String]?
    }

    private struct Claims: Decodable {
        var iss: String
        var sub: String
        var aud: Audience
        var azp: String?
        var exp: Double
        var iat: Double
        var nbf: Double?
        var nonce: String?
        var authTime: Double?
        var preferredUsername: String?
        var name: String?
    }

    /// One client, or several.
    private struct Audience: Decodable {
        var clients: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            clients = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
        }
    }

    /// - Parameter text: in compact serialisation.
    init(_ text: String, keys: [JSONWebKey], _ expected: Expectation) throws(Flaw) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Data(base64URL: parts[2]) else { throw .malformed }
        let header: Header = try Self.decoded(parts[0])
        guard let algorithm = JSONWebKey.Algorithm(rawValue: header.alg) else { throw .algorithm(header.alg) }
        guard header.crit == nil else { throw .malformed }
        let fitting = keys.filter { $0.fits(algorithm, header.kid) }
        guard !fitting.isEmpty else { throw .unknownKey }
        let message = "\(parts[0]).\(parts[1])"
        guard fitting.contains(where: { $0.key?.isRight(signature, of: message) == true }) else {
            throw .signature
        }
        let claims: Claims = try Self.decoded(parts[1])
        guard claims.iss == expected.issuer else { throw .issuer }
        guard claims.aud.clients.contains(expected.client),
            claims.azp == expected.client || (claims.azp == nil && claims.aud.clients.count == 1)
        else { throw .audience }
        let now = expected.now.timeIntervalSince1970
        guard claims.exp > now - Self.skew, claims.iat < now + Self.skew,
            claims.nbf ?? 0 < now + Self.skew
        else { throw .expired }
        guard claims.nonce?.isSame(as: expected.nonce) == true else { throw .nonce }
        // The limits are those of the standard.
        guard !claims.sub.isEmpty, claims.sub.utf8.count <= 255 else { throw .subject }
        subject = claims.sub
        authenticated = claims.authTime.map { Date(timeIntervalSince1970: $0) }
        name = claims.preferredUsername ?? claims.name
    }

    private static func decoded<Value: Decodable>(_ part: Substring) throws(Flaw) -> Value {
        guard let data = Data(base64URL: part),
            let value = try? JSONDecoder.ofProviders.decode(Value.self, from: data)
        else { throw .malformed }
        return value
    }
}

extension JSONDecoder {
    static var ofProviders: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// A provider's key set (RFC 7517).
struct JSONWebKeys: Decodable {
    var keys: [JSONWebKey]
}

struct JSONWebKey: Decodable, Sendable {
    /// The allowed algorithms, all asymmetric.
    enum Algorithm: String {
        case rs256 = "RS256"
        case es256 = "ES256"

        fileprivate var kind: String { self == .rs256 ? "RSA" : "EC" }
    }

    var kty: String
    var kid: String?
    var use: String?
    var alg: String?
    var n: String?
    var e: String?
    var crv: String?
    var x: String?
    var y: String?

    /// - Parameter id: the key id in the token's header; `nil` if there is none.
    func fits(_ algorithm: Algorithm, _ id: String?) -> Bool {
        kty == algorithm.kind && use ?? "sig" == "sig" && alg ?? algorithm.rawValue == algorithm.rawValue
            && (id == nil || kid == nil || id == kid)
    }

    /// `nil` if the type is not allowed, or the key is invalid.
    var key: SignatureKey? {
        func bytes(_ text: String?) -> Data { text.flatMap { Data(base64URL: $0) } ?? Data() }
        return switch (kty, crv) {
        case ("RSA", _): SignatureKey(modulus: bytes(n), exponent: bytes(e))
        case ("EC", "P-256"): SignatureKey(x: bytes(x), y: bytes(y))
        default: nil
        }
    }
}
#endif
