#if Server
// Downloads of books in the formats of other programs.
import Accounts
import Books
import Catalogue
import Formats
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Translation

struct ExportController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("export/:format", use: show)
        // The address that a form without scripts leads to.
        router.get("export", use: show)
    }

    /// The formats that forms offer, for `export.mustache`. Formats with several files are left out.
    static let formats = FileFormat.writtenAsOneFile.map {
        ["name": $0.name, "title": Phrase(word: $0.title)] as Pages.Values
    }

    /// The most simultaneous downloads of an account.
    static let most = 3
    /// Seconds after which a download may have ended.
    private static let retryAfter: TimeInterval = 10

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let query = request.query
        let format = context.parameters.get("format") ?? query.text("format")
        guard let makeWriter = format.flatMap(FileFormat.writtenAsOneFile.named)?.writer else {
            throw SiteError.notFound
        }
        guard let place = site.exports.place(for: account.id) else {
            throw SiteError.tooOften(Self.retryAfter)
        }
        // The next request may come before the body that is never written is freed.
        if request.method == .head { place.leave() }
        let (list, whose) = (query.text("list"), query.text("of"))
        let (person, ids) = try await site.store(for: context) { store, account in
            (account.name, try Self.ids(on: list, of: whose, for: account.name, in: store))
        }
        let type = makeWriter(WriterOptions()).fileType
        let name = list ?? (whose == nil ? nil : person)
        return Response(
            status: .ok,
            headers: [
                .contentType: type.media, .contentDisposition: Self.disposition(of: name, type),
                .accelBuffering: "no",
            ], body: body(context, place, ids, makeWriter))
    }

    /// - Returns: `nil` for the whole catalogue.
    /// - Throws: `unknownList`; `notFound`.
    private static func ids(
        on list: String?, of whose: String?, for person: String, in store: Store
    ) throws -> [BookID]? {
        switch (list, whose) {
        case (let list?, "me"): return try store.ids(on: list, of: person)
        case (let list?, nil):
            do { return try store.ids(on: list, for: person) } catch CatalogueError.unknownList {
                return try store.ids(on: list, of: person)
            }
        case (let list?, _): return try store.ids(on: list, for: person)
        case (nil, "me"): return try store.ids(keptBy: person)
        case (nil, nil): return nil
        case (nil, _): throw SiteError.notFound
        }
    }

    /// Only letters and digits of `name` are used, since lists may have any name.
    static func disposition(of name: String?, _ type: FileType) -> String {
        guard let name else { return "attachment; filename=\"bookzone.\(type.suffix)\"" }
        let parts = name.unicodeScalars.split { !CharacterSet.alphanumerics.contains($0) }
        let stem = (["bookzone"] + parts.map { String($0) }).joined(separator: "-").prefix(60)
        return "attachment; filename=\"bookzone.\(type.suffix)\"; "
            + "filename*=UTF-8''\(String(stem).queryPart).\(type.suffix)"
    }

    private func body(
        _ context: SiteContext, _ place: ListenerLimit.Place, _ ids: [BookID]?,
        _ makeWriter: @escaping @Sendable (WriterOptions) -> any EntryWriter
    ) -> ResponseBody {
        let (site, session, client) = (site, context.secret.hash, OpenConnections.client)
        return ResponseBody { output in
            do {
                defer { place.leave() }
                var writer = makeWriter(WriterOptions())
                var batches = ExportBatches(ids)
                try await output.write(ByteBuffer(string: writer.beginning()))
                while true {
                    let batch = batches
                    let read = try await OpenConnections.$client.withValue(client) {
                        try await site.store { store in try batch.read(store, session) }
                    }
                    guard let books = read else { break }
                    batches.advance(past: books)
                    let text = books.map { writer.text(of: $0) }.joined()
                    if !text.isEmpty { try await output.write(ByteBuffer(string: text)) }
                }
                try await output.write(ByteBuffer(string: writer.end()))
            }
            try await output.finish(nil)
        }
    }
}

/// The books that are still to be exported: the given ones, or all.
private struct ExportBatches: Sendable {
    private var ids: ArraySlice<BookID>?
    private var last: BookID?

    /// - Parameter ids: `nil` for all books.
    init(_ ids: [BookID]?) { self.ids = ids.map { $0[...] } }

    /// - Returns: `nil` at the end.
    /// - Throws: `signInNeeded` once the session has ended.
    func read(_ store: Store, _ session: String) throws -> [KeptBook]? {
        guard let name = try store.account(ofSession: session)?.name else { throw SiteError.signInNeeded }
        guard let ids else { return try store.keptBooks(after: last, for: name) }
        if ids.isEmpty { return nil }
        return try store.keptBooks(of: Array(ids.prefix(Store.mostKeptBooks)), for: name)
    }

    mutating func advance(past books: [KeptBook]) {
        last = books.last?.book.id
        ids = ids?.dropFirst(Store.mostKeptBooks)
    }
}
#endif
