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
    private let library: MustacheLibrary

    init(base: String) throws {
        self.base = base
        var library = MustacheLibrary()
        PageEscaping.register()
        for (name, text) in Self.templates {
            try library.register(PageEscaping.choice + text, named: name)
        }
        self.library = library
    }

    private static var templates: [(String, String)] {
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
        _ template: String, title: String, _ context: SiteContext, status: HTTPResponse.Status = .ok,
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
            body: ResponseBody(byteBuffer: ByteBuffer(string: html(template, title: title, all))))
    }

    /// The offline page, which contains no personal data.
    var offline: String { html("offline", title: "No network", [:]) }

    private func html(_ template: String, title: String, _ values: Values) -> String {
        let site: Values = ["title": title, "base": base, "version": Self.version]
        return library.render(Self.shown(values.merging(site) { $1 }), withTemplate: template) ?? ""
    }

    /// Empty texts become null, since Mustache counts them as true. They are not left out, because a missing name would be
    /// looked up in the enclosing context.
    private static func shown(_ value: any Sendable) -> any Sendable {
        switch value {
        case let text as String: text.isEmpty ? Nothing() : text
        case let values as Values: values.mapValues(shown)
        case let values as [Values]: values.map { $0.mapValues(shown) }
        default: value
        }
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
