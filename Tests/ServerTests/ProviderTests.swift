#if Server
// Signing in with an OpenID Connect provider, and attacks on it.
import Accounts
import CCrypto
import Catalogue
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Server

struct ProviderTests {
    @Test func `a provider's user creates an account and signs in again`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            provider.say { $0.claims["preferred_username"] = "maria <b>" }
            let maria = site.visitor()
            #expect(try await maria.get("/sign-in").text.contains("Sign in with Club"))
            let back = try await maria.goThere(provider, by: "/sign-in/provider?to=%2Fliked")
            #expect(back.status == 303 && back["location"] == "/sign-up/provider")
            #expect(try await maria.get("/liked").status == 303, "nobody yet")
            let page = try await maria.get("/sign-up/provider")
            #expect(page.text.contains("value=\"maria &lt;b&gt;\""))
            #expect(try await maria.send("/sign-up/provider", [("name", "-")]).status == 422)
            let form = try #require(maria.cookies["bookzone-form"])
            let made = try await maria.send("/sign-up/provider", [("name", "Maria")])
            #expect(made.status == 303 && made["location"] == "/liked")
            #expect(maria.cookies["bookzone"] != form)
            #expect(try await maria.get("/liked").status == 200)
            #expect(try site.store.accounts().map(\.role) == [.reader])
            // It is used up, even if the page is opened again.
            #expect(try await maria.send("/sign-up/provider", [("name", "Tom")]).status == 303)
            let elsewhere = site.visitor()
            let again = try await elsewhere.goThere(provider)
            #expect(again.status == 303 && again["location"] == "/")
            #expect(try await elsewhere.get("/").status == 200)
            #expect(try site.store.accounts().map(\.name) == ["Maria"])
            #expect(try await site.visitor().signIn("Maria", "").status == 422, "there is no password")
        }
    }

    @Test func `below a base path and over https it leads back there`() async throws {
        try await TestProvider.with(address: "https://club.test/books") {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            let maria = site.visitor()
            let away = try await maria.get("/books/sign-in/provider?to=%2Fbooks%2Fliked")
            #expect(away["location"]?.contains("club.test%2Fbooks%2Fsign-in%2Fprovider%2Freturn&") == true)
            #expect(away.cookies.allSatisfy { $0.hasPrefix("__Host-") && $0.contains("SameSite=Lax") })
            let back = try await maria.get(provider.agree(to: away["location"] ?? ""))
            #expect(back.status == 303 && back["location"] == "/books/sign-up/provider")
            _ = try await maria.get("/books/sign-up/provider")
            let made = try await maria.send("/books/sign-up/provider", [("name", "Maria")])
            #expect(made["location"] == "/books/liked")
            #expect(try await maria.get("/books/liked").status == 200)
        }
    }

    @Test func `the sign-up setting is enforced for the provider too`() async throws {
        try await TestProvider.with { (site, provider) async throws in
            let tom = site.visitor()
            let refused = try await tom.goThere(provider)
            #expect(refused.status == 403 && refused.text.contains("No account here is linked to"))
            #expect(try await tom.get("/sign-up/provider").status == 303)
            let link = try site.site.links.invitation(as: .librarian, name: "Maria")
            let ticket = String(link.suffix(43))
            let maria = site.visitor()
            #expect(
                try await maria.get("/sign-up?ticket=\(ticket)").text.contains(
                    "/sign-in/provider?ticket=\(ticket)"))
            _ = try await maria.goThere(provider, by: "/sign-in/provider?ticket=\(ticket)")
            // The account has the name in the invitation.
            #expect(try await maria.send("/sign-up/provider", [("name", "Other")]).status == 303)
            let accounts = try site.store.accounts()
            #expect(accounts.map(\.name) == ["Maria"] && accounts.map(\.role) == [.librarian])
            provider.say { $0.subject = "another" }
            #expect(try await tom.goThere(provider, by: "/sign-in/provider?ticket=\(ticket)").status == 403)
        }
        try await TestProvider.with {
            $0.signUp = .closed
        } _: { (site, provider) async throws in
            let link = try site.site.links.invitation(as: .reader, name: nil)
            let path = "/sign-in/provider?ticket=\(link.suffix(43))"
            #expect(try await site.visitor().goThere(provider, by: path).status == 403)
            let setup = try #require(try site.site.links.setup())
            let first = site.visitor()
            _ = try await first.goThere(provider, by: "/sign-in/provider?ticket=\(setup.suffix(43))")
            _ = try await first.send("/sign-up/provider", [("name", "First")])
            #expect(try site.store.accounts().map(\.role) == [.administrator])
        }
    }

    @Test func `no account is made while the disk is almost full`() async throws {
        try await TestProvider.with {
            ($0.signUp, $0.diskLeft) = (.open, 1 << 60)
        } _: { (site, provider) async throws in
            let maria = site.visitor()
            _ = try await maria.goThere(provider)
            #expect(try await maria.get("/sign-up/provider").status == 200)
            #expect(try await maria.send("/sign-up/provider", [("name", "Maria")]).status == 507)
            #expect(try site.store.accounts().isEmpty)
        }
    }

    @Test func `an answer is valid once, in the browser that asked`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            let maria = site.visitor()
            let away = try await maria.get("/sign-in/provider")
            let back = try provider.agree(to: away["location"] ?? "")
            let thief = site.visitor()
            _ = try await thief.get("/sign-in")
            #expect(try await thief.get(back).status == 403)
            #expect(try await site.visitor().get(back).status == 403)
            #expect(try await maria.get(back).status == 303)
            #expect(try await maria.get(back).status == 403, "a second time")
            #expect(
                try await maria.get("/sign-in/provider/return?code=x&state=\(Secret().text)").status == 403)
            #expect(try await maria.get("/sign-in/provider/return?code=x").status == 403)
            let denied = try await maria.get("/sign-in/provider")["location"] ?? ""
            let state = try #require(denied.firstMatch(of: /[?&]state=([\w-]+)/)?.1)
            let refused = try await maria.get(
                "/sign-in/provider/return?error=access_denied&error_description=%3Cb%3E&state=\(state)")
            #expect(refused.status == 403 && refused.text.contains("did not confirm who you are"))
            #expect(!refused.text.contains("<b>"))
        }
    }

    @Test func `requests expire, and their memory is bounded`() throws {
        let requests = SignInRequests()
        func request(_ network: String, at date: Date = .now) -> SignInRequests.Request {
            .init(
                purpose: .signIn(ticket: nil), place: "/", browser: "mine", network: network, begun: date)
        }
        let now = Date.now
        let state = requests.begin(request("a", at: now))
        #expect(requests.take(state, browser: "mine", at: now + SignInRequests.holds) == nil)
        #expect(requests.take(state, browser: "mine", at: now) == nil, "it is used up all the same")
        let mine = requests.begin(request("a"))
        let others = (0..<100).map { _ in requests.begin(request("b")) }
        #expect(others.count { requests.take($0, browser: "mine") != nil } == SignInRequests.most.ofOne)
        #expect(requests.take(mine, browser: "yours") == nil)
        #expect(requests.take(mine, browser: "mine") != nil)
        // Many unfinished sign-ins from many networks don't prevent others from signing in.
        let quiet = requests.begin(request("quiet"))
        for number in 0..<2 * SignInRequests.most.ofAll { _ = requests.begin(request("\(number % 700)")) }
        #expect(requests.count <= SignInRequests.most.ofAll)
        #expect(requests.take(quiet, browser: "mine") != nil)
        #expect(requests.take(requests.begin(request("late")), browser: "mine") != nil)
    }

    @Test func `a code is worth nothing without the verifier`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            let maria = site.visitor()
            let away = try await maria.get("/sign-in/provider")["location"] ?? ""
            let challenge = try #require(away.firstMatch(of: /code_challenge=([\w-]+)/)?.1)
            let other = away.replacing(challenge, with: Secret().challenge)
            let answer = try await maria.get(provider.agree(to: other))
            #expect(answer.status == 502 && answer.text.contains("Club can"))
        }
    }

    /// The errors in a token, one at a time.
    private static let lies: [(String, @Sendable (inout TestProvider.Words) -> Void)] = [
        (
            "no algorithm",
            {
                $0.header["alg"] = "none"
                $0.signature = { _ in Data() }
            }
        ),
        (
            "a secret that all know",
            { words in
                words.header["alg"] = "HS256"
                words.signature = { [key = words.key] message in
                    hmac(message, key: Data(key.published["n"]!.utf8))
                }
            }
        ),
        ("another algorithm", { $0.header["alg"] = "RS512" }),
        ("another key's signature", { $0.signature = { SigningKey("first").signature(of: $0) } }),
        (
            "a changed signature",
            { words in words.signature = { [key = words.key] _ in key.signature(of: "else") } }
        ),
        ("no signature", { $0.signature = { _ in Data() } }),
        ("a key that nobody has", { $0.header["kid"] = "nobodys" }),
        ("something critical", { $0.header["crit"] = ["exp"] }),
        ("another issuer", { $0.claims["iss"] = "https://accounts.example.org" }),
        ("another client", { $0.claims["aud"] = "other" }),
        ("several clients", { $0.claims["aud"] = [TestProvider.client, "other"] }),
        (
            "several clients, for another",
            {
                $0.claims["aud"] = [TestProvider.client, "other"]
                $0.claims["azp"] = "other"
            }
        ),
        ("too old", { $0.claims["exp"] = Date.now.timeIntervalSince1970 - 120 }),
        ("of the future", { $0.claims["iat"] = Date.now.timeIntervalSince1970 + 600 }),
        ("not yet", { $0.claims["nbf"] = Date.now.timeIntervalSince1970 + 600 }),
        ("another nonce", { $0.claims["nonce"] = Secret().text }), ("no nonce", { $0.claims["nonce"] = "" }),
        ("nobody", { $0.claims["sub"] = "" }),
        ("too long a name", { $0.claims["sub"] = String(repeating: "x", count: 256) }),
        ("a key too short", { $0.key = SigningKey("short", bits: 1024) }),
    ]

    @Test func `a flawed token is rejected`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            for (name, lie) in Self.lies {
                provider.say { lie(&$0) }
                let maria = site.visitor()
                let answer = try await maria.goThere(provider)
                #expect(answer.status == 403, "\(name)")
                #expect(try await maria.get("/sign-up/provider").status == 303, "\(name)")
                provider.say { $0 = TestProvider.Words() }
            }
            // Otherwise no token would be valid.
            provider.say {
                $0.claims["aud"] = [TestProvider.client, "other"]
                $0.claims["azp"] = TestProvider.client
            }
            #expect(try await site.visitor().goThere(provider).status == 303)
        }
    }

    @Test(arguments: ["RS256", "ES256"])
    func `keys may change at any time`(algorithm: String) async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            #expect(try await site.visitor().goThere(provider).status == 303)
            let unknown = ["kty": "OKP", "crv": "Ed25519", "x": "AA", "kid": "new"]
            provider.say { words in
                words.otherKeys = [words.key.published, unknown]
                words.key = SigningKey("second", algorithm)
            }
            #expect(try await site.visitor().goThere(provider).status == 303)
            // With the same key ID, as some providers do.
            provider.say { $0.key = SigningKey("second", algorithm) }
            #expect(try await site.visitor().goThere(provider).status == 303)
            provider.say { words in
                let key = words.key
                words.signature = { message in Data(key.signature(of: message).reversed()) }
            }
            #expect(try await site.visitor().goThere(provider).status == 403)
        }
    }

    @Test(arguments: [
        ["issuer": "https://accounts.example.org"], ["token_endpoint": "http://accounts.example.org/token"],
        ["jwks_uri": "file:///etc/passwd"], ["authorization_endpoint": "javascript:alert(1)"],
    ])
    func `settings that are not the provider's own are not followed`(settings: [String: String]) async throws
    {
        try await TestProvider.with {
            $0.provider?.cooldown = 3600
        } _: { (site, provider) async throws in
            provider.say { $0.settings = settings }
            let answer = try await site.visitor().get("/sign-in/provider")
            #expect(answer.status == 502 && answer.text.contains("be reached"))
            _ = try await site.account("Maria")
            #expect(try await site.visitor().signIn("Maria").status == 303, "passwords still do")
            provider.say { $0.settings = [:] }
            #expect(try await site.visitor().get("/sign-in/provider").status == 502, "left alone for a while")
        }
    }

    @Test func `a provider that could not be asked is asked again`() async throws {
        try await TestProvider.with {
            $0.provider?.cooldown = 0
        } _: { (site, provider) async throws in
            provider.say { $0.settings = ["issuer": "https://accounts.example.org"] }
            #expect(try await site.visitor().get("/sign-in/provider").status == 502)
            provider.say { $0.settings = [:] }
            #expect(try await site.visitor().get("/sign-in/provider").status == 303)
        }
    }

    @Test func `an answer that names another provider is rejected`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            func back(_ iss: String) async throws -> Int {
                let maria = site.visitor()
                let away = try await maria.get("/sign-in/provider")["location"] ?? ""
                return try await maria.get(provider.agree(to: away) + iss).status
            }
            #expect(try await back("&iss=https%3A%2F%2Faccounts.example.org") == 403)
            #expect(try await back("&iss=\(provider.issuer.queryPart)") == 303)
        }
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            provider.say { $0.settings["authorization_response_iss_parameter_supported"] = true }
            #expect(try await site.visitor().goThere(provider).status == 403, "it should have been named")
        }
    }

    @Test func `an unknown e-mail address gives no access`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            let maria = try await site.account("Maria")
            try site.store.set(email: "maria@club.test", of: maria.id)
            provider.say {
                $0.claims = [
                    "email": "maria@club.test", "email_verified": true, "preferred_username": "Maria",
                ]
            }
            let stranger = site.visitor()
            #expect(try await stranger.goThere(provider)["location"] == "/sign-up/provider")
            let answer = try await stranger.send("/sign-up/provider", [("name", "maria")])
            #expect(answer.status == 422 && answer.text.contains("This name is taken"))
            #expect(try site.store.identities(of: maria.id).isEmpty)
        }
    }

    @Test func `linking an identity needs the password`() async throws {
        try await TestProvider.with { (site, provider) async throws in
            let maria = try await site.visitor("Maria")
            #expect(try await maria.send("/account/provider", [("password", "wrong password")]).status == 422)
            let step = try await maria.send("/account/provider", [("password", TestSite.password)])
            let address = try #require(step.text.firstMatch(of: /href="(http:[^"]+)"/)?.1)
                .replacing("&amp;", with: "&")
            let back = try provider.agree(to: String(address))
            // Another person's browser, signed in or not.
            let tom = try await site.visitor("Tom")
            #expect(try await tom.get(back).status == 403)
            #expect(try await maria.get(back)["location"] == "/account")
            let id = try await site.account("Maria").id
            #expect(try site.store.identities(of: id).map(\.subject) == ["248289761001"])
            let elsewhere = site.visitor()
            #expect(try await elsewhere.goThere(provider).status == 303)
            #expect(try await elsewhere.get("/account").text.contains(">Maria<"))
            // The identity belongs to her account only.
            let other = try await tom.send("/account/provider", [("password", TestSite.password)])
            let further = try #require(other.text.firstMatch(of: /href="(http:[^"]+)"/)?.1)
                .replacing("&amp;", with: "&")
            #expect(try await tom.get(provider.agree(to: String(further))).status == 403)
            #expect(
                try await maria.send("/account/provider/remove", [("password", "wrong password")]).status
                    == 422)
            #expect(
                try await maria.send("/account/provider/remove", [("password", TestSite.password)]).status
                    == 303)
            #expect(try await site.visitor().goThere(provider).status == 403)
        }
    }

    @Test func `changing an account without a password needs a fresh sign-in`() async throws {
        try await TestProvider.with {
            $0.signUp = .open
        } _: { (site, provider) async throws in
            let maria = site.visitor()
            _ = try await maria.goThere(provider)
            _ = try await maria.send("/sign-up/provider", [("name", "Maria")])
            let again = "/sign-in/provider/again?to=%2Faccount"
            #expect(try await maria.get("/account").text.contains("/sign-in/provider/again"))
            #expect(try await maria.send("/account/name", [("name", "Mary")]).status == 422)
            #expect(try await maria.send("/account/delete", [("password", "")]).status == 422)
            // Not a fresh sign-in, or too long ago.
            provider.say { $0.claims["auth_time"] = "" }
            #expect(try await maria.goThere(provider, by: again).status == 403)
            provider.say { $0.claims["auth_time"] = Date.now.timeIntervalSince1970 - 3600 }
            #expect(try await maria.goThere(provider, by: again).status == 403)
            provider.say { $0.claims["auth_time"] = nil }
            // Another person signed in at the provider.
            provider.say { $0.subject = "another" }
            #expect(try await maria.goThere(provider, by: again).status == 403)
            #expect(try await maria.send("/account/name", [("name", "Mary")]).status == 422)
            provider.say { $0.subject = "248289761001" }
            #expect(try await maria.goThere(provider, by: again)["location"] == "/account")
            // It is not valid for another session.
            let elsewhere = site.visitor()
            _ = try await elsewhere.goThere(provider)
            #expect(try await elsewhere.send("/account/name", [("name", "Mary")]).status == 422)
            #expect(try await maria.send("/account/name", [("name", "Mary")]).status == 303)
            #expect(
                try await maria.send("/account/provider/remove").status == 422, "nothing would let her in")
            #expect(try await maria.send("/account/password", [("new", "another good one")]).status == 200)
            #expect(try await site.visitor().signIn("Mary", "another good one").status == 303)
        }
    }

    @Test func `sign-in returns to a page of this site`() async throws {
        try await TestProvider.with { (site, provider) async throws in
            let maria = try await site.account("Maria")
            _ = try site.store.add(
                Identity(issuer: provider.issuer, subject: "248289761001"), to: maria.id)
            for place in ["%2F%2Fevil.test%2F", "https%3A%2F%2Fevil.test", "%2F%5Cevil.test"] {
                let back = try await site.visitor().goThere(provider, by: "/sign-in/provider?to=\(place)")
                #expect(back["location"] == "/")
            }
        }
    }

    @Test func `passwords can be switched off`() async throws {
        try await TestProvider.with {
            $0.takesPasswords = false
        } _: { (site, provider) async throws in
            let maria = try await site.account("Maria")
            _ = try site.store.add(
                Identity(issuer: provider.issuer, subject: "248289761001"), to: maria.id)
            let page = try await site.visitor().get("/sign-in")
            #expect(page.text.contains("Sign in with Club") && !page.text.contains("name=\"password\""))
            #expect(try await site.visitor().signIn("Maria").status == 404)
            let reset = try #require(try site.site.links.reset(for: "Maria")).suffix(43)
            let fields = [("ticket", String(reset)), ("password", "another good one")]
            #expect(try await site.visitor().send("/reset", fields).status == 404)
            let invitation = try site.site.links.invitation(as: .reader, name: nil).suffix(43)
            let person = [("ticket", String(invitation)), ("name", "Tom"), ("password", "another good one")]
            #expect(try await site.visitor().send("/sign-up", person).status == 404)
            let browser = site.visitor()
            #expect(try await browser.goThere(provider).status == 303)
            #expect(
                try await browser.send("/account/name", [("name", "Mary"), ("password", TestSite.password)])
                    .status == 422)
            _ = try await browser.goThere(provider, by: "/sign-in/provider/again?to=%2Faccount")
            #expect(try await browser.send("/account/name", [("name", "Mary")]).status == 303)
        }
    }

    @Test(arguments: [
        "http://accounts.example.org", "accounts.example.org", "https://a@accounts.example.org",
        "https://accounts.example.org/?x", "ftp://localhost", "",
    ])
    func `a provider has an https address`(issuer: String) {
        #expect(OpenIDOptions(issuer: issuer, client: "x") == nil)
        #expect(
            OpenIDOptions(issuer: "https://accounts.example.org/a", client: "x")?.name
                == "accounts.example.org")
        #expect(OpenIDOptions(issuer: "https://accounts.example.org", client: "") == nil)
    }
}

private func hmac(_ message: String, key: Data) -> Data {
    var digest = [UInt8](repeating: 0, count: 32)
    var count = UInt32(0)
    let (key, bytes) = (Array(key), Array(message.utf8))
    HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &digest, &count)
    return Data(digest)
}
#endif
