#if Server
// The client of an OpenID Connect provider: authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1;
// RFC 7636).
import Foundation
import HTTP
import Synchronization

final class OpenIDProvider: Sendable {
    let options: OpenIDOptions
    private let redirectURI: String
    private let loop: CurlLoop
    private let known = Mutex<Known>(Known())

    private struct Known {
        var settings: (Settings, fetched: ContinuousClock.Instant)?
        var failure: (Failure, fetched: ContinuousClock.Instant)?
        var keys: [JSONWebKey] = []
        /// The time in the provider's latest response.
        var date: Date?
    }

    /// How long discovered settings are cached, in seconds.
    private static let settingsHold: TimeInterval = 3600

    /// Provider metadata (OpenID Connect Discovery 1.0, section 3).
    private struct Settings: Decodable {
        var issuer: String
        var authorizationEndpoint: String
        var tokenEndpoint: String
        var jwksUri: String
        var tokenEndpointAuthMethodsSupported: [String]?
        var authorizationResponseIssParameterSupported: Bool?
    }

    /// Why sign-in failed, apart from flaws of the token.
    enum Failure: Error {
        /// The provider can't be reached, or its response is invalid.
        case provider(String)
        /// Its certificate is refused.
        case certificate(String)
        /// The provider did not re-authenticate the person as requested.
        case stale
    }

    init(_ options: OpenIDOptions, redirectURI: String) throws {
        self.options = options
        self.redirectURI = redirectURI
        var http = HTTPOptions.program(timeout: options.timeout)
        http.sizeLimit = 1 << 20
        http.followsRedirects = false
        loop = try CurlLoop(http)
    }

    /// The address at the provider to which the browser is sent.
    func address(for request: SignInRequests.Request, state: Secret) async throws -> String {
        var fields = [
            ("response_type", "code"), ("client_id", options.client), ("redirect_uri", redirectURI),
            ("scope", "openid profile"), ("state", state.text), ("nonce", request.nonce.text),
            ("code_challenge", request.verifier.challenge), ("code_challenge_method", "S256"),
        ]
        if case .prove = request.purpose { fields += [("prompt", "login"), ("max_age", "0")] }
        let endpoint = try await settings().authorizationEndpoint
        return endpoint + (endpoint.contains("?") ? "&" : "?") + Self.encoded(fields)
    }

    /// Exchanges the authorization code for an ID token, and verifies the token.
    ///
    /// - Parameters:
    ///   - answer: the query of the callback.
    ///   - request: the request that the callback belongs to.
    /// - Throws: `Failure`, `IDToken.Flaw`.
    func token(_ answer: Form, for request: SignInRequests.Request) async throws -> IDToken {
        let settings = try await settings()
        // The issuer is checked, so that another provider's response can't be passed off as this one's (RFC 9207).
        let mustBeNamed = settings.authorizationResponseIssParameterSupported == true
        guard answer["iss"] == options.issuer || (answer["iss"] == nil && !mustBeNamed) else {
            throw IDToken.Flaw.issuer
        }
        guard let code = answer.text("code") else { throw IDToken.Flaw.malformed }
        let text = try await idToken(for: code, request, settings)
        let expected = IDToken.Expectation(
            issuer: options.issuer, client: options.client, nonce: request.nonce.text)
        let token = try await checked(text, expected, settings)
        if case .prove = request.purpose {
            guard let authenticated = token.authenticated, authenticated > request.begun - IDToken.skew
            else { throw Failure.stale }
        }
        return token
    }

    private func checked(
        _ text: String, _ expected: IDToken.Expectation, _ settings: Settings
    ) async throws -> IDToken {
        do throws(IDToken.Flaw) {
            return try IDToken(text, keys: known.withLock(\.keys), expected)
        } catch {
            // Providers rotate their keys.
            guard error == .unknownKey || error == .signature else { throw error }
        }
        let keys = try await keys(settings)
        return try IDToken(text, keys: keys, expected)
    }

