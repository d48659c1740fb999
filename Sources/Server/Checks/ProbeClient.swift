#if Server
// Asks a site how requests arrive there.
import Foundation
import HTTP

struct ProbeClient {
    /// An address of nobody's (RFC 5737), which a client claims to have.
    static let stranger = "192.0.2.77"

    private let loop: CurlLoop
    private let host: String
    private let secret: Secret

    /// - Parameters:
    ///   - host: the site's name in requests that go around a proxy.
    ///   - secret: which the site knows.
    init(host: String, secret: Secret, timeout: Duration) throws(HTTPError) {
        var options = HTTPOptions.program(timeout: timeout)
        options.followsRedirects = false
        loop = try CurlLoop(options)
        (self.host, self.secret) = (host, secret)
    }

    /// - Parameter isLocal: whether the address is that of this machine, and not the site's own.
    func get(
        _ address: String, isLocal: Bool = false, endsWithFirstBytes: Bool = false
    ) async -> Result<HTTPResponse, HTTPError> {
        var request = request(address)
        if isLocal { request.headers.append("Host: \(host)") }
        request.endsWithFirstBytes = endsWithFirstBytes
        return await perform(request)
    }

    /// - Parameter bytes: of the body.
    func post(_ address: String, bytes: Int) async -> Result<HTTPResponse, HTTPError> {
        var request = request(address)
        request.method = "POST"
        request.headers += ["Content-Type: application/octet-stream", "Expect:"]
        request.body = Data(count: bytes)
        return await perform(request)
    }

    private func request(_ address: String) -> HTTPRequest {
        var request = HTTPRequest(url: address, accept: "application/json")
        request.headers = ["X-BookZone-Check: \(secret.text)", "X-Forwarded-For: \(Self.stranger)"]
        return request
    }

    private func perform(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        do throws(HTTPError) { return .success(try await loop.perform(request)) } catch {
            return .failure(error)
        }
    }
}

extension HTTPResponse {
    /// What a site says of a request; `nil` if no site does.
    var answer: ProbeAnswer? {
        status == 200 ? try? JSONDecoder().decode(ProbeAnswer.self, from: body) : nil
    }
}
#endif
