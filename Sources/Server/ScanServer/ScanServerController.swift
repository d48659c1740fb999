#if Server
// The endpoints of a reader: records for programs, and a page for people.
import Books
import Catalogue
import CatalogueAPI
import Formatting
import Foundation
import HTTPTypes
import Hummingbird
import Output

struct ScanServerController {
    let scans: ScanService
    /// The token that requests must have; `nil` if none is needed.
    let token: String?
    let pages: Pages

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("", use: show)
        router.post("", use: send)
        router.post(RouterPath(SiteAPI.path + "/scan"), use: scan)
        let style = ByteBuffer(string: Pages.assets["style.css"] ?? "")
        router.get("style.css") { _, _ in
            Response(style, "text/css; charset=utf-8", caching: "max-age=3600")
        }
    }

    @Sendable private func scan(_ request: Request, _ context: SiteContext) async throws -> Response {
        try check(request.bearerToken)
        let parameters = try ScanParameters(request.query)
        if parameters.looksUp { throw SiteError.wrong("lookup needs a catalogue, which this reader has not") }
        return try await scans.response(
            to: request, context, for: client(of: context), parameters, lookup: nil)
    }

    private func check(_ given: (some StringProtocol)?) throws {
        guard let token else { return }
        guard given?.isSame(as: token) == true else { throw SiteError.signInNeeded }
    }

    /// Clients take turns by their networks.
    private func client(of context: SiteContext) -> Int64 { Int64(context.client.network.hashValue) }

    // MARK: The page

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        page(context, [:])
    }

    @Sendable private func send(_ request: Request, _ context: SiteContext) async throws -> Response {
        do {
            let (_, lines, _) = try await scans.records(
                of: request, context, for: client(of: context), ScanParameters(Form()),
                check: { form in try check(form["token"]) },
                line: { Self.values(of: $0, json: try JSONLine.line(ScanRow($0))) })
            var records: [Pages.Values] = []
            for try await line in lines { records.append(line) }
            return page(context, ["records": records])
        } catch let error as SiteError {
            let problem =
                error == .signInNeeded
                ? ProblemMessage(status: 401, title: "the token is wrong", code: .signIn) : error.problem
            return page(context, ["wrong": problem.title], status: .init(code: problem.status))
        }
    }

    private func page(
        _ context: SiteContext, _ values: Pages.Values, status: HTTPResponse.Status = .ok
    ) -> Response {
        let all = values.merging(["asksForToken": token != nil]) { $1 }
        return pages.response("reader", title: "BookZone", context, status: status, all)
    }

    private static func values(of record: PhotoRecord, json: String) -> Pages.Values {
        [
            "name": record.pageName == "-" ? "" : record.pageName, "reason": record.reason, "json": json,
            "isbns": record.isbns.map(\.isbn.hyphenated), "verdict": record.status.rawValue,
        ]
    }
}
#endif
