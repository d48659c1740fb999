#if Server
// Sends requests to a site to find out how they arrive there.
import Foundation
import HTTP

struct ProbeClient {
    /// A forged client address, from the range for documentation (RFC 5737).
    static let stranger = "192.0.2.77"

    private let loop: CurlLoop
    private let host: String
    private let secret: Secret

    /// - Parameters:
    ///   - host: the site's host name, for requests that bypass the proxy.
    ///   - secret: known to the site.
    init(host: String, secret: Secret, timeout: Duration) throws(HTTPError) {
        var options = HTTPOptions.program(timeout: timeout)
        options.followsRedirects = false
        loop = try CurlLoop(options)
        (self.host, self.secret) = (host, secret)
    }

    /// - Parameter isLocal: whether the request bypasses the proxy.
    func get(
        _ address: String, isLocal: Bool = false, endsWithFirstBytes: Bool = false
    ) async -> Result<HTTPResponse, HTTPError> {
        var request = request(address)
        if isLocal { request.headers.append("Host: \(host)") }
        request.endsWithFirstBytes = endsWithFirstBytes
        return await perform(request)
    }

    /// - Parameter bytes: the size of the body.
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
    /// The site's description of the request; `nil` if another server answered.
    var answer: ProbeAnswer? {
        status == 200 ? try? JSONDecoder().decode(ProbeAnswer.self, from: body) : nil
    }
}
#endif
