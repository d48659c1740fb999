#if Server
// The two cookies: who is signed in, and, before that, which browser a form was given to.
import Foundation
import HTTPTypes
import Hummingbird

struct SiteCookies: Sendable {
    let isSecure: Bool

    /// Over https no other host and no other path can set or shadow them.
    private var prefix: String { isSecure ? "__Host-" : "" }
    private var sessionName: String { "\(prefix)bookzone" }
    private var formName: String { "\(prefix)bookzone-form" }

    /// Seconds.
    private static let sessionAge = 30 * 86_400

    func session(in request: Request) -> Secret? { secret(sessionName, request) }

    func form(in request: Request) -> Secret? { secret(formName, request) }

    private func secret(_ name: String, _ request: Request) -> Secret? {
        request.cookies[name].flatMap { Secret($0.value) }
    }

    func session(_ secret: Secret) -> HTTPField {
        field(sessionName, secret.text, "Max-Age=\(Self.sessionAge)")
    }

    var noSession: HTTPField { field(sessionName, "", "Max-Age=0") }

    func form(_ secret: Secret) -> HTTPField { field(formName, secret.text, nil) }

    /// Lax, not Strict: with Strict a link from a letter would lead to a page that knows nobody.
    private func field(_ name: String, _ value: String, _ age: String?) -> HTTPField {
        let parts = [
            "\(name)=\(value)", "Path=/", "HttpOnly", "SameSite=Lax", age, isSecure ? "Secure" : nil,
        ]
        return HTTPField(name: .setCookie, value: parts.compactMap(\.self).joined(separator: "; "))
    }
}
#endif
