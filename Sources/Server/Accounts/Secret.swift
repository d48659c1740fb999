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
    var challenge: String { Data(Self.digest(of: text)).base64URL }

    static func hash(of text: String) -> String {
        digest(of: text).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func digest(of text: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let bytes = Array(text.utf8)
        SHA256(bytes, bytes.count, &digest)
        return digest
    }
}

extension Data {
    /// URL-safe Base64 without padding (RFC 4648, section 5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// `nil` for any other text, padded text included.
    init?(base64URL text: some StringProtocol) {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let usual = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: usual + String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4))
    }
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
