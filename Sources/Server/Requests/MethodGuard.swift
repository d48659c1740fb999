#if Server
// A path that is asked in a way which it does not take: the router itself would say that there is nothing.
import HTTPTypes
import Hummingbird
import CatalogueAPI
import Synchronization

/// Says which methods a path takes (RFC 9110, section 15.5.6).
final class MethodGuard: RouterMiddleware {
    typealias Context = SiteContext

    private struct Route {
        var segments: [Substring]
        var method: HTTPRequest.Method
    }

    private let routes = Mutex<[Route]>([])

    /// To be told of all routes once they are there.
    func learn(_ router: Router<SiteContext>) {
        let known = router.routes.map {
            Route(
                segments: $0.path.description.split(separator: "/").map { Substring($0) }, method: $0.method)
        }
        routes.withLock { $0 = known }
    }

    func handle(
        _ request: Request, context: SiteContext,
        next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
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
        let asked = path.split(separator: "/")
        let fitting = routes.withLock { routes in
            routes.filter { route in
                route.segments.count == asked.count
                    && zip(route.segments, asked).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
            }
        }
        // Whatever takes GET takes HEAD.
        return Set(fitting.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }).sorted()
    }
}
#endif
