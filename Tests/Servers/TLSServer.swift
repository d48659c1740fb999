// An HTTPS server with a certificate of its own.
import Foundation
import TestSupport

/// `openssl s_server` on a free port of 127.0.0.1, with a new certificate for `localhost`.
public final class TLSServer: Sendable {
    /// The option of `s_server` that selects its responses.
    public enum Responses: String, Sendable {
        /// The files of `folder`, each a complete HTTP response.
        case files = "-HTTP"
        /// A page about the connection, for every GET.
        case page = "-www"
    }

    public let port: HeldPort
    public let folder: TemporaryFolder
    private let server: Process

    /// The path of the certificate.
    public var certificate: String { folder.file("cert.pem").path }

    public init(_ responses: Responses) throws {
        port = try HeldPort()
        folder = try TemporaryFolder()
        let script = """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
            -addext subjectAltName=DNS:localhost && exec openssl s_server -accept 127.0.0.1:\(port.number) \
            \(responses.rawValue) -cert cert.pem -key key.pem
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

    deinit { server.killIfRunning() }
}
