#if Server
// Renders templates. All values are escaped; only the templates contain HTML.
import Books
import CResources
import Catalogue
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Mustache
import CatalogueAPI

/// All templates, and the files that go with pages.
struct Pages: Sendable {
    /// What a template's places are called, and what stands there: text, a truth, a page's part, or several of them.
    typealias Values = [String: any Sendable]

    let base: String
    private let library: MustacheLibrary

    init(base: String) throws {
        self.base = base
        var library = MustacheLibrary()
        for (name, text) in Self.templates { try library.register(text, named: name) }
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

    /// What goes with every page, by its name.
    static let assets = [
        "style.css": String(cString: server_style), "script.js": String(cString: server_script),
        "queue.js": String(cString: server_queue), "photos.js": String(cString: server_photos),
        "camera.js": String(cString: server_camera),
    ]
    /// Of the files that pages and browsers keep, so that none of another version is met with.
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
            all["administers"] = account.role >= .administrator
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

    /// With nothing in the place of empty texts, which would count as something. Not left out: then what surrounds them
    /// would be looked at for something of that name.
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
#endif
