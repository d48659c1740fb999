#if Server
// Imports of other programs' files: a file is sent, a dry run shows what would happen, then the import is confirmed.
import Accounts
import Catalogue
import Formats
import Formatting
import Foundation
import Hummingbird
import Translation

struct ImportController {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("import", use: show)
        router.post("import", use: dryRun)
        router.post("import/confirm", use: confirm)
        router.post("import/discard", use: discard)
    }

    /// The formats that the page names.
    private static let formats = FileFormat.all.filter { $0.reader != nil && $0.isReadByOwnCode }
        .map { Phrase(word: $0.titleInText) }
    /// Seconds after which another import of the account may have ended.
    private static let retryAfter: TimeInterval = 10
    private static let timeout: Duration = .seconds(10)

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        page(context, try context.require())
    }

    private func page(
        _ context: SiteContext, _ account: Account, wrong: Phrase = "", done: FileImport.Outcome? = nil
    ) -> Response {
        let pending = done == nil ? site.imports.current(of: account.id) : nil
        let values: Pages.Values = [
            "isLibrarian": account.role >= .librarian,
            "formats": Phrase(listing: Self.formats),
            "limit": Phrase(limit: site.options.importLimit), "most": Phrase(number: site.options.importRows),
            "done": done.map { [Self.values(of: $0)] } ?? [Pages.Values](),
            "pending": pending.map { [Self.values(of: $0)] } ?? [Pages.Values](),
        ]
        return site.pages.response(
            "import", title: "Import books", context, wrong: wrong, values)
    }

    private static func values(of pending: PendingImport) -> Pages.Values {
        let file: Pages.Values = [
            "id": pending.id, "file": pending.name, "isShared": pending.isShared,
            "format": Phrase(word: pending.format),
            "encoding": pending.encoding.map(words(of:)) ?? "",
        ]
        return file.merging(values(of: pending.dryRunOutcome)) { $1 }
    }

    /// Other encodings have the same name in each language.
    private static func words(of encoding: String) -> Phrase {
        encoding == TextEncoding.mixedName
            ? "UTF-8 and, where it is not, Windows-1252" : Phrase(verbatim: encoding)
    }

    private static func values(of outcome: FileImport.Outcome) -> Pages.Values {
        [
            "lines": outcome.lines, "canImport": outcome.canImport, "hasRefused": !outcome.refused.isEmpty,
            "refused": outcome.refused.map { ["line": $0.line, "reason": $0.reason] as Pages.Values },
            "further": outcome.furtherRefused > 0 ? Phrase(number: outcome.furtherRefused) : "",
        ]
    }

    // MARK: The dry run

    @Sendable private func dryRun(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        return try await alone(account) {
            let spool = site.spool(upTo: site.options.importLimit, for: account, context)
            let received: SpooledFiles
            do { received = try await spool.receive(request) } catch SiteError.tooLarge(let limit) {
                site.imports.drop(of: account.id)
                throw SiteError.tooLarge(limit: limit)
            }
            // What the former file would do is not shown below what is wrong with this one.
            site.imports.drop(of: account.id)
            do {
                try await dryRun(received, context, account)
            } catch let problem as FileImport.Unreadable {
                return page(context, account, wrong: problem.words)
            }
            return site.pages.redirect(to: "/import")
        }
    }

    private func dryRun(
        _ received: SpooledFiles, _ context: SiteContext, _ account: Account
    ) async throws {
        var status = stat()
        guard let file = received.files.first, received.files.count == 1,
            let name = file.name.tidied, fstat(file.descriptor, &status) == 0
        else { throw FileImport.Unreadable(words: "Choose one file.") }
        guard status.st_size > 0 else { throw FileImport.Unreadable(words: "The file is empty.") }
        let isShared = received.form["of"] == "shared"
        let imported = try await read(file.descriptor, name, account)
        let outcome = try await site.rehearse(context, as: isShared ? .librarian : .reader) {
            store, account in
            try imported.run(in: store, by: account, isShared: isShared, isDryRun: true)
        }
        site.imports.put(
            PendingImport(
                file: received, name: name, isShared: isShared && !imported.isPersonal,
                format: imported.format, encoding: imported.encoding, dryRunOutcome: outcome), of: account.id)
    }

    private func read(_ file: Int32, _ name: String, _ account: Account) async throws -> FileImport {
        let most = site.options.importRows
        return try await site.onBlockingThread {
            try FileImport(file, name: name, by: account.name, most: most)
        }
    }

    // MARK: The import

    @Sendable private func confirm(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        let id = form["id"] ?? ""
        return try await alone(account, timeout: Self.timeout) {
            if let confirmed = site.confirmedImports.current(id, of: account.id) {
                if let change = confirmed.change, try await site.isUndone(change, context) {
                    return page(
                        context, account,
                        wrong: "This import was taken back since. Send the file again to import it.")
                }
                return page(context, account, done: confirmed.outcome)
            }
            guard let pending = site.imports.current(id, of: account.id), let file = pending.file.files.first
            else {
                return page(
                    context, account, wrong: "This file is not here any more. Send it again to import it.")
            }
            let imported = try await read(file.descriptor, pending.name, account)
            let isShared = pending.isShared
            // In one transaction, so that all or nothing is imported, and undone as one change: undo tells by the order of
            // changes which of two is the later one, and others' changes between portions would have no place in it.
            let confirmed = try await site.change(context, as: isShared ? .librarian : .reader) {
                store, account in
                let outcome = try imported.run(in: store, by: account, isShared: isShared, isDryRun: false)
                let latest = try store.history(for: account.name, limit: 1).first
                let isOwn = latest?.action == .importTable && latest?.person == account.name
                return ConfirmedImport(id: id, outcome: outcome, change: isOwn ? latest?.id : nil)
            }
            site.confirmedImports.put(confirmed, of: account.id)
            site.imports.take(id, of: account.id)
            return page(context, account, done: confirmed.outcome)
        }
    }

    @Sendable private func discard(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let form = try await request.form(context)
        site.imports.take(form["id"] ?? "", of: account.id)
        return site.pages.redirect(to: "/import")
    }

    /// Runs one import of an account at a time, since reading a file takes memory.
    ///
    /// - Parameter timeout: how long it waits for another one, such as that of the same form.
    /// - Throws: `tooOften` while another one runs.
    private func alone(
        _ account: Account, timeout: Duration = .zero, _ body: () async throws -> Response
    ) async throws -> Response {
        let end = ContinuousClock.now + timeout
        while !site.importing.enter(account.id) {
            guard ContinuousClock.now < end else { throw SiteError.tooOften(Self.retryAfter) }
            try await Task.sleep(for: .milliseconds(100))
        }
        defer { site.importing.leave(account.id) }
        return try await body()
    }
}
#endif
