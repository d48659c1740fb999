// The HTTP client of a site's API.
import Books
import Catalogue
import CatalogueAPI
import Formatting
import Foundation
import HTTP
import Synchronization

/// Requests of a site's API.
package struct SiteClient: Sendable {
    /// For example `https://club.example/books`, without a slash at the end.
    package let address: String
    /// The token's owner.
    private let person: SiteAccount
    private let token: String
    private let session: HTTPSession
    /// For requests that take longer, of a site that answers: look-ups, for which it asks its sources, and undoing large
    /// imports.
    private let patient: HTTPSession
    private let outbox: Outbox
    private let waiting = Waiting()
    private let cooldown = Cooldown()
    /// Reports a rejected change to the user.
    private let note: @Sendable (String) -> Void

    /// The most attempts for a request that may not have arrived. Idempotency keys make repetition safe.
    private static let attempts = 3
    /// For most requests: a site responds within two seconds, if only with an error.
    private static let timeout = Duration.seconds(15)
    private static let longTimeout = Duration.seconds(120)
    /// How long a site that timed out is not asked again. A watched folder may outlast its outage.
    private static let cooldownTime = Duration.seconds(300)
    /// Seconds after which the user is told that the site is slow.
    private static let quiet = 2.0
    /// Where a site says who its user is.
    private static let user = "/me"
    /// How many characters of a rejected change are shown.
    private static let mostShown = 200

    /// The answer to a pending change, of whatever kind.
    private struct ChangeAnswer: Decodable {
        /// Books that were left out.
        let unknown: [BookSpecifier]

        init(from decoder: any Decoder) throws {
            // A mere count is that of a list, too.
            let kinds: [any Decodable.Type] = [
                ListChange.self, NumberMessage.self, BookMessage.self, ImportedMessage.self,
            ]
            guard let answer = kinds.lazy.compactMap({ try? $0.init(from: decoder) }).first else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Not a site's."))
            }
            unknown = (answer as? ListChange)?.unknown ?? []
        }
    }

    /// Whether pending changes were sent by this process.
    private final class Waiting: Sendable {
        private let isSent = Mutex(false)

        /// - Returns: whether the caller has to send them.
        func begin() -> Bool {
            isSent.withLock { isSent in
                defer { isSent = true }
                return !isSent
            }
        }
    }

    /// The error of a site that timed out, until it may be asked again.
    private final class Cooldown: Sendable {
        private let last = Mutex<(error: CatalogueError, end: ContinuousClock.Instant)?>(nil)

        func begin(_ error: CatalogueError) {
            last.withLock { $0 = (error, .now + SiteClient.cooldownTime) }
        }

        func check() throws(CatalogueError) {
            if let last = last.withLock({ $0 }), .now < last.end { throw last.error }
        }
    }

    package init(
        _ address: String, of person: SiteAccount, token: String, outbox: Outbox = Outbox(),
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(CatalogueError) {
        self.address = address
        self.person = person
        self.token = token
        self.outbox = outbox
        self.note = note
        var options = HTTPOptions.program(timeout: Self.timeout)
        options.followsRedirects = false
        options.keepsDotSegments = true
        options.sizeLimit = 64 << 20
        do throws(HTTPError) {
            session = try HTTPSession(options)
            options.timeout = Self.longTimeout
            patient = try HTTPSession(options)
        } catch {
            throw .unreachable(address: address, words: error.message)
        }
    }

    /// The token's owner, as the site says now.
    package func user() throws(CatalogueError) -> SiteAccount {
        let person = try get(Self.user, as: PersonMessage.self)
        return SiteAccount(name: person.name, mark: person.account)
    }

    package func get<Answer: Decodable>(
        _ path: String, _ query: KeyValuePairs<String, String?> = [:], as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        try sendWaitingFirst()
        return try decoded(perform("GET", path, query))
    }

    /// A file that is not JSON; `nil` if the site has none.
    package func file(
        _ path: String, _ query: KeyValuePairs<String, String?> = [:]
    ) throws(CatalogueError) -> Data? {
        try sendWaitingFirst()
        do throws(CatalogueError) {
            return try perform("GET", path, query)
        } catch {
            switch error {
            case .refused, .unknownBook: return nil
            default: throw error
            }
        }
    }

    /// Sends a request that changes nothing on the site.
    ///
    /// - Parameter isLookup: whether the site asks its sources before it answers.
    package func ask<Answer: Decodable>(
        _ path: String, _ message: some Encodable, isLookup: Bool = false,
        as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        try sendWaitingFirst()
        // A site that hangs is noticed within the usual time.
        if isLookup { _ = try perform("GET", Self.user) }
        return try decoded(
            perform("POST", path, body: encoded(message), by: isLookup ? patient : session))
    }

    /// Makes a change, with an idempotency key. The change is saved to the outbox before it is sent, and stays there if
    /// it can't be sent now.
    ///
    /// - Throws: `waits` in that case.
    @discardableResult
    package func change<Answer: Decodable>(
        _ method: String, _ path: String, _ message: some Encodable, as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        try change(method, path, [message], as: answer)[0]
    }

    /// The same for several messages, in order, which are one change in the site's history. If one can't be sent now, it
    /// and the later ones stay in the outbox.
    ///
    /// - Returns: a response for each. Without messages nothing is sent.
    @discardableResult
    package func change<Answer: Decodable>(
        _ method: String, _ path: String, _ messages: [some Encodable], as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> [Answer] {
        let batch = messages.count > 1 ? UUID().uuidString : nil
        var changes: [Outbox.Change] = []
        for message in messages {
            changes.append(
                Outbox.Change(
                    address: address, by: person, method: method, path: path,
                    body: String(decoding: try encoded(message), as: UTF8.self), batch: batch))
        }
        guard let first = changes.first else { return [] }
        try outbox.add(changes)
        var unsent = changes[...]
        var answers: [Answer] = []
        do throws(CatalogueError) {
            // Even if pending changes were sent before: there may be new ones.
            _ = waiting.begin()
            try sendWaiting(before: first)
            while let change = unsent.first {
                answers.append(try decoded(perform(change)))
                unsent.removeFirst()
                try outbox.remove(change)
            }
        } catch {
            if case .unreachable(_, let words) = error { throw .waits(address: address, words: words) }
            // The site has rejected the change, so it must not be sent again.
            if !answers.isEmpty {
                note("\(answers.count) of \(changes.count) parts of the change were made before")
            }
            for change in unsent { try outbox.remove(change) }
            throw error
        }
        return answers
    }

    /// Makes a change, after the pending ones, that depends on what is there now, and so is never saved to the outbox. It
    /// may take long.
    ///
    /// - Throws: `unreachable`, whose words say whether the change may have been made.
    func changeNow<Answer: Decodable>(
        _ method: String, _ path: String, _ message: some Encodable, as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        try telling("nothing was changed, and nothing is sent later") { () throws(CatalogueError) in
            _ = waiting.begin()
            try sendWaiting()
            // A site that hangs is noticed within the usual time, and before it has the change.
            _ = try perform("GET", Self.user)
        }
        return try telling("the change may have been made; see `bookzone history` before you try again") {
            () throws(CatalogueError) in
            try decoded(
                perform(method, path, body: encoded(message), key: UUID().uuidString, by: patient))
        }
    }

    /// Adds to the words of a site that can't be reached.
    private func telling<Value>(
        _ outcome: String, _ body: () throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        do throws(CatalogueError) { return try body() } catch {
            guard case .unreachable(let address, let words) = error else { throw error }
            throw .unreachable(address: address, words: "\(words); \(outcome)")
        }
    }

    /// Sends pending changes before a request, so that its response includes them. `change` sends them itself, after
    /// saving its own changes.
    private func sendWaitingFirst() throws(CatalogueError) {
        if waiting.begin() { try sendWaiting() }
    }

    /// Sends pending changes.
    ///
    /// - Parameter new: the change to stop before; `nil` for all.
    package func sendWaiting(before new: Outbox.Change? = nil) throws(CatalogueError) {
        try outbox.send(to: address, of: person, before: new) { change throws(CatalogueError) in
            do throws(CatalogueError) {
                let answer = try decoded(perform(change), as: ChangeAnswer.self)
                for book in answer.unknown {
                    note("a pending change left out \(book): not in the catalogue")
                }
                return nil
            } catch {
                switch error {
                case .unreachable, .wrongToken: throw error
                default: return error.message
                }
            }
        } refused: { change, words in
            note("a pending change was rejected: \(words): \(change.body.prefix(Self.mostShown))")
        }
    }

    func encoded(_ message: some Encodable) throws(CatalogueError) -> Data {
        do { return try SiteAPI.encoder.encode(message) } catch {
            throw .refused(address: address, words: "\(error)")
        }
    }

    private func perform(_ change: Outbox.Change) throws(CatalogueError) -> Data {
        try perform(
            change.method, change.path, body: Data(change.body.utf8), key: change.key, batch: change.batch,
            age: change.age)
    }

    /// - Parameters:
    ///   - key: the idempotency key of a change; `nil` for a request that changes nothing.
    ///   - batch: the key of a change that comes in several requests.
    ///   - age: seconds since the user made the change.
    private func perform(
        _ method: String, _ path: String, _ query: KeyValuePairs<String, String?> = [:], body: Data? = nil,
        key: String? = nil, batch: String? = nil, age: Int? = nil, by other: HTTPSession? = nil
    ) throws(CatalogueError) -> Data {
        try cooldown.check()
        let pairs = query.compactMap { name, value in value.map { "\(name)=\($0.queryPart)" } }
        let url =
            address + SiteAPI.path + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        var request = HTTPRequest(url: url, accept: "application/json")
        request.method = method
        request.headers = ["Authorization: Bearer \(token)"]
        if let key { request.headers.append("Idempotency-Key: \(key)") }
        if let batch { request.headers.append("\(SiteAPI.batchKey): \(batch)") }
        if let age { request.headers.append("\(SiteAPI.ageKey): \(age)") }
        if let body {
            request.headers.append("Content-Type: application/json")
            request.body = body
        }
        let hint = DispatchWorkItem { [note, address] in note("waiting for \(address)") }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.quiet, execute: hint)
        defer { hint.cancel() }
        let session = other ?? session
        var attempt = 1
        while true {
            let response: HTTPResponse
            do throws(HTTPError) {
                response = try session.perform(request)
            } catch {
                var isSlow = false
                if case .timedOut = error { isSlow = true }
                // A timeout is not retried, because the user has waited long enough.
                guard error.isPassing, attempt < Self.attempts, !isSlow else {
                    let unreachable = CatalogueError.unreachable(address: address, words: error.message)
                    if isSlow { cooldown.begin(unreachable) }
                    throw unreachable
                }
                attempt += 1
                continue
            }
            guard (200...299).contains(response.status) else { throw problem(response, at: path) }
            return response.body
        }
    }

    private func decoded<Answer: Decodable>(
        _ bytes: Data, as answer: Answer.Type = Answer.self
    ) throws(CatalogueError) -> Answer {
        do { return try SiteAPI.decoder.decode(Answer.self, from: bytes) } catch {
            throw .unreachable(
                address: address, words: "is not a BookZone site; check the address")
        }
    }

    private func problem(_ response: HTTPResponse, at path: String) -> CatalogueError {
        guard let problem = try? SiteAPI.decoder.decode(ProblemMessage.self, from: response.body) else {
            if isRejection(response.status, at: path) {
                return .refused(address: address, words: "rejects the request with HTTP \(response.status)")
            }
            let words =
                switch response.status {
                case 300...399: "redirects; use the address that a browser shows"
                // Of a proxy, while the site starts or is busy.
                case 429, 502...504: HTTPError.cause(ofStatus: response.status)
                case let status: "\(HTTPError.cause(ofStatus: status)); it is not a BookZone site"
                }
            return .unreachable(address: address, words: words)
        }
        let about = problem.about ?? ""
        return switch problem.code {
        case .signIn: .wrongToken(address: address)
        case .unknownBook: (try? BookSpecifier(about)).map { .unknownBook($0) } ?? refused(problem)
        case .unknownList: .unknownList(about)
        case .unknownComment: Int64(about).map { .unknownComment($0) } ?? refused(problem)
        case .someoneElses: Int64(about).map { .someoneElses(comment: $0) } ?? refused(problem)
        case .emptyComment: .emptyComment
        case .overlongComment: .overlongComment(limit: Comment.limit)
        case .ownEdition: .wrongEdit(.ownEdition)
        case .seriesNumber: .wrongEdit(.seriesNumber)
        case .nothingToAdd: .nothingToAdd
        case .takenISBN: (try? ISBN(about)).map { .takenISBN($0) } ?? .rejected(words: problem.title)
        case .twoISBNs: Self.twoISBNs(about) ?? .rejected(words: problem.title)
        case .busy, .tooOften: .unreachable(address: address, words: problem.title)
        // It is about the books, and would be the same in a local store.
        case .conflict: .rejected(words: problem.title)
        case .malformed where problem.status == 422: .rejected(words: problem.title)
        default: refused(problem)
        }
    }

    private static func twoISBNs(_ about: String) -> CatalogueError? {
        let isbns = about.split(separator: " ").compactMap { try? ISBN(String($0)) }
        return isbns.count == 2 ? .twoISBNs(isbns[0], isbns[1]) : nil
    }

    /// Whether a site, or the proxy in front of it, would give this answer without a problem message each time: it rejects
    /// this request only.
    private func isRejection(_ status: Int, at path: String) -> Bool {
        guard (400...499).contains(status), ![401, 408, 429].contains(status), path != Self.user else {
            return false
        }
        let user = try? decoded(perform("GET", Self.user), as: PersonMessage.self)
        return user != nil
    }

    private func refused(_ problem: ProblemMessage) -> CatalogueError {
        .refused(address: address, words: problem.title)
    }
}
