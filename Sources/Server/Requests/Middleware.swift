#if Server
// The middleware of all requests, in the order of `Site.router`.
import Catalogue
import CatalogueAPI
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import Translation

typealias Next = (Request, SiteContext) async throws -> Response

/// Accepts only the configured host names, against DNS rebinding.
struct HostGuard: RouterMiddleware {
    let hosts: Set<String>
    var refusal: any Error = SiteError.misdirected

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        guard hosts.contains(request.head.authority?.lowercased() ?? "") else { throw refusal }
        return try await next(request, context)
    }
}

/// Determines the client's address, and cancels queries of clients that have disconnected.
struct ClientMiddleware: RouterMiddleware {
    let connections: OpenConnections
    let proxies: Set<ClientAddress>

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var context = context
        let forwarded = request.headers[values: .forwardedFor].joined(separator: ",")
        context.client = ClientAddress(
            peer: context.peer, forwarded: forwarded.isEmpty ? nil : forwarded, proxies: proxies)
        let client = OpenConnections.Client(
            connections: connections, channel: context.connection, name: context.client.network)
        do {
            return try await OpenConnections.$client.withValue(client) { try await next(request, context) }
        } catch let error as CancellationError where client.isDisconnected {
            // One that has only closed its side would get an error of the server.
            try? await context.connection.close()
            throw error
        }
    }
}

/// Chooses the language by the browser's preferences.
struct LanguageMiddleware: RouterMiddleware {
    let languages: [Language]

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var context = context
        context.language = languages.preferred(request.headers[.acceptLanguage])
        return try await next(request, context)
    }
}

/// Takes nothing but the language from the account that is signed in.
struct AccountLanguageMiddleware: RouterMiddleware {
    let site: Site

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var context = context
        if let secret = site.cookies.session(in: request),
            let account = try await site.store({ store in try store.account(ofSession: secret.hash) })
        {
            context.language = site.pages.language(of: account) ?? context.language
        }
        return try await next(request, context)
    }
}

struct SessionMiddleware: RouterMiddleware {
    let site: Site

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var context = context
        context.userAgent = request.headers[.userAgent]
        let cookies = site.cookies
        if let secret = cookies.session(in: request) {
            context.account = try await site.store { store in try store.account(ofSession: secret.hash) }
            if let account = context.account {
                context.language = site.pages.language(of: account) ?? context.language
                (context.secret, context.isNew) = (secret, false)
                context.credential = .session(secret.hash)
            }
        }
        if context.account == nil, let secret = cookies.form(in: request) {
            (context.secret, context.isNew) = (secret, false)
        }
        var response = try await OpenConnections.withClient(context.account) {
            try await next(request, context)
        }
        // On pages only, unless the response already sets a cookie.
        if context.isNew, response.headers[.contentType]?.hasPrefix("text/html") == true,
            response.headers[values: .setCookie].isEmpty
        {
            response.headers.append(cookies.form(context.secret))
        }
        return response
    }
}

/// Accepts changes only from pages of this site.
struct OriginGuard: RouterMiddleware {
    let address: SiteAddress
    /// The site's further host names, with either scheme.
    let hosts: Set<String>

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        guard ![.get, .head].contains(request.method) else { return try await next(request, context) }
        // Browsers send at least one of the two fields with a form; without either, the form's token decides.
        if let origin = request.headers[.origin] {
            let isOwn = origin == address.origin
            let isOther = hosts.contains { origin == "http://\($0)" || origin == "https://\($0)" }
            guard isOwn || isOther else { throw SiteError.forged }
        }
        if let site = request.headers[.fetchSite], !["same-origin", "none"].contains(site) {
            throw SiteError.forged
        }
        return try await next(request, context)
    }
}

/// Adds security headers: pages may load only resources of this site.
struct SecurityHeaders: RouterMiddleware {
    let isSecure: Bool

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "worker-src 'self'",
        "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "manifest-src 'self'",
    ].joined(separator: "; ")

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            // Thrown by the router itself, for paths outside the site.
            response = try error.response(from: request, context: context)
        }
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(self), geolocation=(), microphone=()"
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        // Pages must not stay in the cache of a shared computer.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}

/// Logs one line per request, without personal data.
struct AccessLog: RouterMiddleware {
    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let path = context.endpointPath ?? "-"
        context.logger.info(
            "\(request.method.rawValue) \(path) \(response.status.code) \(Int((.now - start) / .milliseconds(1))) ms"
        )
        return response
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self("X-Forwarded-For")!
    static let fetchSite = Self("Sec-Fetch-Site")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
    static let permissionsPolicy = Self("Permissions-Policy")!
}

/// Responds with the allowed methods if a path exists for another method only (RFC 9110, section 15.5.6).
final class MethodGuard: RouterMiddleware {
    typealias Context = SiteContext

    private struct Route {
        var segments: [Substring]
        var method: HTTPRequest.Method
    }

    private let routes = Mutex<[Route]>([])

    /// Must be called with all routes before the first request.
    func learn(_ router: Router<SiteContext>) {
        let known = router.routes.map {
            Route(
                segments: $0.path.description.split(separator: "/").map { Substring($0) }, method: $0.method)
        }
        routes.withLock { $0 = known }
    }

    func handle(_ request: Request, context: SiteContext, next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let methods = methods(of: request.uri.path)
            guard !methods.isEmpty, !methods.contains(request.method.rawValue) else { throw error }
            let problem = ProblemMessage(
                status: 405, title: "this path takes \(methods.joined(separator: ", "))", code: .malformed)
            var response = try problem.response()
            response.headers[.allow] = methods.joined(separator: ", ")
            return response
        }
    }

    private func methods(of path: String) -> [String] {
        let segments = path.split(separator: "/")
        let fitting = routes.withLock { routes in
            routes.filter { route in
                route.segments.count == segments.count
                    && zip(route.segments, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
            }
        }
        // Every route for GET also accepts HEAD.
        return Set(fitting.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }).sorted()
    }
}
#endif
