#if Server
// Renders templates. All values are escaped; only the templates contain HTML.
import Accounts
import Books
import CResources
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Mustache
import Translation

/// All templates and static files of the site.
struct Pages: Sendable {
    /// The values of a template by name: texts, flags, nested values, or lists of them.
    typealias Values = [String: any Sendable]

    let base: String
    /// The first one is for browsers that prefer none of them.
    let languages: [Language]
    /// The translated templates, by language code.
    private let libraries: [String: MustacheLibrary]

    /// - Parameter languages: `nil` for all languages that have translations.
    init(base: String, languages: [Language]? = nil) throws {
        self.base = base
        self.languages = languages ?? Language.all
        libraries = try languages.map(Self.libraries) ?? Self.usual.get()
    }

    private static let usual = Result { try libraries(in: Language.all) }

    private static func libraries(in languages: [Language]) throws -> [String: MustacheLibrary] {
        PageEscaping.register()
        var libraries: [String: MustacheLibrary] = [:]
        for language in languages {
            var library = MustacheLibrary()
            for (name, text) in Self.templates {
                try library.register(
                    PageEscaping.choice + MarkedWords.shown(text, in: language), named: name)
            }
            libraries[language.code] = library
        }
        return libraries
    }

    static var templates: [(String, String)] { server_templates.texts }

    /// The OpenAPI description, with the address of this site.
    var openAPI: String {
        String(cString: server_api).replacing(
            "\"url\": \"\(SiteAPI.path)\"", with: "\"url\": \"\(base + SiteAPI.path)\"")
    }
    static var worker: String { String(cString: server_worker) }
    static var manifest: String { String(cString: server_manifest) }
    static var icon: String { String(cString: server_icon) }

    static let assets: [String: String] = {
        var files = Dictionary(uniqueKeysWithValues: server_assets.texts)
        let notes = ISBN.noteWords.sorted().joined(separator: " ")
        files["isbn.js"] = files["isbn.js"]?.replacing("NOTES", with: notes)
        return files
    }()
    /// A hash of all files, so that browsers never mix files of two versions.
    static let version = String(
        Secret.hash(
            of: (templates.map(\.1) + assets.sorted { $0.key < $1.key }.map(\.value) + [worker]).joined()
        ).prefix(12))

    /// - Parameters:
    ///   - status: `nil` for the one that follows from `wrong`.
    ///   - wrong: why the form is not accepted.
    func response(
        _ template: String, title: Phrase, _ context: SiteContext, status: HTTPResponse.Status? = nil,
        wrong: Phrase = "", _ values: Values = [:]
    ) -> Response {
        var all = values
        if !wrong.isEmpty { all["wrong"] = wrong }
        all["token"] = context.secret.formToken
        if let account = context.account {
            all["me"] = account.name
            all["mark"] = account.mark
            all["keeps"] = account.role >= .librarian
            all["navigation"] = NavigationLink.values(for: account.role, on: template)
        }
        return Response(
            html(template, title: title, all, in: context.language), "text/html; charset=utf-8",
            status: status ?? (wrong.isEmpty ? .ok : .unprocessableContent))
    }

    /// The language that an account has chosen; `nil` if it has chosen none.
    func language(of account: Account) -> Language? { account.language.flatMap(languages.named) }

    /// The offline page, which contains no personal data.
    func offline(in language: Language) -> String { html("offline", title: "No network", [:], in: language) }

    private func html(
        _ template: String, title: Phrase, _ values: Values, in language: Language
    ) -> String {
        let site: Values = [
            "title": title, "base": base, "version": "\(Self.version)-\(language.code)",
            "language": language.code, "direction": language.isRightToLeft ? "rtl" : "ltr",
        ]
        let shown = Self.shown(values.merging(site) { $1 }, in: language)
        return libraries[language.code]?.render(shown, withTemplate: template) ?? ""
    }

    /// Empty texts become null, since Mustache treats them as true. They are not left out, because a missing name would
    /// be looked up in the enclosing context.
    private static func shown(_ value: any Sendable, in language: Language) -> any Sendable {
        switch value {
        case let text as String: text.isEmpty ? Nothing() : text
        case let phrase as Phrase: phrase.isEmpty ? Nothing() : language(phrase)
        case let date as Date: language.day(date)
        case let dates as [Date]: dates.map { language.day($0) }
        case let name as LanguageName: language(name)
        case let group as RegistrationGroupName: language(group)
        case let values as Values: shown(values, in: language)
        case let values as [Values]: values.map { shown($0, in: language) }
        case let phrases as [Phrase]: phrases.map { language($0) }
        default: value
        }
    }

    /// The numbers whose digits are grouped, unlike years and pixels.
    private static let counts: Set = ["copies", "count", "lost", "moved", "photos", "total"]

    /// Adds flags to each number for its plural form, used by `MarkedWords`.
    private static func shown(_ values: Values, in language: Language) -> Values {
        var all: Values = [:]
        for (name, value) in values {
            all[name] = shown(value, in: language)
            guard let number = value as? Int else { continue }
            if counts.contains(name) { all[name] = language.number(number) }
            for form in 0..<language.plurals.count {
                all[MarkedWords.name(of: form, name)] = language.plurals.form(of: number) == form
            }
        }
        return all
    }

    private struct Nothing: MustacheCustomRenderable {
        var renderText: String { "" }
        var isNull: Bool { true }
    }

    /// Redirects the browser after a form was sent. Its next request is a GET, so that reloading the page sends nothing
    /// twice.
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: base + path])
    }
}

extension Response {
    /// - Parameter type: the media type.
    init(_ text: String, _ type: String, status: HTTPResponse.Status = .ok, caching: String? = nil) {
        self.init(ByteBuffer(string: text), type, status: status, caching: caching)
    }

    init(_ bytes: ByteBuffer, _ type: String, status: HTTPResponse.Status = .ok, caching: String? = nil) {
        self.init(
            status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: bytes))
        if let caching { headers[.cacheControl] = caching }
    }
}

extension BookSpecifier {
    /// The path of its page, relative to the site's base.
    var path: String { "/books/\(description.queryPart)" }
}

extension Book {
    /// By its id. Forms name their book so: before they are sent, its ISBN may be changed, or become another book's.
    var specifierInForms: BookSpecifier? { id.map { .id($0) } ?? reference }

    /// Where its forms are sent.
    var formPath: String { specifierInForms?.path ?? "" }
}

/// The range of rows on a page, from the query field `from`.
struct Pagination {
    static let size = 50

    /// The number of rows before it.
    let from: Int

    init(_ request: Request) { self.init(from: request.query.text("from").flatMap(Int.init) ?? 0) }

    init(from: Int) { self.from = max(0, from) }

    /// The indices of its rows.
    var places: Range<Int> { from..<(from > .max - Self.size ? .max : from + Self.size) }

    func rows<Row>(of all: [Row]) -> [Row] { Array(all.dropFirst(from).prefix(Self.size)) }

    /// The links to the previous and next page, for `pagination.mustache`.
    ///
    /// - Parameters:
    ///   - count: the number of all rows.
    ///   - path: the path of the page, up to the value of `from`.
    ///   - part: the id of the element with the rows.
    func links(count: Int, path: String, part: String = "") -> Pages.Values {
        let end = part.isEmpty ? "" : "#\(part)"
        return [
            "previous": from > 0 ? "\(path)\(max(0, from - Self.size))\(end)" : "",
            "next": from < count - Self.size ? "\(path)\(from + Self.size)\(end)" : "",
        ]
    }
}
#endif
