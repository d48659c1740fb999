#if Server
// Verifies signatures with libcrypto, which takes keys and signatures in ASN.1.
import CCrypto
import Foundation

/// A public key for verifying signatures.
final class SignatureKey {
    private let key: OpaquePointer
    private let isElliptic: Bool

    /// An RSA key of at least 2048 bits, for RSASSA-PKCS1-v1_5 with SHA-256 (`RS256`).
    ///
    /// - Parameters: unsigned big-endian numbers.
    init?(modulus: Data, exponent: Data) {
        let numbers = ASN1.sequence(ASN1.number(modulus) + ASN1.number(exponent))
        guard let key = Self.key(ASN1.rsa + ASN1.null, numbers) else { return nil }
        (self.key, isElliptic) = (key, false)
        guard EVP_PKEY_get_bits(key) >= 2048 else { return nil }
    }

    /// A point of the curve P-256, for ECDSA with SHA-256 (`ES256`).
    ///
    /// - Parameters: 32 bytes each.
    init?(x: Data, y: Data) {
        guard x.count == 32, y.count == 32, let key = Self.key(ASN1.elliptic + ASN1.p256, [4] + x + y) else {
            return nil
        }
        (self.key, isElliptic) = (key, true)
    }

    deinit { EVP_PKEY_free(key) }

    /// - Parameter signature: in the format of JSON Web Signatures (RFC 7518, section 3).
    func isRight(_ signature: Data, of message: some StringProtocol) -> Bool {
        var signature = Array(signature)
        if isElliptic {
            guard signature.count == 64 else { return false }
            signature = ASN1.sequence(ASN1.number(signature[..<32]) + ASN1.number(signature[32...]))
        }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        let bytes = Array(message.utf8)
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }

    /// Decodes a SubjectPublicKeyInfo, as in certificates (RFC 5280).
    private static func key(_ kind: [UInt8], _ key: [UInt8]) -> OpaquePointer? {
        let info = ASN1.sequence(ASN1.sequence(kind) + ASN1.bits(key))
        return info.withUnsafeBufferPointer { info in
            var next = info.baseAddress
            return d2i_PUBKEY(nil, &next, info.count)
        }
    }
}

/// The few parts of the Distinguished Encoding Rules that are needed (X.690).
private enum ASN1 {
    static let null: [UInt8] = [5, 0]
    /// 1.2.840.113549.1.1.1
    static let rsa = object([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
    /// 1.2.840.10045.2.1
    static let elliptic = object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    /// 1.2.840.10045.3.1.7
    static let p256 = object([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])

    static func sequence(_ content: [UInt8]) -> [UInt8] { field(0x30, content) }
    static func bits(_ content: [UInt8]) -> [UInt8] { field(3, [0] + content) }

    /// An unsigned number: a zero byte is prepended if the highest bit is set, since it would be the sign.
    static func number(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let bytes = Array(bytes.drop { $0 == 0 })
        return field(2, bytes.first.map { $0 < 0x80 } ?? false ? bytes : [0] + bytes)
    }

    private static func object(_ content: [UInt8]) -> [UInt8] { field(6, content) }

    private static func field(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let size = withUnsafeBytes(of: content.count.bigEndian) { Array($0.drop { $0 == 0 }) }
        let length = content.count < 0x80 ? [UInt8(content.count)] : [0x80 | UInt8(size.count)] + size
        return [tag] + length + content
    }
}
#endif
