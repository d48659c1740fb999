// TLS with OpenSSL's own server and a new certificate: only trusted certificates are accepted.
import Foundation
import HTTP
import Servers
import TestSupport
import Testing

@testable import Providers

@Suite(.enabled(if: areInstalled("openssl"), "needs openssl: apt-get install openssl"))
struct CertificateTests {
    /// `openssl s_server` on loopback; it answers every GET with a page about the connection.
    final class TLSServer {
        let port: HeldPort
        let folder: TemporaryFolder
        private let server: Process

        init() throws {
            port = try HeldPort()
            folder = try TemporaryFolder()
            let script = """
                openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost && exec openssl s_server -accept 127.0.0.1:\(port.number) -www \
                -cert cert.pem -key key.pem
                """
            server = Process()
            server.executableURL = URL(filePath: "/bin/sh")
            server.arguments = ["-c", script]
            server.currentDirectoryURL = folder.url
            server.standardOutput = FileHandle.nullDevice
            server.standardError = FileHandle.nullDevice
            server.standardInput = Pipe()
            try server.run()
            while !port.isListening {
                guard server.isRunning else { throw ServerFailure(message: "openssl s_server ended early") }
                usleep(10_000)
            }
        }

        deinit { kill(server.processIdentifier, SIGKILL) }
    }

    static func get(_ url: String, trusting file: String?) async throws -> HTTPResponse? {
        let options = HTTPOptions(program: "Test/1", certificateFile: file)
        return try await RateLimitedClient(options).get(
            url, accept: "*/*", rules: RateLimitedClientTests.rules)
    }

    @Test func `only a trusted certificate will do`() async throws {
        let server = try TLSServer()
        let certificate = server.folder.file("cert.pem").path
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
