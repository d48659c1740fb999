#if Server
// An OpenID Connect provider on this machine. It checks the site's requests, including the PKCE verifier, and returns
// wrong answers if a test requests them.
import CCrypto
import Catalogue
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

@testable import Server

final class TestProvider: Sendable {
    /// Its answers; changed by tests.
    struct Words: Sendable {
        var subject = "248289761001"
        /// In addition to the usual ones, or instead of them; an empty text omits one.
        var claims: [String: any Sendable] = [:]
        var header: [String: any Sendable] = [:]
        /// Computed from the signed message, instead of the key's signature.
        var signature: (@Sendable (String) -> Data)?
        var settings: [String: any Sendable] = [:]
        var key = TestProvider.firstKey
        /// Also published.
        var otherKeys: [[String: String]] = []
    }

    private struct Asked: Sendable {
        var challenge: String
        var nonce: String
        var back: String
        var isAnew: Bool
    }

    private struct State {
        var words = Words()
        var codes: [String: Asked] = [:]
        var port = 0
    }

    static let client = "bookzone+club"
    static let secret = "s3cret & more"
    /// Created once, because that takes long.
    private static let firstKey = SigningKey("first")
    private let state = Mutex(State())

    /// Changes its answers from now on.
    func say(_ change: (inout Words) -> Void) { state.withLock { change(&$0.words) } }

    var issuer: String { "http://localhost:\(state.withLock(\.port))" }

    /// The site's settings for it.
    var options: OpenIDOptions? {
        var options = OpenIDOptions(issuer: issuer, client: Self.client, secret: Self.secret, name: "Club")
        // Hundreds of tests beside it share two threads.
        options?.timeout = .seconds(120)
        return options
    }

    /// - Parameters:
    ///   - address: of the site.
    ///   - change: changes the site's other options.
    static func with(
        address: String = "http://club.test",
        _ change: @Sendable @escaping (inout SiteOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (TestSite, TestProvider) async throws -> Void
    ) async throws {
        let provider = TestProvider()
        try await serving { onListening in
            Application(
                router: provider.router(), configuration: .init(address: .hostname("localhost", port: 0)),
                onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
                logger: .quiet)
        } _: { port in
            provider.state.withLock { $0.port = port }
            try await TestSite.with(address: address) {
                $0.provider = provider.options
                change(&$0)
            } _: { site in
                try await body(site, provider)
            }
        }
    }

    /// Signs in at the provider and consents.
    ///
    /// - Parameter address: to which a site redirected the browser.
    /// - Returns: the path to which the provider redirects.
    func agree(to address: String) throws -> String {
        let parts = address.split(separator: "?", maxSplits: 1)
        let query = Form(urlEncoded: parts.count > 1 ? parts[1] : "")
        guard parts.first == "\(issuer)/authorize", query["response_type"] == "code",
            query["client_id"] == Self.client,
            query["scope"]?.split(separator: " ").contains("openid") == true,
            query["code_challenge_method"] == "S256", let challenge = query["code_challenge"],
            let nonce = query["nonce"], let back = query["redirect_uri"], let state = query["state"],
            let path = back.firstMatch(of: /^https?:\/\/club.test(\/.*)$/)?.1
        else { throw Unexpected(what: address) }
        let code = Secret().text
        let asked = Asked(
            challenge: challenge, nonce: nonce, back: back,
            isAnew: query["prompt"] == "login" && query["max_age"] == "0")
        self.state.withLock { $0.codes[code] = asked }
        return "\(path)?code=\(code)&state=\(state)"
    }

    struct Unexpected: Error {
        var what: String
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("authorize") { _, _ in "" }
        router.get(".well-known/openid-configuration") { _, _ in
            let settings = self.state.withLock(\.words.settings)
            return Self.json(
                [
                    "issuer": self.issuer, "authorization_endpoint": "\(self.issuer)/authorize",
                    "token_endpoint": "\(self.issuer)/token", "jwks_uri": "\(self.issuer)/jwks",
                ].merging(settings) { $1 })
        }
        router.get("jwks") { _, _ in
            let words = self.state.withLock(\.words)
            return Self.json(["keys": words.otherKeys + [words.key.published]])
        }
        router.post("token") { request, _ in
            let body = try await request.body.collect(upTo: 10_000)
            let form = Form(urlEncoded: String(buffer: body))
            // Both form-encoded.
            let pair = Data("bookzone%2Bclub:s3cret%20%26%20more".utf8).base64EncodedString()
            let asked = self.state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
            guard let asked, form["grant_type"] == "authorization_code", form["redirect_uri"] == asked.back,
                request.headers[.authorization] == "Basic \(pair)",
                form["code_verifier"].flatMap(Secret.init)?.challenge == asked.challenge
            else { return Self.json(["error": "invalid_grant"], .badRequest) }
            return Self.json(["token_type": "Bearer", "access_token": "a", "id_token": self.token(asked)])
        }
        return router
    }

    private func token(_ asked: Asked) -> String {
        let words = state.withLock(\.words)
        let now = Date.now.timeIntervalSince1970.rounded()
        var claims: [String: any Sendable] = [
            "iss": issuer, "aud": Self.client, "sub": words.subject, "exp": now + 300, "iat": now,
            "nonce": asked.nonce,
        ]
        if asked.isAnew { claims["auth_time"] = now }
        claims.merge(words.claims) { $1 }
        claims = claims.filter { ($0.value as? String)?.isEmpty != true }
        let header = ["alg": words.key.algorithm, "kid": words.key.id].merging(words.header) { $1 }
        let message = [header, claims].map { Self.data($0).base64URL }.joined(separator: ".")
        let signature = words.signature?(message) ?? words.key.signature(of: message)
        return "\(message).\(signature.base64URL)"
    }

    private static func data(_ object: [String: any Sendable]) -> Data {
        (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    }

    private static func json(
        _ object: [String: any Sendable], _ status: HTTPResponse.Status = .ok
    ) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data(object))))
    }
}

extension Visitor {
    /// Goes to the provider from a path of the site, consents, and returns.
    func goThere(_ provider: TestProvider, by path: String = "/sign-in/provider") async throws -> Answer {
        let away = try await get(path)
        return try await get(provider.agree(to: away["location"] ?? ""))
    }
}
#endif
