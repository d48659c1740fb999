#if Server
// Rankings of books, and figures of the whole catalogue: the same as those of `bookzone top` and `bookzone stats`.
import Books
import Catalogue
import Formatting
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Translation

struct FiguresController {
    let site: Site
    /// Both read the whole catalogue.
    private let rankings = CountCache<TopQuery, [RankedBook]>()
    private let counts = CountCache<StatisticsKey, [StatisticsCount]>()

    init(site: Site) { self.site = site }

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("liked", use: showRanking)
        router.get("figures", use: showFigures)
        router.get("figures/chart", use: showChart)
    }

    // MARK: Rankings

    private static let ranked = 100

    @Sendable private func showRanking(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let form = request.query
        guard let measure = TopQuery.Measure(rawValue: form.text("by") ?? TopQuery.Measure.rating.rawValue)
        else { throw SiteError.malformed }
        let since = form.text("since")
        let language = form.text("language").map { LanguageCode.shortest($0) ?? $0 }
        let day = since.flatMap { PartialDate(typed: $0) }
        if since != nil, day == nil {
            throw SiteError.wrong(.wrongDate)
        }
        let query = TopQuery(
            measure, since: day, in: .gmt, language: language, countsPersonalLists: false, limit: Self.ranked
        )
        let books = try await rankings.value(for: query) { [site] in
            try await site.store { try $0.top(query) }
        }
        let languages = try await site.store {
            try $0.terms(.language, limit: BrowseAddress.mostOptions).map(\.value)
        }
        let fields = [("since", since), ("language", language)].compactMap { name, value in
            value.map { "&\(name)=\($0.queryPart)" }
        }
        return site.pages.response(
            "liked", title: "Rankings", context,
            [
                "measures": TopQuery.Measure.allCases.map {
                    [
                        "words": $0.words, "path": "/liked?by=\($0.rawValue)\(fields.joined())",
                        "isChosen": $0 == measure,
                    ] as Pages.Values
                },
                "by": measure.rawValue, "since": since ?? "", "isFiltered": !fields.isEmpty,
                "languages": BrowseAddress.options(languages: languages, language, in: context.language),
                "isRating": measure == .rating, "isComments": measure == .comments,
                "isLists": measure == .lists, "isLoans": measure == .loans, "isScans": measure == .scans,
                "liked": books.map { $0.values(.small) }, "none": books.isEmpty,
            ])
    }

    // MARK: Figures

    /// What a page of figures and its chart show.
    fileprivate struct Figures {
        let key: StatisticsKey
        let pagination: Pagination
        let all: [StatisticsCount]

        var shown: [StatisticsCount] { pagination.rows(of: all) }
    }

    private func figures(_ request: Request) async throws -> Figures {
        guard let key = StatisticsKey(rawValue: request.query.text("by") ?? StatisticsKey.year.rawValue)
        else { throw SiteError.malformed }
        let all = try await counts.value(for: key) { [site] in
            try await site.store { try $0.statistics(by: key) }
        }
        let last = max(0, all.count - 1) / Pagination.size * Pagination.size
        let pagination = Pagination(from: min(Pagination(request).from, last))
        return Figures(key: key, pagination: pagination, all: all)
    }

    @Sendable private func showFigures(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let figures = try await figures(request)
        let (key, pagination) = (figures.key, figures.pagination)
        let chart = figures.chart(in: context.language)
        return site.pages.response(
            "figures", title: "Figures", context,
            [
                "keys": StatisticsKey.allCases.map {
                    ["words": $0.words, "path": "/figures?by=\($0.rawValue)", "isChosen": $0 == key]
                        as Pages.Values
                },
                "by": key.words, "of": key.counted, "none": figures.shown.isEmpty,
                "isSource": key == .source, "isOutcome": key == .outcome,
                "figures": figures.shown.map {
                    [
                        "name": key.name(of: $0.value, in: context.language), "count": $0.count,
                        "link": key.link(to: $0.value),
                    ] as Pages.Values
                },
                "chart": "/figures/chart?by=\(key.rawValue)&from=\(pagination.from)",
                "width": BarChart.width, "height": chart.height,
                "pagination": pagination.links(
                    count: figures.all.count, path: "/figures?by=\(key.rawValue)&from="),
            ])
    }

    @Sendable private func showChart(_ request: Request, _ context: SiteContext) async throws -> Response {
        _ = try context.require()
        let chart = try await figures(request).chart(in: context.language)
        return Response(
            chart.svg(isDark: request.query.text("theme") == "dark"), "image/svg+xml",
            caching: "private, no-cache")
    }
}

extension FiguresController.Figures {
    fileprivate func chart(in language: Language) -> BarChart {
        BarChart(
            shown.map { (key.name(of: $0.value, in: language), $0.count) }, title: language(key.words))
    }
}

extension TopQuery.Measure {
    fileprivate var words: Phrase {
        switch self {
        case .rating: "Rating"
        case .comments: "Comments"
        case .lists: "Lists"
        case .loans: "Loans"
        case .scans: "Photos"
        }
    }
}

extension StatisticsKey {
    fileprivate var words: Phrase {
        switch self {
        case .year: "Year"
        case .language: "Language"
        case .publisher: "Publisher"
        case .group: "ISBN group"
        case .source: "Source"
        case .outcome: "Result of the scan"
        case .reading: "Month of reading"
        }
    }

    fileprivate var counted: Phrase {
        switch self {
        case .year, .language, .publisher, .group, .source: "Books"
        case .outcome: "Photos"
        case .reading: "Readings"
        }
    }

    fileprivate func name(of value: String?, in language: Language) -> String {
        guard let value else { return language("unknown" as Phrase) }
        switch self {
        case .language: return language(LanguageName(code: value))
        case .outcome: return ScanStatus(rawValue: value).map { language($0.words) } ?? value
        case .reading: return PartialDate(value).map { language(Phrase($0)) } ?? value
        case .source where value == Origin.byHand.source: return language("entered by hand" as Phrase)
        case .group: return language(RegistrationGroupName(value))
        case .year, .publisher, .source: return value
        }
    }

    /// The page of the books that have a value; empty if books can't be filtered by it.
    fileprivate func link(to value: String?) -> String {
        guard let value, [.year, .language].contains(self) else { return "" }
        return "\(BrowseAddress.path)?\(rawValue)=\(value.queryPart)"
    }
}
#endif
