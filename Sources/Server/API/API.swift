#if Server
// The JSON API below `/api/v1`, for programs with an access token; described by `docs/openapi.json`.
import Accounts
import Books
import Catalogue
import CatalogueAPI
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Translation

extension Site {
    func addAPI(to router: some RouterMethods<SiteContext>) {
        let api = router.group(RouterPath(SiteAPI.path))
            .add(middleware: ProblemMiddleware()).add(middleware: TokenGuard(site: self))
            .add(middleware: QueryGuard())
        APIBooks(site: self).add(to: api)
        APIEditing(site: self).add(to: api)
        APITables(site: self).add(to: api)
        APIHistory(site: self).add(to: api)
        APILists(site: self).add(to: api)
        APIComments(site: self).add(to: api)
        APIScan(site: self).add(to: api)
        HaveController(site: self).addFeed(to: api)
    }
}

/// Authenticates by bearer token only: cookies don't count, so that no page can use the API.
struct TokenGuard: RouterMiddleware {
    let site: Site

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var context = context
        guard let token = request.bearerToken.flatMap({ Secret($0) }),
            let account = try await site.store({ store in try store.account(ofToken: token.hash) })
        else { throw SiteError.signInNeeded }
        (context.account, context.credential) = (account, .token(token.hash))
        return try await OpenConnections.withClient(account) { try await next(request, context) }
    }
}

/// Refuses query parameters that a path doesn't have: a misspelled filter would answer with everything.
struct QueryGuard: RouterMiddleware {
    /// The parameters of the paths that have any.
    static let parameters: [String: [String]] = [
        "GET /search": ["words", "author", "from", "to", "list", "limit"],
        "GET /books": BrowseAddress.listingFields + ["after", "limit"],
        "GET /books/{book}/cover": ["size"], "GET /books/{book}/history": ["limit"],
        "GET /changes": ["limit"], "POST /scan": ScanParameters.names, "GET /holdings": ["since"],
        "GET /lists/{list}": ["of"], "POST /lists/{list}": ["of"], "DELETE /lists/{list}": ["of"],
        "GET /books/{book}/comments": ["after"], "GET /people/{person}/comments": ["after"],
        "POST /tables": ["of"],
    ]

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        let fields = request.query.fields
        if fields.isEmpty { return try await next(request, context) }
        let route = (context.endpointPath ?? "").dropFirst(SiteAPI.path.count)
        let path = route.replacing(/:(\w+)/) { "{\($0.1)}" }
        let method = request.method == .head ? .get : request.method
        let known = Self.parameters["\(method.rawValue) \(path)"] ?? []
        for (name, _) in fields where !known.contains(name) {
            throw SiteError.unknownParameter(name, among: known)
        }
        return try await next(request, context)
    }
}

/// Turns errors into problem details (RFC 9457).
struct ProblemMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        let problem: ProblemMessage
        var wait: TimeInterval?
        do {
            return try await next(request, context)
        } catch let error as SiteError {
            (problem, wait) = (error.problem, error.wait)
        } catch let error as CatalogueError {
            problem = error.problem
            if case .busy = error { wait = 5 }
            if problem.status >= 500 { context.logger.error("\(error.message)") }
        } catch let error as FolderFailure {
            problem = error.problem
            if error.isPassing { wait = SiteError.busy.wait }
            context.logger.error("\(error.description)")
        } catch let error as DecodingError {
            problem = ProblemMessage(
                status: 400, title: "the message is malformed: \(error.fault)", code: .malformed)
        } catch let error where error.isOfClient {
            problem = ProblemMessage(status: 400, title: "the message is malformed", code: .malformed)
        } catch let error as HTTPError where error.status == .notFound {
            problem = SiteError.notFound.problem
        } catch let error as HTTPError {
            problem = ProblemMessage(
                status: error.status.code, title: "the message is malformed",
                code: error.status == .contentTooLarge ? .tooLarge : .malformed)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            context.logger.error("\(error)")
            problem = ProblemMessage(status: 500, title: "internal error", code: .broken)
        }
        var response = try problem.response()
        if problem.code == .signIn { response.headers[.wwwAuthenticate] = "Bearer" }
        if let wait { response.headers[.retryAfter] = String(Int(wait.rounded(.up))) }
        return response
    }
}

extension FolderFailure {
    fileprivate var problem: ProblemMessage {
        if isPassing { return SiteError.busy.problem }
        if isFull { return ProblemMessage(status: 503, title: "the site's disk is full", code: .busy) }
        return ProblemMessage(status: 500, title: "internal error", code: .broken)
    }
}

func json(_ message: some Encodable) throws -> Response {
    Response(ByteBuffer(bytes: try SiteAPI.encoder.encode(message)), "application/json")
}

