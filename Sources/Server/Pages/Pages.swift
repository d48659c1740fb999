#if Server
// Renders templates. All values are escaped; only the templates contain HTML.
import Books
import CResources
import Catalogue
import CatalogueAPI
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Mustache

/// All templates, and the files that go with pages.
struct Pages: Sendable {
    /// A template's values by name: text, flags, nested values or lists of them.
    typealias Values = [String: any Sendable]

    let base: String
    /// The first is for browsers that wish for none of them.
    let languages: [Language]
    /// By language, with the words of each.
    private let libraries: [String: MustacheLibrary]

    /// - Parameter languages: `nil` for all that there are translations for.
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

    static var templates: [(String, String)] {
        var templates: [(String, String)] = []
        var next: UnsafePointer<server_template>? = server_templates
        while let template = next?.pointee, let name = template.name, let text = template.text {
            templates.append((String(cString: name), String(cString: text)))
            next = next?.successor()
        }
        return templates
    }

    /// As OpenAPI describes it, at this site's place.
    var interface: String {
        String(cString: server_interface).replacing(
            "\"url\": \"\(SiteInterface.path)\"", with: "\"url\": \"\(base + SiteInterface.path)\"")
    }
    static var worker: String { String(cString: server_worker) }
    static var manifest: String { String(cString: server_manifest) }
    static var icon: String { String(cString: server_icon) }

    /// What goes with every page, by its name.
    static let assets: [String: String] = {
        let files: [String: UnsafePointer<CChar>] = [
            "style.css": server_style, "script.js": server_script, "device.js": server_device,
            "queue.js": server_queue, "photos.js": server_photos, "lens.js": server_lens,
            "camera.js": server_camera, "isbn.js": server_isbn, "holdings.js": server_holdings,
            "have.js": server_have, "box.js": server_box,
        ]
        return files.mapValues { String(cString: $0) }
    }()
    /// A hash of all files, so that browsers never mix those of two versions.
    static let version = String(
        Secret.hash(
            of: (templates.map(\.1) + assets.sorted { $0.key < $1.key }.map(\.value) + [worker]).joined()
        ).prefix(12))

    /// - Parameters:
    ///   - template: its name.
    ///   - title: of the page, for people.
    func response(
        _ template: String, title: Phrase, _ context: SiteContext, status: HTTPResponse.Status = .ok,
        _ values: Values = [:]
    ) -> Response {
        var all = values
        all["token"] = context.secret.formToken
        if let account = context.account {
            all["me"] = account.name
            all["mark"] = account.mark
            all["keeps"] = account.role >= .librarian
            all["navigation"] = NavigationLink.values(for: account.role, on: template)
        }
        return Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: html(template, title: title, all, in: context.language))))
    }

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

    /// Empty texts become null, since Mustache counts them as true. They are not left out, because a missing name would be
    /// looked up in the enclosing context.
    private static func shown(_ value: any Sendable, in language: Language) -> any Sendable {
        switch value {
        case let text as String: text.isEmpty ? Nothing() : text
        case let phrase as Phrase: phrase.isEmpty ? Nothing() : language(phrase)
        case let date as Date: language.day(date)
        case let name as LanguageName: language(name)
        case let values as Values: shown(values, in: language)
        case let values as [Values]: values.map { shown($0, in: language) }
        case let phrases as [Phrase]: phrases.map { language($0) }
        default: value
        }
    }

    /// Numbers of things, which have their digits grouped; those of years and edges have not.
    private static let counts: Set = ["count", "total"]

    /// A number also says which forms of the plural go with it, for `MarkedWords`.
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

    /// Leads the browser on, after a form was sent; with GET, so that going back sends nothing twice.
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: base + path])
    }
}

extension BookSpecifier {
    /// Where its page is, below the site's base.
    var path: String { "/books/\(description.queryPart)" }
}

/// A run of rows that one page shows, chosen by the query's `from`.
struct Pagination {
    static let size = 50

    /// How many rows come before it.
    let from: Int

    init(_ request: Request) { self.init(from: request.query.text("from").flatMap(Int.init) ?? 0) }

    init(from: Int) { self.from = max(0, from) }

    /// Of its rows among all.
    var places: Range<Int> { from..<(from > .max - Self.size ? .max : from + Self.size) }

    func rows<Row>(of all: [Row]) -> [Row] { Array(all.dropFirst(from).prefix(Self.size)) }

    /// The links before and after it, for `pagination.mustache`.
    ///
    /// - Parameters:
    ///   - count: of all rows.
    ///   - path: of the page, up to the value of `from`.
    ///   - part: where on the page the rows are.
    func links(count: Int, path: String, part: String = "") -> Pages.Values {
        let end = part.isEmpty ? "" : "#\(part)"
        return [
            "previous": from > 0 ? "\(path)\(max(0, from - Self.size))\(end)" : "",
            "next": from < count - Self.size ? "\(path)\(from + Self.size)\(end)" : "",
        ]
    }
}
#endif
