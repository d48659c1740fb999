#if Server
// A signing key of the test provider.
import CCrypto
import Catalogue
import Foundation

@testable import Server

final class SigningKey: Sendable {
    let id: String
    let algorithm: String
    /// Immutable after creation, and libcrypto allows several threads to read it.
    nonisolated(unsafe) private let key: OpaquePointer

    /// - Parameter algorithm: `RS256` or `ES256`.
    init(_ id: String, _ algorithm: String = "RS256", bits: Int32 = 2048) {
        (self.id, self.algorithm) = (id, algorithm)
        let context = EVP_PKEY_CTX_new_from_name(nil, algorithm == "RS256" ? "RSA" : "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        EVP_PKEY_keygen_init(context)
        if algorithm == "RS256" {
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, bits)
        } else {
            EVP_PKEY_CTX_set_group_name(context, "P-256")
        }
        EVP_PKEY_keygen(context, &key)
        self.key = key!
    }

    deinit { EVP_PKEY_free(key) }

    /// As published by a provider.
    var published: [String: String] {
        let about = ["kid": id, "use": "sig", "alg": algorithm]
        return about.merging(
            algorithm == "RS256"
                ? ["kty": "RSA", "n": number("n").base64URL, "e": number("e").base64URL]
                : ["kty": "EC", "crv": "P-256", "x": point[1..<33].base64URL, "y": point[33...].base64URL]
        ) { $1 }
    }

    /// In the form of JSON Web Signatures.
    func signature(of message: String) -> Data {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        let bytes = Array(message.utf8)
        var count = 1024
        var signature = [UInt8](repeating: 0, count: count)
        EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key)
        EVP_DigestSign(context, &signature, &count, bytes, bytes.count)
        if algorithm == "RS256" { return Data(signature[..<count]) }
        return signature.withUnsafeBufferPointer { encoded in
            var next = encoded.baseAddress
            let pair = d2i_ECDSA_SIG(nil, &next, count)
            defer { ECDSA_SIG_free(pair) }
            return [ECDSA_SIG_get0_r(pair), ECDSA_SIG_get0_s(pair)].reduce(into: Data()) { all, part in
                var bytes = [UInt8](repeating: 0, count: 32)
                BN_bn2binpad(part, &bytes, 32)
                all += bytes
            }
        }
    }

    private func number(_ name: String) -> Data {
        var number: OpaquePointer?
        EVP_PKEY_get_bn_param(key, name, &number)
        defer { BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(number) + 7) / 8)
        BN_bn2bin(number, &bytes)
        return Data(bytes)
    }

    private var point: Data {
        var bytes = [UInt8](repeating: 0, count: 65)
        var count = 0
        EVP_PKEY_get_octet_string_param(key, "pub", &bytes, bytes.count, &count)
        return Data(bytes[..<count])
    }
}
#endif
