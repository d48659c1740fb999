// Messages of `lookup` for a source at whose address there is no web server.
import Foundation
import Servers
import Testing

struct WrongProtocolTests {
    struct Stranger: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var scheme = "http"
        var cause: String
    }

    static let strangers = [
        Stranger(
            testDescription: "garbage", bytes: [0x00, 0xFF, 0x13, 0x0A, 0x80, 0x0A, 0x0A],
            cause: "does not speak HTTP"),
        Stranger(
            testDescription: "another protocol", bytes: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
            cause: "does not speak HTTP"),
        Stranger(
            testDescription: "TLS where none was asked for", bytes: alert, cause: "does not speak HTTP"),
        Stranger(
            testDescription: "no number for a status", bytes: Array("HTTP/1.1 abc def\r\n\r\n".utf8),
            cause: "does not speak HTTP"),
        Stranger(testDescription: "nothing", bytes: [], cause: "closed the connection without an answer"),
        Stranger(
            testDescription: "half a header", bytes: Array("HTTP/1.1 200 OK\r\nContent-Le".utf8),
            cause: "sent an incomplete answer"),
        Stranger(
            testDescription: "headers without an end",
            bytes: Array("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n".utf8),
            cause: "sent an incomplete answer"),
        Stranger(
            testDescription: "TLS alert", bytes: alert, scheme: "https",
            cause: "could not make a secure connection"),
        Stranger(
            testDescription: "HTTP where TLS was asked for",
            bytes: Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8), scheme: "https",
            cause: "could not make a secure connection"),
        Stranger(
            testDescription: "nothing where TLS was asked for", bytes: [], scheme: "https",
            cause: "could not make a secure connection"),
    ]

    /// Handshake failure, fatal.
    private static let alert: [UInt8] = [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]

    @Test(arguments: strangers) func `the look-up is pending, and the reason is shown`(_ stranger: Stranger)
        async throws
    {
        let server = try LoopbackServer(bytes: Data(stranger.bytes))
        let program = try Program()
        let outcome = try await program.run(
            "lookup", "--source", "k10plus", "9780306406157",
            environment: ["BOOKZONE_K10PLUS_URL": "\(stranger.scheme)://127.0.0.1:\(server.port)/sru"])
        #expect(outcome.lines.last == "Title    not asked: K10plus \(stranger.cause)")
        #expect(
            outcome.stderr.hasPrefix("K10plus: 127.0.0.1:\(server.port) \(stranger.cause)"),
            "\(outcome.stderr)")
        #expect(outcome.stderr.hasSuffix("1 book waits to be looked up; run `bookzone lookup --pending`\n"))
        #expect(!outcome.stderr.contains("certificate"))
        #expect(outcome.exitCode == 3)
        let offline = try await program.run("lookup", "--offline", "9780306406157")
        #expect(offline.lines.last == "Title    not asked: offline")
    }
}
