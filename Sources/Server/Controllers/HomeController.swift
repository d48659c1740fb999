#if Server
// The home page, the search, and the health check.
import Accounts
import Books
import Catalogue
import HTTPTypes
import Foundation
import Hummingbird
import Translation

struct HomeController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("", use: show)
        router.get("search", use: search)
        router.get("isbn", use: check)
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let (account, event, comments, roles, strips, uploads) = try await site.store(for: context) {
            store, account in
            (
                account, try store.lastEvent(), try store.latestComments(limit: 10), try store.roles(),
                try Self.strips(store, account), try store.uploads(of: account.id)
            )
        }
        let photos = try await site.rows(of: Array(uploads.prefix(6))).values
        return site.pages.response(
            "home", title: "BookZone", context,
            [
                "event": event, "comments": comments.map { CommentView($0, account, roles).values },
                "strips": strips, "photos": photos,
                "hasComments": !comments.isEmpty,
                "hasPhotos": !uploads.isEmpty,
            ])
    }

    /// Rows of covers: new, top-rated and wanted books. Empty rows are left out.
    private static func strips(_ store: Store, _ account: Account) throws -> [Pages.Values] {
        func books(_ query: BrowseQuery) throws -> [Pages.Values] {
            try store.listed(store.browse(query, size: stripLength).ids, for: account.name)
                .map { BookRowView.values($0, .large) }
        }
        let newest = BrowseQuery(person: account.name, sort: .added)
        var (wanted, own) = (newest, newest)
        wanted.list = ListName.wanted
        own.ownList = ListName.wanted
        let rated = try store.top(TopQuery(.rating, limit: stripLength)).map { $0.values(.large) }
        let isNew = "sort=added"
        func all(_ isOwn: Bool) -> String { BrowsePath.list(ListName.wanted, isOwn: isOwn) }
        let strips: [(title: Phrase, more: String, all: Phrase, books: [Pages.Values])] = [
            ("New here", "\(BrowseAddress.path)?\(isNew)", "All books", try books(newest)),
            ("Top rated", "/liked", "All ratings", rated),
            ("Wanted", "\(all(false))&\(isNew)", "All wanted", try books(wanted)),
            ("Wanted by you", "\(all(true))&\(isNew)", "All you want", try books(own)),
        ]
        return strips.filter { !$0.books.isEmpty }.map {
            ["title": $0.title, "more": $0.more, "all": $0.all, "books": $0.books]
        }
    }

    /// The number of covers in a row of the home page.
    private static let stripLength = 12

    @Sendable private func search(_ request: Request, _ context: SiteContext) async throws -> Response {
        let words = request.query.text("q") ?? ""
        let isbn = try? ISBN(given: words)
        let rows = try await site.store(for: context) { store, account in
            guard !words.isEmpty else { return [Pages.Values]() }
            let query = SearchQuery(words: words, person: account.name, limit: Self.most)
            return try BookRowView.rows(of: store.ids(found: query), in: store, for: account.name)
        }
        return site.pages.response(
            "search", title: words.isEmpty ? "Search" : "Search: \(words)", context,
            [
                "words": words, "books": rows, "hasQuery": !words.isEmpty, "none": rows.isEmpty,
                "isFull": rows.count == Self.most, "isCut": SearchText.isCut(words),
                // A book that is not here can be looked up by its ISBN.
                "unknown": isbn.map { rows.isEmpty ? BookSpecifier.isbn($0).path : "" } ?? "",
            ])
    }

    /// The most results of a search.
    private static let most = 50

    /// Checks an ISBN while it is typed: `{"valid": …, "words": …}`.
    @Sendable private func check(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        struct Answer: ResponseEncodable {
            var valid: Bool
            var words: String
        }
        let text = request.query.text("q") ?? ""
        let answer: Answer
        do throws(ISBNError) {
            let isbn = try ISBN(given: text)
            let group =
                isbn.registrationGroupName.map { context.language(RegistrationGroupName($0)) }
                ?? context.language("outside the registered ranges")
            answer = Answer(valid: true, words: "\(isbn.hyphenated), \(group)")
        } catch {
            answer = Answer(valid: false, words: context.language(message: error.words))
        }
        return try answer.response(from: request, context: context)
    }
}

struct HealthController {
    let site: Site

    /// 200 if the store can be read and is still the one at its path, and the age of the last backup. Any host name is accepted, because monitors run on
    /// the same machine.
    @Sendable func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let isReplaced = try? await site.store { store in
            _ = try store.lastEvent()
            return store.isReplaced
        }
        var text =
            switch isReplaced {
            case false?: "ok\n"
            case true?: "the catalogue's file was moved or replaced; start the site again\n"
            case nil: "the catalogue can't be read\n"
            }
        if let backups = site.backups {
            text += "last backup: \(backups.age.map { "\($0) s ago" } ?? "none")\n"
        }
        return Response(text, "text/plain", status: isReplaced == false ? .ok : .serviceUnavailable)
    }
}
#endif
