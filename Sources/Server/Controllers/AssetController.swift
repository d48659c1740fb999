#if Server
// Static files, and the offline page.
import HTTPTypes
import Hummingbird
import CatalogueAPI
import Translation

struct AssetController {
    let pages: Pages

    func add(to router: some RouterMethods<SiteContext>) {
        for (name, text) in Pages.assets {
            let type = name.hasSuffix(".css") ? "text/css; charset=utf-8" : Self.script
            let files = inEachLanguage { MarkedWords.shown(text, in: $0) }
            router.get(RouterPath(name)) { request, _ in
                let language = language(asked: request) ?? pages.languages[0]
                return Self.file(files[language.code] ?? ByteBuffer(), type)
            }
        }
        let worker = ByteBuffer(string: Pages.worker)
        router.get("worker.js") { _, _ in Self.file(worker, Self.script, "no-cache") }
        let offline = inEachLanguage { pages.offline(in: $0) }
        router.get("offline") { request, context in
            let language = language(asked: request) ?? context.language
            return Self.file(
                offline[language.code] ?? ByteBuffer(), "text/html; charset=utf-8", "no-cache")
        }
        let (manifest, icon) = (ByteBuffer(string: Pages.manifest), ByteBuffer(string: Pages.icon))
        router.get("manifest.webmanifest") { _, _ in Self.file(manifest, "application/manifest+json") }
        router.get("icon.svg") { _, _ in Self.file(icon, "image/svg+xml") }
        let openAPI = ByteBuffer(string: pages.openAPI)
        router.get(RouterPath(SiteAPI.path + "/openapi.json")) { _, _ in
            Self.file(openAPI, "application/json")
        }
        router.get("favicon.ico") { _, _ in Response(status: .noContent) }
        router.get("robots.txt") { _, _ in
            Self.file(ByteBuffer(string: "User-agent: *\nDisallow: /\n"), "text/plain")
        }
    }

    /// That of the version in the query: pages link to `script.js?0123456789ab-de`.
    private func language(asked request: Request) -> Language? {
        let code = request.uri.query?.split(separator: "-", maxSplits: 1).dropFirst().first
        return code.flatMap { pages.languages.named(String($0)) }
    }

    private func inEachLanguage(_ text: (Language) -> String) -> [String: ByteBuffer] {
        Dictionary(pages.languages.map { ($0.code, ByteBuffer(string: text($0))) }) { first, _ in first }
    }

    private static let script = "text/javascript; charset=utf-8"

    /// Cached for an hour; after an upgrade, links have another query.
    private static func file(
        _ bytes: ByteBuffer, _ type: String, _ caching: String = "max-age=3600"
    ) -> Response {
        Response(bytes, type, caching: caching)
    }
}
#endif
