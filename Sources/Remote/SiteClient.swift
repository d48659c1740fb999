// Asks a site, for the person whose token it has.
import Books
import Catalogue
import Foundation
import HTTP
import Providers
import Reporting

/// A site's interface, message by message.
package struct SiteClient: Sendable {
    /// `https://club.example/books`, without a slash at its end.
    package let address: String
    private let token: String
    private let session: HTTPSession

    /// How often something is sent that may not have arrived; the site does it once.
    private static let attempts = 3

    package init(_ address: String, token: String) throws(CatalogueError) {
        self.address = address
        self.token = token
        // The longest is a look-up, for which the site waits for its sources.
        var options = HTTPOptions.program(timeout: .seconds(120))
        options.followsRedirects = false
        options.sizeLimit = 64 << 20
        do throws(HTTPError) { session = try HTTPSession(options) } catch {
            throw .unreachable(address: address, words: error.message)
        }
    }

    package func get<Answer: Decodable>(
        _ path: String, _ query: KeyValuePairs<String, String?> = [:], as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        try decoded(send("GET", path, query, nil))
    }

    /// Sends a change under a key of its own, so that it is done once however often it has to be sent.
    @discardableResult
    package func send<Answer: Decodable>(
        _ method: String, _ path: String, _ message: some Encodable, as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        let body: Data
        do { body = try SiteInterface.encoder.encode(message) } catch {
            throw .refused(address: address, words: "\(error)")
        }
        return try decoded(send(method, path, [:], body))
    }

    private func send(
        _ method: String, _ path: String, _ query: KeyValuePairs<String, String?>, _ body: Data?
    ) throws(CatalogueError) -> Data {
        let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.queryPart)" } }
        let url =
            address + SiteInterface.path + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        var request = HTTPRequest(url: url, accept: "application/json")
        request.method = method
        request.headers = ["Authorization: Bearer \(token)"]
        if method != "GET" {
            request.headers.append("Idempotency-Key: \(UUID().uuidString)")
            request.body = body ?? Data()
            if body != nil { request.headers.append("Content-Type: application/json") }
        }
        var attempt = 1
        while true {
            let response: HTTPResponse
            do throws(HTTPError) {
                response = try session.perform(request)
            } catch {
                guard error.isPassing, attempt < Self.attempts else {
                    throw .unreachable(address: address, words: error.message)
                }
                attempt += 1
                continue
            }
            guard (200...299).contains(response.status) else { throw problem(response) }
            return response.body
        }
    }

    private func decoded<Answer: Decodable>(_ bytes: Data) throws(CatalogueError) -> Answer {
        do { return try SiteInterface.decoder.decode(Answer.self, from: bytes) } catch {
            throw .unreachable(
                address: address, words: "did not answer as a BookZone site; check the address")
        }
    }

    private func problem(_ response: HTTPResponse) -> CatalogueError {
        guard let problem = try? SiteInterface.decoder.decode(ProblemMessage.self, from: response.body) else {
            let isElsewhere = (300...399).contains(response.status)
            return .unreachable(
                address: address,
                words: isElsewhere
                    ? "is somewhere else; give the address that a browser shows there"
                    : "answered with HTTP \(response.status), not as a BookZone site")
        }
        return switch problem.code {
        case .signIn: .signInNeeded(address: address)
        case .emptyComment: .emptyComment
        case .overlongComment: .overlongComment(limit: Comment.limit)
        case .busy, .tooOften, .broken: .unreachable(address: address, words: problem.title)
        default: .refused(address: address, words: problem.title)
        }
    }
}

extension String {
    /// As a part of a path, or of what follows its question mark.
    package var queryPart: String {
        addingPercentEncoding(
            withAllowedCharacters: CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:")) ?? ""
    }
}
