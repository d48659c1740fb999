// Hashes, and bytes as text.
internal import CCrypto
import Foundation

extension [UInt8] {
    /// Their SHA-256, 32 bytes.
    package var sha256: [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(self, count, &digest)
        return digest
    }

    package var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension Data {
    /// URL-safe Base64 without padding (RFC 4648, section 5).
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// `nil` for any other text, padded text included.
    package init?(base64URL text: some StringProtocol) {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let usual = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: usual + String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4))
    }
}
