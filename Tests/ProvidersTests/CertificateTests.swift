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
        let options = HTTPOptions(program: "Test/1", certificates: TrustedCertificates(file: file))
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
            #expect(failure.certificateFault == (file == nil ? .untrusted : .otherHost), "\(failure.words)")
        }
        let error = await #expect(throws: ProviderError.self) { try await Self.get(url, trusting: "/absent") }
        guard case .http(.certificate(_, let failure)) = error, failure.certificateFault == .unreadable else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// As OpenSSL and GnuTLS say it.
    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", CertificateFault.expired),
        ("server certificate expiration date has passed.", .expired),
        ("SSL certificate problem: certificate is not yet valid", .early),
        ("server certificate not activated yet.", .early),
        ("SSL: no alternative certificate subject name matches target host name 'club.test'", .otherHost),
        ("SSL: certificate subject name (a.test) does not match target host name 'club.test'", .otherHost),
        ("SSL certificate problem: self-signed certificate", .untrusted),
        ("SSL certificate problem: unable to get local issuer certificate", .untrusted),
        ("server certificate verification failed. CAfile: none CRLfile: none", .untrusted),
    ])
    func `what is wrong with a certificate is told from libcurl's words`(
        words: String, fault: CertificateFault
    ) {
        #expect(CurlFailure(code: 60, words: words).certificateFault == fault)
    }

    /// The server says nothing to a mail program, which waits for its greeting once it trusts it.
    @Test func `only a trusted certificate will do for mail`() throws {
        let server = try TLSServer(.page)
        func failure(trusting file: String?) throws -> HTTPError? {
            let mail = try MailServer(
                url: "smtps://localhost:\(server.port.number)",
                sender: #require(MailAddress("site@club.test")),
                certificates: TrustedCertificates(file: file))
            return #expect(throws: HTTPError.self) { try mail.logIn(timeout: .seconds(2)) }
        }
        guard case .certificate? = try failure(trusting: nil) else {
            Issue.record("a certificate of nobody's was trusted")
            return
        }
        if case .certificate? = try failure(trusting: server.certificate) {
            Issue.record("a trusted certificate was refused")
        }
    }
}
