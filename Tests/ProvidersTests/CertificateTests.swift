// TLS with OpenSSL's own server and a new certificate: only trusted certificates are accepted.
import Foundation
import HTTP
import Servers
import TestSupport
import Testing

@testable import Providers

@Suite(.enabled(if: areInstalled("openssl"), "needs openssl: apt-get install openssl"))
struct CertificateTests {
    static func get(_ url: String, trusting file: String?) async throws -> HTTPResponse? {
        let options = HTTPOptions(program: "Test/1", certificateFile: file)
        return try await RateLimitedClient(options).get(
            url, accept: "*/*", rules: RateLimitedClientTests.rules)
    }

    @Test func `only a trusted certificate will do`() async throws {
        let server = try TLSServer(.page)
        let certificate = server.certificate
        let url = "https://localhost:\(server.port.number)/"
        let response = try await Self.get(url, trusting: certificate)
        #expect(response?.status == 200)
        for (url, file) in [(url, nil), ("https://127.0.0.1:\(server.port.number)/", certificate)] {
            let error = await #expect(throws: ProviderError.self) { try await Self.get(url, trusting: file) }
            guard case .http(.certificate(_, let failure)) = error, failure.code == 60 else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }
}
