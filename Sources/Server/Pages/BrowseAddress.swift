#if Server
// The address of a page of the catalogue: order, filters and position are in the query, so that the page can be linked.
import Accounts
import Books
import Catalogue
import Formatting
import Foundation
import HTTP
import Translation

/// The query of an address, parsed.
struct BrowseAddress: Sendable {
    enum View: String, CaseIterable { case covers, rows }

    private(set) var query: BrowseQuery
    private(set) var view: View
    private(set) var position: BrowsePosition?
    private(set) var isBackwards: Bool
    /// The filters, without order, view and position.
    private let filters: [(name: String, value: String)]

    static let path = "/books"
    /// A multiple of rows of two, three, four, six and eight covers.
    static let size = 48

    /// - Throws: `malformed`.
    init(_ form: Form, person: String) throws {
        query = BrowseQuery(person: person)
        if let name = form["sort"], !name.isEmpty {
            guard let sort = BrowseQuery.Sort(rawValue: name) else { throw SiteError.malformed }
            query.sort = sort
        }
        guard let view = View(rawValue: form.text("view") ?? View.covers.rawValue) else {
            throw SiteError.malformed
        }
        self.view = view
        filters = Self.names.compactMap { name in form.text(name).map { (name, Self.usual($0, of: name)) } }
        let values = Dictionary(uniqueKeysWithValues: filters.map { ($0.name, $0.value) })
        query.list = values["list"]
        query.ownList = values["mine"]
        query.reader = values["reader"]
        query.place = values["place"]
        for kind in BookTerm.allCases { query.terms[kind] = values[kind.rawValue] }
        query.years = try form["year"].flatMap { $0.isEmpty ? nil : try Self.years($0) }
        query.isUnread = try Self.isSet("unread", form)
        query.isLent = try Self.isSet("lent", form)
        isBackwards = form.has("before")
        if let text = form.text("after") ?? form.text("before") {
            guard let place = BrowsePosition(text, in: query.sort) else { throw SiteError.malformed }
            position = place
        }
    }

    /// A filter as pages write it, so that one written otherwise is found among a field's options: `en` for `eng`, `owned`
    /// for `Owned`.
    private static func usual(_ value: String, of filter: String) -> String {
        switch filter {
        case "language": LanguageCode.shortest(value) ?? value
        case "list", "mine": ListName(value)?.text ?? value
        default: value
        }
    }

    /// The fields with filters, in the order in which pages show them.
    private static let names =
        ["author", "series", "tag", "list", "mine", "reader", "place", "language", "year", "unread", "lent"]

    private static func isSet(_ name: String, _ form: Form) throws -> Bool {
        guard let text = form[name], !text.isEmpty else { return false }
        guard text == "1" else { throw SiteError.malformed }
        return true
    }

    /// Whether an address has any field with an order or a filter.
    static func hasListingFields(_ form: Form) -> Bool { listingFields.contains(where: form.has) }

    static let listingFields = names + ["sort"]

    /// A year or a range such as `1998`, `1990-1999`, `1990-` or `..1999`; years BC are negative, as on the command line.
    private static func years(_ text: String) throws -> ClosedRange<Int> {
        let form = /\s*(-?\d{1,4})?\s*(?:(\.\.|-|–)\s*(-?\d{1,4})?\s*)?/
        guard let match = text.wholeMatch(of: form) else { throw Self.wrongYears }
        let (first, last) = (match.1.flatMap { Int($0) }, match.3.flatMap { Int($0) })
        guard first != nil || last != nil else { throw Self.wrongYears }
        let (from, to) = (first ?? -9999, last ?? (match.2 == nil ? first : nil) ?? 9999)
        guard from <= to else { throw SiteError.wrong("The first year comes before the last.") }
        return from...to
    }

    private static let wrongYears = SiteError.wrong("Years are written as 1998, or 1990-1999.")

    /// The address with some fields changed.
    private func path(
        without name: String? = nil, sort: BrowseQuery.Sort? = nil, view: View? = nil,
        place: (name: String, position: BrowsePosition)? = nil
    ) -> String {
        var fields = filters.filter { $0.name != name }
        let (sort, view) = (sort ?? query.sort, view ?? self.view)
        if sort != .title { fields.append(("sort", sort.rawValue)) }
        if view != .covers { fields.append(("view", view.rawValue)) }
        if let place { fields.append((place.name, place.position.description)) }
        let text = fields.map { "\($0.name)=\($0.value.queryPart)" }.joined(separator: "&")
        return text.isEmpty ? Self.path : "\(Self.path)?\(text)"
    }

    /// The address of the first page.
    var start: String { path() }

