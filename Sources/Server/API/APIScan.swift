#if Server
// The interface for photos: the response to a photo is its record.
import Books
import Catalogue
import Formatting
import Hummingbird
import Lookup

struct APIScan {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("scan", use: scan)
    }

    @Sendable private func scan(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let parameters = try ScanParameters(request.query)
        return try await site.scans.response(
            to: request, context, for: account.id, parameters,
            lookup: parameters.looksUp ? lookup(for: context) : nil)
    }

    /// Results are not stored. While the look-up queue is full, the request waits.
    private func lookup(for context: SiteContext) -> ScanService.Lookup {
        { [site] isbns in
            guard !isbns.isEmpty else { return [:] }
            while true {
                do {
                    let answers = try await site.answers(
                        isbns, asking: .missing, for: context, isKept: false)
                    return Dictionary(answers.map { ($0.isbn, $0) }) { $1 }
                } catch SiteError.busy {
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
        }
    }
}
#endif
