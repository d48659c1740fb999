#if Server
// How a test fills in the forms of a book's pages, as a browser does.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

/// The fields of a form on a page, each by its name.
struct PageForm {
    var fields: [String: String] = [:]

    init(_ page: String) {
        let kinds = [
            #/<input(?: type="hidden")? name="([\w-]+)" value="([^"]*)"/#,
            #/<textarea name="([\w-]+)"[^>]*>([^<]*)</textarea>/#,
        ]
        for kind in kinds {
            for match in page.matches(of: kind) { fields[String(match.1)] = Self.plain(String(match.2)) }
        }
        fields["token"] = nil
    }

    private static func plain(_ text: String) -> String {
        let names = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
        ]
        return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    var pairs: [(String, String)] { fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    func with(_ changes: [EditedField: String]) -> PageForm {
        var form = self
        for (field, text) in changes { form.fields[field.rawValue] = text }
        return form
    }
}

extension Visitor {
    func form(_ path: String) async throws -> PageForm { PageForm(try await get(path).text) }

    /// Opens the form of a book's data, and sends it with these changes.
    @discardableResult
    func edit(_ book: BookSpecifier, _ changes: [EditedField: String]) async throws -> Answer {
        let path = "\(book.path)/edit"
        return try await send(path, form(path).with(changes).pairs)
    }

    @discardableResult
    func addBook(_ fields: [EditedField: String], photo: String? = nil) async throws -> Answer {
        let path = "/add" + (photo.map { "?photo=\($0)" } ?? "")
        return try await send("/add", form(path).with(fields).pairs)
    }

    /// Looks at the preview, and merges.
    @discardableResult
    func merge(_ other: BookSpecifier, into book: BookSpecifier, _ more: [(String, String)] = []) async throws
        -> Answer
    {
        let preview = try await form("\(book.path)/merge?other=\(other.description.queryPart)")
        return try await send("\(book.path)/merge", preview.pairs + more)
    }

    @discardableResult
    func takeBack(_ change: Int64, of book: BookSpecifier) async throws -> Answer {
        try await send("\(book.path)/history/\(change)/undo")
    }
}

extension TestSite {
    /// A photo that was read, and on which no number was found.
    func photo(of person: String, _ state: Upload.State = .review) async throws -> Upload {
        let account = try await account(person)
        var upload = try store.keepUnbounded(
            Upload(id: Secret().text, account: account.id, key: Secret().text, name: "old.jpg"))
        upload.state = state
        upload.record = PhotoRecord(
            photo: "old.jpg", sha256: Secret.hash(of: upload.id), status: .none)
        try store.save(read: upload)
        return upload
    }

    func latestChange(of person: String) throws -> Int64 {
        try #require(try store.history(for: person, limit: 1).first?.id)
    }
}
#endif