    // MARK: Template values

    /// The values for `books.mustache`, with the options of the form.
    func values(_ page: BrowsePage, _ options: Pages.Values) -> Pages.Values {
        let values: Pages.Values = [
            "count": page.count, "isCountCut": page.isCountCut, "none": page.ids.isEmpty,
            "isFiltered": query.isFiltered, "isCovers": view == .covers,
            "sorts": BrowseQuery.Sort.allCases.map {
                ["words": Self.words($0), "path": path(sort: $0), "isChosen": $0 == query.sort]
                    as Pages.Values
            },
            "views": View.allCases.map {
                ["words": Self.words($0), "path": path(view: $0), "isChosen": $0 == view]
                    as Pages.Values
            },
            "filters": filters.map { name, value in
                ["words": Self.words(name, value), "path": path(without: name)] as Pages.Values
            },
            "sort": query.sort == .title ? "" : query.sort.rawValue,
            "view": view == .covers ? "" : view.rawValue,
            // Filters for which the form has no field.
            "kept": filters.filter { ["author", "series", "tag"].contains($0.name) }.map {
                ["name": $0.name, "value": $0.value] as Pages.Values
            },
            "start": start,
            "pagination": [
                "previous": page.previous.map { path(place: ("before", $0)) } ?? "",
                "next": page.next.map { path(place: ("after", $0)) } ?? "",
            ] as Pages.Values,
        ]
        return options.merging(values) { $1 }
    }

    private static func words(_ view: View) -> Phrase {
        switch view {
        case .covers: "Covers"
        case .rows: "Rows"
        }
    }

    private static func words(_ sort: BrowseQuery.Sort) -> Phrase {
        switch sort {
        case .title: "Title"
        case .author: "Author"
        case .year: "Year"
        case .added: "Newest here"
        case .rating: "Rating"
        }
    }

    private static func words(_ filter: String, _ value: String) -> any Sendable {
        switch filter {
        case "author": "by \(value)" as Phrase
        case "mine": "my list \(value)" as Phrase
        case "reader": "read by \(value)" as Phrase
        case "place": "shelf \(value)" as Phrase
        // What has no name says what it is.
        case "language" where LanguageCode.known(value) == nil: "language \(value)" as Phrase
        case "language": LanguageName(code: value)
        case "unread": "not read by me" as Phrase
        case "lent": "lent" as Phrase
        case "series": "series \(value)" as Phrase
        case "tag": "tag \(value)" as Phrase
        case "list": "list \(Phrase(list: value))" as Phrase
        default: "year \(value)" as Phrase
        }
    }

    /// The options of a field, including its current value.
    static func options(
        _ names: [String], _ chosen: String?, _ words: (String) -> any Sendable = { $0 }
    ) -> [Pages.Values] {
        let known = chosen.map { names.contains($0) ? names : [$0] + names } ?? names
        return known.map { ["value": $0, "words": words($0), "isChosen": $0 == chosen] }
    }

    /// The options of a field for a language, by their names on the page.
    static func options(
        languages: [String], _ chosen: String?, in language: Language
    ) -> [Pages.Values] {
        let all = languages + [chosen].compactMap(\.self).filter { !languages.contains($0) }
        let ordered = all.ordered { language(LanguageName(code: $0)) }
        return options(ordered, chosen) { LanguageName(code: $0) }
    }

    /// The list as it is called here, which may be written in other letters; `nil` if none is chosen.
    private static func name(_ chosen: String?, among lists: [String]) -> String? {
        chosen.map { chosen in lists.first { ListName($0)?.key == ListName(chosen)?.key } ?? chosen }
    }

    func options(_ store: Store, in language: Language) throws -> Pages.Values {
        let (shared, own) = try store.listNames(for: query.person)
        let states = ReadingStatus.State.allCases.map(\.rawValue)
        let languages = try store.terms(.language, limit: Self.mostOptions).map(\.value)
        return [
            "lists": Self.options(shared + states, Self.name(query.list, among: shared + states)) {
                Phrase(list: $0)
            },
            "own": Self.options(own, Self.name(query.ownList, among: own)),
            "hasOwn": !own.isEmpty || query.ownList != nil,
            "readers": Self.options(try store.readers(limit: Self.mostOptions), query.reader),
            "places": try store.places(limit: Self.mostOptions), "place": query.place ?? "",
            "languages": Self.options(languages: languages, query.terms[.language], in: language),
            "year": filters.first { $0.name == "year" }?.value ?? "",
            "isUnread": query.isUnread, "isLent": query.isLent,
        ]
    }

    static let mostOptions = 200
}
#endif
