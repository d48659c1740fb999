#if Server
// The secret of a session or link: shown once, and stored only as its hash.
import Accounts
import CCrypto
import Catalogue
import Foundation

/// 256 random bits.
struct Secret: Sendable {
    /// 43 characters of URL-safe Base64.
    let text: String

    init() {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        text = Data(bytes).base64URL
    }

    /// A secret from a request; `nil` if the text has another form.
    init?(_ text: some StringProtocol) {
        let isURLSafe = text.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
        guard text.utf8.count == 43, isURLSafe else { return nil }
        self.text = String(text)
    }

    /// SHA-256 in hexadecimal digits.
    var hash: String { Self.hash(of: text) }

    /// The form's token against cross-site request forgery. It is derived from the secret; the reverse is infeasible.
    var formToken: String { Self.hash(of: "form " + text) }

    /// The PKCE challenge of this verifier (RFC 7636, S256).
    var challenge: String { Data(Array(text.utf8).sha256).base64URL }

    static func hash(of text: String) -> String { Array(text.utf8).sha256.hexadecimal }
}

extension Account {
    /// Identifies the account on a shared device, also after it was renamed. It grants no access.
    var mark: String { Secret.hash(of: "account \(id) \(Int(made.timeIntervalSince1970))") }
}

extension StringProtocol {
    /// Compares in constant time.
    func isSame(as other: some StringProtocol) -> Bool {
        let (one, two) = (Array(utf8), Array(other.utf8))
        return one.count == two.count && CRYPTO_memcmp(one, two, one.count) == 0
    }
}
#endif