extension ProblemMessage {
    func response() throws -> Response {
        Response(
            ByteBuffer(bytes: try SiteAPI.encoder.encode(self)), "application/problem+json",
            status: .init(code: status))
    }
}

extension Request {
    /// RFC 6750, section 2.1.
    var bearerToken: Substring? {
        let words = headers[.authorization]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? words[1] : nil
    }

    /// - Throws: `malformed`, `encoded`, `tooLarge`.
    func message<Message: Decodable>(_ message: Message.Type) async throws -> Message {
        guard headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw SiteError.malformed
        }
        try checkEncoding()
        let bytes: ByteBuffer
        do {
            bytes = try await body.collect(upTo: SiteAPI.sizeLimit)
        } catch is NIOTooManyBytesError {
            throw SiteError.tooLarge(limit: SiteAPI.sizeLimit)
        }
        return try SiteAPI.decoder.decode(Message.self, from: Data(bytes.readableBytesView))
    }

    /// The client's idempotency key, which applies to this method and path; `nil` if the request has none.
    func key() throws -> String? {
        guard let key = headers[.idempotencyKey] else { return nil }
        guard (8...100).contains(key.utf8.count) else { throw SiteError.malformed }
        return "\(method.rawValue) \(uri.path) \(key)"
    }

    /// The client's key of a change that comes in several requests; `nil` if the request has none.
    func batchKey() throws -> String? {
        guard let key = headers[.batchKey] else { return nil }
        guard (8...100).contains(key.utf8.count) else { throw SiteError.malformed }
        return key
    }

    /// When the user made a change that a client sends later; `nil` for one that is sent at once.
    func made() throws -> Date? {
        guard let text = headers[.changeAge] else { return nil }
        guard let age = Int(text), (0...Self.mostAge).contains(age) else { throw SiteError.malformed }
        return Date(timeIntervalSinceNow: -Double(age))
    }

    /// Ten years, in seconds.
    private static let mostAge = 3660 * 86400

    /// The client's idempotency key, with a hash of the query and the body, by which the request is known when it is
    /// repeated; both `nil` if the request has no key.
    func identity(with message: (some Encodable)?) throws -> (key: String?, hash: String?) {
        guard let key = try key() else { return (nil, nil) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = String(decoding: try encoder.encode(message), as: UTF8.self)
        return (key, Secret.hash(of: "\(uri.query ?? "") \(body)"))
    }
}

extension Site {
    /// Like `change`, but the change is made once, however often the same request is sent, and requests with the same
    /// batch key are one change in the history.
    ///
    /// - Parameter message: the request's body.
    /// - Throws: `reusedKey` if the request's idempotency key came with another message before.
    func changeOnce<Value: Codable & Sendable>(
        _ request: Request, _ context: SiteContext, with message: (some Encodable)? = nil as Int?,
        as role: Account.Role = .reader, takesRoom: Bool = true,
        _ body: @Sendable (Store, Account) throws(CatalogueError) -> Value
    ) async throws -> Value {
        let (key, hash) = try request.identity(with: message)
        let batch = try request.batchKey()
        return try await change(context, as: role, takesRoom: takesRoom) { store, account in
            try store.inBatch(batch, of: account.id).once(key, request: hash, for: account.id) {
                store throws(CatalogueError) in
                try body(store, account)
            }
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = Self("Idempotency-Key")!
    static let batchKey = Self(SiteAPI.batchKey)!
    static let changeAge = Self(SiteAPI.ageKey)!
}

extension DecodingError {
    /// Which field of a message is wrong; not why, which only tells of types of the program.
    fileprivate var fault: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.name(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not the JSON that is expected"
                : "\(Self.name(context.codingPath)) has a value that can't be used"
        @unknown default: "it is not the JSON that is expected"
        }
    }

    /// As in JavaScript: `rows[2].isbn`.
    private static func name(_ path: [any CodingKey]) -> String {
        let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return String(String(names.joined().trimmingPrefix(".")).printable.prefix(100))
    }
}

extension SiteError {
    /// - Parameter known: the parameters that there are.
    static func unknownParameter(_ name: String, among known: [String]) -> SiteError {
        let others = known.isEmpty ? "none here" : known.joined(separator: ", ")
        return .wrong("\(name.printable.prefix(40)): no such parameter; there are \(others)")
    }

    fileprivate var wait: TimeInterval? {
        switch self {
        case .tooOften(let wait): wait
        case .busy: 5
        default: nil
        }
    }

