#if Server
// Whether the site works, for whoever watches over it.
import Accounts
import HTTPTypes
import Hummingbird

struct HealthController {
    let site: Site

    /// 200 where the store answers; under any name, for those who ask stand beside the program.
    @Sendable func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let answers = (try? await site.store { store in try store.lastEvent() }) != nil
        return Response(
            status: answers ? .ok : .serviceUnavailable, headers: [.contentType: "text/plain"],
            body: ResponseBody(
                byteBuffer: ByteBuffer(string: answers ? "ok\n" : "the catalogue can't be read\n")))
    }
}
#endif
