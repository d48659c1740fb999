#if Server
// The interface for importing tables.
import Accounts
import Books
import Catalogue
import Foundation
import Hummingbird
import CatalogueAPI

struct APITables {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.post("tables", use: importRows)
    }

    /// Imports lists, comments and reading states from rows. Data about the books themselves is not imported.
    @Sendable private func importRows(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let isShared = try request.isShared(for: account)
        let message = try await request.message(TableMessage.self)
        guard message.rows.count <= SiteAPI.mostRows, let source = message.source.tidied,
            source.utf8.count <= SiteAPI.longestName
        else { throw SiteError.malformed }
        @Sendable func rows(by account: Account) throws -> [ImportedEntry] {
            try message.rows.map { try ImportedEntry($0, by: account.name, from: source) }
        }
        @Sendable func take(
            _ rows: [ImportedEntry], in store: Store, by account: Account
        ) throws(CatalogueError) -> ImportedMessage {
            ImportedMessage(
                try store.recordingChange(.importTable, source, by: account.name).take(
                    rows, listsOf: isShared ? nil : account.name, isDryRun: message.isDryRun))
        }
        let isListed = try rows(by: account).contains { !$0.lists.isEmpty }
        let role: Account.Role = isShared && isListed ? .librarian : .reader
        _ = try context.require(role)
        // The account may have been renamed since the request began.
        if message.isDryRun {
            return try json(
                await site.rehearse(context, as: role) { store, account in
                    try take(rows(by: account), in: store, by: account)
                })
        }
        let (key, hash) = try request.identity(with: message)
        let batch = try request.batchKey()
        let imported = try await site.change(context, as: role) { store, account in
            let rows = try rows(by: account)
            return try store.inBatch(batch, of: account.id).once(key, request: hash, for: account.id) {
                store throws(CatalogueError) in try take(rows, in: store, by: account)
            }
        }
        return try json(imported)
    }
}

extension Request {
    /// Whether lists are shared: a librarian's are unless the request says `of=me`; a reader's are personal.
    func isShared(for account: Account) throws -> Bool {
        switch query["of"] {
        case "shared": true
        case "me": false
        case nil: account.role >= .librarian
        default: throw SiteError.malformed
        }
    }
}

extension ImportedEntry {
    fileprivate init(_ row: TableMessage.Row, by person: String, from source: String) throws {
        let readings = row.readings ?? []
        guard row.comments.count <= SiteAPI.mostComments, readings.count <= SiteAPI.mostReadings else {
            throw SiteError.malformed
        }
        guard readings.allSatisfy({ $0.started?.isInFuture != true && $0.ended?.isInFuture != true }) else {
            throw SiteError.wrong(.futureDate)
        }
        for list in row.lists { try ListName(ofBooks: list).checkLength() }
        if let step = row.ratingStep, !(1...4).contains(step) { throw SiteError.malformed }
        self.init(
            book: Book(isbn: row.isbn), by: person, lists: row.lists,
            readings: readings.map {
                ReadingStatus(person: person, state: $0.state, started: $0.started, ended: $0.ended)
            },
            comments: row.comments.map {
                var comment = $0.comment.comment(by: person)
                comment.text = comment.text.tidiedLines
                comment.written = min($0.written, .now)
                comment.writtenOn = $0.writtenOn.flatMap { $0.isInFuture ? nil : $0 }
                comment.source = source
                return comment
            })
        isExact = row.isExact ?? false
        ratingStep = row.ratingStep ?? 1
        hasReviewDay = row.hasReviewDay ?? false
    }
}
#endif