    var problem: ProblemMessage {
        switch self {
        case .signInNeeded:
            ProblemMessage(status: 401, title: "a valid access token of this site is needed", code: .signIn)
        case .forbidden, .usedLink, .removedLink:
            ProblemMessage(status: 403, title: "your account may not do this", code: .forbidden)
        case .notFound: ProblemMessage(status: 404, title: "no such resource", code: .notFound)
        case .wrong(let words), .providerFailed(let words):
            ProblemMessage(status: 422, title: Language.english(words), code: .malformed)
        case .tooLarge, .tooManyPhotos:
            ProblemMessage(status: 413, title: "the message is too large", code: .tooLarge)
        case .encoded:
            ProblemMessage(
                status: 415, title: "a Content-Encoding is not read; send the body as it is", code: .malformed
            )
        case .tooOften: ProblemMessage(status: 429, title: "too many requests; wait", code: .tooOften)
        case .busy: ProblemMessage(status: 503, title: "the site is busy; wait", code: .busy)
        case .misdirected:
            ProblemMessage(status: 421, title: "this name is not served here", code: .malformed)
        case .malformed, .forged:
            ProblemMessage(status: 400, title: "the message is malformed", code: .malformed)
        }
    }
}

extension CatalogueError {
    fileprivate var problem: ProblemMessage {
        switch self {
        case .unknownBook(let book):
            ProblemMessage(
                status: 404, title: "\(book): not in the catalogue", code: .unknownBook, about: "\(book)")
        case .unknownList(let name):
            ProblemMessage(status: 404, title: "\(name): no such list", code: .unknownList, about: name)
        case .unknownComment(let id):
            ProblemMessage(
                status: 404, title: "comment \(id): not in the catalogue", code: .unknownComment,
                about: "\(id)")
        case .someoneElses(let id):
            ProblemMessage(
                status: 403, title: "comment \(id): not yours", code: .someoneElses,
                about: "\(id)")
        case .changeOfLibrarian: ProblemMessage(status: 403, title: message, code: .forbidden)
        case .listName:
            ProblemMessage(status: 422, title: "a list's name needs a letter or a digit", code: .listName)
        case .overlongListName: ProblemMessage(status: 422, title: message, code: .listName)
        case .emptyComment:
            ProblemMessage(status: 422, title: "a comment needs a text or a rating", code: .emptyComment)
        case .overlongComment(let limit):
            ProblemMessage(status: 422, title: "a comment has at most \(limit) bytes", code: .overlongComment)
        case .wouldLose(let book, _, _, _, _):
            ProblemMessage(
                status: 409,
                title: "\(book): has copies, or readers have it on a list or commented on it; not removed",
                code: .conflict, about: "\(book)")
        case .takenISBN(let isbn):
            ProblemMessage(
                status: 409, title: "\(isbn.hyphenated): another book has this ISBN; merge the two",
                code: .takenISBN, about: isbn.isbn13)
        case .twoISBNs(let first, let second):
            ProblemMessage(
                status: 409,
                title:
                    "\(first.hyphenated) and \(second.hyphenated) are two editions; make one an edition of the "
                    + "other, or send evenIfTwoISBNs to merge them anyway",
                code: .twoISBNs, about: "\(first.isbn13) \(second.isbn13)")
        case .describedCopies(let book, _):
            ProblemMessage(
                status: 409, title: "\(book): has copies with a label, a price or other details; not removed",
                code: .conflict, about: "\(book)")
        case .notAllowed(_, let copy):
            ProblemMessage(
                status: 409, title: "\(copy.name): is \(copy.stateWords); not removed", code: .conflict)
        case .changedMeanwhile, .inventory(.settled), .correctedPhoto:
            ProblemMessage(status: 409, title: message, code: .conflict)
        case .wrongEdit(.ownEdition): ProblemMessage(status: 422, title: message, code: .ownEdition)
        case .wrongEdit(.seriesNumber): ProblemMessage(status: 422, title: message, code: .seriesNumber)
        case .nothingToAdd:
            ProblemMessage(
                status: 422, title: "a book without an ISBN needs a title", code: .nothingToAdd)
        case .wrongEdit, .mergedWithItself, .reusedKey:
            ProblemMessage(status: 422, title: message, code: .malformed)
        case .busy: ProblemMessage(status: 503, title: "the catalogue is busy", code: .busy)
        case .tooSlow:
            ProblemMessage(status: 503, title: "the request takes too long; narrow it", code: .busy)
        case .full: ProblemMessage(status: 503, title: "the site's disk is full", code: .busy)
        case .readOnly, .replaced:
            ProblemMessage(status: 503, title: "the catalogue is read-only", code: .busy)
        default: ProblemMessage(status: 500, title: "the catalogue can't be used now", code: .broken)
        }
    }
}
#endif
