// Redirects from https to http are refused, with OpenSSL's own server.
import Books
import Foundation
import HTTP
import Reading
import Servers
import TestSupport
import Testing

@testable import Fetching

@Suite(.enabled(if: areInstalled("openssl"), "needs openssl: apt-get install openssl"))
struct SecureRedirectTests {
    @Test func `no redirect leads from https to http`() async throws {
        let open = try LoopbackServer { _ in ServerAnswer(body: .data(Data("a photo".utf8))) }
        let closed = try TLSServer(.files)
        for (name, place) in [
            ("down", open.address + "/a"), ("along", "https://localhost:\(closed.port.number)/there"),
        ] {
            let answer = "HTTP/1.0 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n"
            try closed.folder.write(Data(answer.utf8), to: name)
        }
        try closed.folder.write(Data("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8), to: "there")
        let options = HTTPOptions(
            program: "Test/1", certificates: TrustedCertificates(file: closed.certificate))
        func bytes(_ name: String, _ options: HTTPOptions) async throws -> Data {
            let address = try #require(PhotoAddress("https://localhost:\(closed.port.number)/\(name)"))
            return try await PhotoFetcher(options, most: 1).bytes(of: address)
        }
        #expect(try await bytes("along", options.forPhotos) == Data("hi".utf8))
        await #expect(throws: ScanError.notFetched(.redirect)) { try await bytes("down", options.forPhotos) }
        #expect(open.requests.isEmpty)
        #expect(try await bytes("down", options) == Data("a photo".utf8))
        let stranger = await #expect(throws: ScanError.self) {
            try await bytes("there", HTTPOptions(program: "Test/1").forPhotos)
        }
        guard case .notFetched(.untrusted) = stranger else {
            Issue.record("\(String(describing: stranger))")
            return
        }
    }
}
