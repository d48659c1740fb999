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
            lookup: parameters.looksUp ? lookup(for: account.name) : nil)
    }

    /// Results are not stored. While the look-up queue is full, the request waits.
    private func lookup(for person: String) -> ScanService.Lookup {
        let scheduler = site.lookupScheduler
        return { isbns in
            guard !isbns.isEmpty else { return [:] }
            while true {
                do {
                    let answers = try await scheduler.answers(
                        isbns, asking: .missing, for: person, isKept: false)
                    return Dictionary(answers.map { ($0.isbn, $0.shown(to: person)) }) { $1 }
                } catch SiteError.busy {
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
        }
    }
}

extension LookupAnswer {
    fileprivate func shown(to person: String) -> LookupAnswer {
        var answer = self
        answer.card = card?.shown(to: person)
        return answer
    }
}
#endif
