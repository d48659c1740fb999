#if Server
// The fields of forms and queries.
import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

struct Form: Sendable {
    /// The largest size of a form without files, in bytes.
    static let limit = 256 << 10

    var fields: [(name: String, value: String)] = []

    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// A field without surrounding spaces; `nil` if it is missing or empty.
    func text(_ name: String) -> String? {
        let text = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return text.isEmpty ? nil : text
    }

    /// A text of several lines, whose ends browsers change.
    func lines(_ name: String) -> String? { self[name]?.replacing("\r\n", with: "\n") }

    func has(_ name: String) -> Bool { self[name] != nil }

    /// The idempotency key of a form that adds something: the page's own, with all that was typed, since the same page
    /// with other text adds another. `nil` for a form without one.
    ///
    /// - Parameter path: what it is sent to.
    func key(for path: String) -> String? {
        guard has("key") else { return nil }
        let typed = fields.filter { $0.name != "token" }.map { "\($0.name)=\($0.value)" }
        return Secret.hash(of: ([path] + typed).joined(separator: "\n"))
    }

    /// Parses `application/x-www-form-urlencoded` (URL Standard).
    init(urlEncoded text: some StringProtocol) {
        fields = Substring(text).split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    init() {}

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                    rest.count >= 2
                {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Request {
    /// The form in the request's body.
    ///
    /// - Throws: `tooLarge`; `malformed`; `encoded`; `forged` if the form's token is not this visitor's; errors of
    ///   `SiteContext.require(_:)` if an account is required.
    func form(_ context: SiteContext, as role: Account.Role? = nil) async throws -> Form {
        if let role { _ = try context.require(role) }
        guard headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
        else {
            throw SiteError.malformed
        }
        try checkEncoding()
        if let length = headers[.contentLength].flatMap(Int.init), length > Form.limit {
            throw SiteError.tooLarge(limit: Form.limit)
        }
        let bytes: ByteBuffer
        do {
            bytes = try await body.collect(upTo: Form.limit)
        } catch is NIOTooManyBytesError {
            throw SiteError.tooLarge(limit: Form.limit)
        }
        let form = Form(urlEncoded: String(buffer: bytes))
        try context.check(form)
        return form
    }

    /// - Throws: `encoded` if the body has a `Content-Encoding` other than `identity`: none is decoded, and what is read
    ///   of it would be wrong.
    func checkEncoding() throws {
        let codings = headers[values: .contentEncoding].joined(separator: ",").split(separator: ",")
        guard codings.allSatisfy({ $0.trimmingCharacters(in: .whitespaces).lowercased() == "identity" })
        else {
            throw SiteError.encoded
        }
    }

    var query: Form { Form(urlEncoded: uri.query ?? "") }
}

extension SiteContext {
    /// - Throws: `forged` if the form's token is not this visitor's.
    func check(_ form: Form) throws {
        guard let token = form["token"], token.isSame(as: secret.formToken) else {
            throw SiteError.forged
        }
    }
}
#endif
