#if Server
// Who is signed in, for photos that waited on a device: they may have been taken before another signed in there.
import Hummingbird

struct SessionController {
    func add(to router: some RouterMethods<SiteContext>) {
        router.get("session", use: show)
    }

    /// `{"account": …, "token": …}`, with the session's form token; `{}` where nobody is signed in.
    @Sendable private func show(_ request: Request, _ context: SiteContext) throws -> Response {
        struct Session: ResponseEncodable {
            var account: String?
            var token: String?
        }
        let account = context.account
        return try Session(
            account: account?.mark, token: account == nil ? nil : context.secret.formToken
        ).response(from: request, context: context)
    }
}
#endif
