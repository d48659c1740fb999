#if Server
// All books, page by page, and by author, series and tag.
import Books
import Catalogue
import Foundation
import HTTP
import Hummingbird
import Translation

struct BrowseController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("books", use: books)
        router.get("authors", use: authors)
        router.get("author", use: author)
        router.get("series", use: series)
        router.get("tags", use: tags)
    }

    @Sendable private func books(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let address = try BrowseAddress(request.query, person: account.name)
        // The form was submitted without a script: the redirect removes the empty fields.
        if request.query.fields.contains(where: \.value.isEmpty) {
            return site.pages.redirect(to: address.start)
        }
        let (event, values) = try await site.store(for: context) { store, account in
            let address = try BrowseAddress(request.query, person: account.name)
            let event = try store.lastEvent()
            let page = try store.browse(
                address.query, from: address.position, isBackwards: address.isBackwards,
                size: BrowseAddress.size)
            var values = address.values(page, try address.options(store, in: context.language))
            values["books"] = try store.listed(page.ids, for: account.name).map {
                BookRowView.values($0, address.view == .covers ? .large : .small)
            }
            return (event, values)
        }
        return site.pages.response("books", title: "Books", context, values.merging(["event": event]) { $1 })
    }

    // MARK: Authors

    @Sendable private func authors(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await terms(.author, "Authors", "/authors", request, context) { BrowsePath.author($0) }
    }

    /// The books of an author, the latest first.
    @Sendable private func author(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        guard let name = request.query.text("name") else { throw SiteError.notFound }
        let (page, rows) = try await site.store(for: context) { store, account in
            var query = BrowseQuery(person: account.name, sort: .year)
            query.terms[.author] = name
            let page = try store.browse(query, size: BrowseAddress.size)
            return (
                page,
                try store.listed(page.ids, for: account.name).map { BookRowView.values($0, .large) }
            )
        }
        return response("author", name, page, rows, allBy: "author=\(name.queryPart)&sort=year", context)
    }

    /// - Parameter query: of the page of all its books.
    private func response(
        _ template: String, _ name: String, _ page: BrowsePage, _ rows: [Pages.Values], allBy query: String,
        _ context: SiteContext
    ) -> Response {
        site.pages.response(
            template, title: Phrase(verbatim: name), context,
            [
                "name": name, "books": rows, "none": rows.isEmpty, "count": page.count,
                "isOne": page.count == 1, "isCut": page.next != nil,
                "all": "\(BrowseAddress.path)?\(query)", "search": "/search?q=\(name.queryPart)",
            ])
    }

    // MARK: Series and tags

    /// The books of a series in the order of their numbers; without a name, all series.
    @Sendable private func series(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        guard let name = request.query.text("name") else {
            return try await terms(.series, "Series", "/series", request, context) { BrowsePath.series($0) }
        }
        let (page, rows) = try await site.store(for: context) { store, account in
            var query = BrowseQuery(person: account.name)
            query.terms[.series] = name
            let page = try store.browse(query, size: Self.mostInSeries)
            // Books without a number come last, and books with the same number in the order of titles.
            let books = try store.listed(page.ids, for: account.name).enumerated().sorted {
                ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
            }.map(\.element)
            let rows = books.map { listed in
                BookRowView.values(listed, .large).merging(["number": listed.book.seriesNumber ?? ""]) { $1 }
            }
            return (page, rows)
        }
        return response("series", name, page, rows, allBy: "series=\(name.queryPart)", context)
    }

    private static let mostInSeries = 200

    @Sendable private func tags(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await terms(.tag, "Tags", "/tags", request, context) { BrowsePath.tag($0) }
    }

    // MARK: Lists of authors, series and tags

    private func terms(
        _ kind: BookTerm, _ title: Phrase, _ path: String, _ request: Request, _ context: SiteContext,
        link: @escaping @Sendable (String) -> String
    ) async throws -> Response {
        _ = try context.require()
        let query = request.query
        let isBackwards = query.has("before")
        let position =
            (query.text("after") ?? query.text("before")).map { TermPosition(of: $0, kind: kind) }
            ?? query.text("from").map { TermPosition(before: $0) }
        let (terms, count) = try await site.store { store in
            (
                try store.terms(kind, from: position, isBackwards: isBackwards, limit: Self.termsOfPage + 1),
                try store.count(of: kind)
            )
        }
        let hasMore = terms.count > Self.termsOfPage
        let shown = isBackwards ? terms.suffix(Self.termsOfPage) : terms.prefix(Self.termsOfPage)
        let hasPrevious = isBackwards ? hasMore : position != nil
        let hasNext = isBackwards || hasMore
        func page(_ name: String, _ term: TermCount?, _ isThere: Bool) -> String {
            isThere ? term.map { "\(path)?\(name)=\($0.value.queryPart)" } ?? "" : ""
        }
        return site.pages.response(
            "terms", title: title, context,
            [
                "path": path, "from": query.text("from") ?? "", "none": shown.isEmpty, "isEmpty": count == 0,
                "total": count,
                "terms": shown.map {
                    ["words": $0.value, "link": link($0.value), "count": $0.count, "isOne": $0.count == 1]
                        as Pages.Values
                },
                "pagination": [
                    "previous": page("before", shown.first, hasPrevious),
                    "next": page("after", shown.last, hasNext),
                ] as Pages.Values,
            ])
    }

    /// A multiple of one, two, three and four columns.
    private static let termsOfPage = 96
}

extension ListedBook {
    /// The number in the series for sorting: `2.5`, and the first number of `1-3`.
    fileprivate var place: Double {
        book.seriesNumber.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? .infinity
    }
}
#endif