    private func idToken(
        for code: String, _ request: SignInRequests.Request, _ settings: Settings
    ) async throws -> String {
        struct Answer: Decodable {
            var idToken: String
        }
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", request.verifier.text),
        ]
        var sent = HTTPRequest(url: settings.tokenEndpoint, accept: "application/json")
        sent.method = "POST"
        sent.headers = ["Content-Type: application/x-www-form-urlencoded"]
        // The default if the provider's metadata name no method (RFC 6749, section 2.3.1).
        let ways = settings.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
        if let secret = options.secret, ways.contains("client_secret_basic") {
            let pair = "\(options.client.formPart):\(secret.formPart)"
            sent.headers.append("Authorization: Basic \(Data(pair.utf8).base64EncodedString())")
        } else {
            fields.append(("client_id", options.client))
            if let secret = options.secret { fields.append(("client_secret", secret)) }
        }
        sent.body = Data(Self.encoded(fields).utf8)
        return try await answer(to: sent, as: Answer.self).idToken
    }

    private func settings() async throws -> Settings {
        let (earlier, failure) = known.withLock { ($0.settings, $0.failure) }
        if let earlier, .now - earlier.fetched < .seconds(Self.settingsHold) { return earlier.0 }
        if let failure, .now - failure.fetched < .seconds(options.cooldown) { throw failure.0 }
        do {
            let settings = try await fetchSettings()
            known.withLock { $0.settings = (settings, .now) }
            return settings
        } catch let failure as Failure {
            known.withLock { $0.failure = (failure, .now) }
            throw failure
        }
    }

    private func fetchSettings() async throws -> Settings {
        let base = options.issuer.hasSuffix("/") ? String(options.issuer.dropLast()) : options.issuer
        let settings = try await answer(
            to: HTTPRequest(url: base + "/.well-known/openid-configuration", accept: "application/json"),
            as: Settings.self)
        guard settings.issuer == options.issuer else {
            throw Failure.provider("it calls itself \(settings.issuer)")
        }
        for address in [settings.authorizationEndpoint, settings.tokenEndpoint, settings.jwksUri] {
            guard OpenIDOptions.isTrusted(address) else {
                throw Failure.provider("\(address) is no https address")
            }
        }
        return settings
    }

    /// Fetches the metadata and the keys, as a sign-in does.
    ///
    /// - Returns: the provider's time; `nil` if its responses have none.
    /// - Throws: `Failure`.
    func check() async throws -> Date? {
        let settings = try await fetchSettings()
        guard try await !keys(settings).isEmpty else {
            throw Failure.provider("\(settings.jwksUri): no key that tokens could be signed with")
        }
        return known.withLock(\.date)
    }

    private func keys(_ settings: Settings) async throws -> [JSONWebKey] {
        let keys = try await answer(
            to: HTTPRequest(url: settings.jwksUri, accept: "application/json"), as: JSONWebKeys.self
        ).keys
        known.withLock { $0.keys = keys }
        return keys
    }

    private func answer<Answer: Decodable>(
        to request: HTTPRequest, as type: Answer.Type
    ) async throws -> Answer {
        let response: HTTPResponse
        do throws(HTTPError) { response = try await loop.perform(request) } catch {
            let words = "\(request.url): \(error.message)"
            if case .certificate = error { throw Failure.certificate(words) }
            throw Failure.provider(words)
        }
        known.withLock { $0.date = response.date }
        guard response.status == 200 else { throw Failure.provider("\(request.url): \(response.status)") }
        guard let answer = try? JSONDecoder.ofProviders.decode(type, from: response.body) else {
            throw Failure.provider("\(request.url): not what was asked for")
        }
        return answer
    }

    private static func encoded(_ fields: [(String, String)]) -> String {
        fields.map { "\($0.formPart)=\($1.formPart)" }.joined(separator: "&")
    }
}

extension String {
    /// Encoded as a field of a form or a query.
    fileprivate var formPart: String { queryPart.replacing(":", with: "%3A") }
}

/// The configuration of an OpenID Connect provider.
public struct OpenIDOptions: Sendable {
    /// The issuer in its ID tokens. Its metadata is at `/.well-known/openid-configuration` below this address.
    public let issuer: String
    /// The client id of this site.
    public let client: String
    /// The client secret; `nil` for a public client.
    public let secret: String?
    /// The name of the provider on pages.
    public let name: String
    /// Seconds for which a provider that failed is not asked again.
    var cooldown: TimeInterval = 5
    /// For each request to the provider.
    var timeout = Duration.seconds(10)

    /// `nil` unless the issuer is an https address without a query. For http, it must be on this machine.
    ///
    /// - Parameter name: the issuer's host by default.
    public init?(issuer: String, client: String, secret: String? = nil, name: String? = nil) {
        guard Self.isTrusted(issuer), let parts = URLComponents(string: issuer), parts.query == nil,
            parts.fragment == nil, !client.isEmpty
        else { return nil }
        self.issuer = issuer
        self.client = client
        self.secret = secret
        self.name = name ?? parts.host ?? issuer
    }

    /// Whether the connection to the provider is secure.
    static func isTrusted(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            parts.user == nil
        else { return false }
        let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        return parts.scheme == "https" || (parts.scheme == "http" && isHere)
    }
}
#endif
