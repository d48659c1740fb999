#if Server
// The style and the script that go with every page, and what a browser asks for by itself.
import HTTPTypes
import Hummingbird
import Remote

struct AssetController {
    let pages: Pages

    func add(to router: some RouterMethods<SiteContext>) {
        let (style, script) = (ByteBuffer(string: Pages.style), ByteBuffer(string: Pages.script))
        router.get("style.css") { _, _ in Self.file(style, "text/css; charset=utf-8") }
        router.get("script.js") { _, _ in Self.file(script, "text/javascript; charset=utf-8") }
        let interface = ByteBuffer(string: pages.interface)
        router.get(RouterPath(SiteInterface.path + "/openapi.json")) { _, _ in
            Self.file(interface, "application/json")
        }
        router.get("favicon.ico") { _, _ in Response(status: .noContent) }
        router.get("robots.txt") { _, _ in
            Self.file(ByteBuffer(string: "User-agent: *\nDisallow: /\n"), "text/plain")
        }
    }

    /// Asked for again after every upgrade, at the latest an hour later.
    private static func file(_ bytes: ByteBuffer, _ type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: bytes))
    }
}
#endif
