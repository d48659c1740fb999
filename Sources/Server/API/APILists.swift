#if Server
// The interface for lists: personal, reading and shared.
import Accounts
import Books
import Catalogue
import Hummingbird
import CatalogueAPI

struct APILists {
    let site: Site

    func add(to router: some RouterMethods<SiteContext>) {
        router.get("lists", use: all)
        router.get("lists/:list", use: show)
        router.post("lists/:list", use: add)
        router.delete("lists/:list", use: remove)
    }

    @Sendable private func all(_ request: Request, _ context: SiteContext) async throws -> Response {
        let lists = try await site.store(for: context) { store, account in
            try store.lists().filter { $0.person == nil || $0.person == account.name }
                + store.lists(of: account.name)
        }
        return try json(ListsMessage(lists: lists))
    }

    /// The requested list, and whether it is shared.
    private func list(_ request: Request, _ context: SiteContext, _ account: Account) throws -> (
        name: String, isShared: Bool
    ) {
        guard let name = context.parameters.get("list")?.removingPercentEncoding, !name.isEmpty else {
            throw SiteError.malformed
        }
        return (name, try request.isShared(for: account))
    }

    @Sendable private func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        let account = try context.require()
        let (name, _) = try list(request, context, account)
        let whose = request.query["of"]
        // The answer may be large, so it is written in the account's turn, too.
        return try await site.store(for: context) { store, account in
            if ListName(name)?.state != nil {
                return try json(
                    BooksMessage(books: store.ids(on: name, for: account.name).map(BookSpecifier.id)))
            }
            // Without `of`, all lists of that name are meant.
            let own = whose == "shared" ? [] : (try? store.ids(on: name, of: account.name)) ?? []
            let shared = whose == "me" ? [] : (try? store.ids(on: name, for: account.name)) ?? []
            if own.isEmpty, shared.isEmpty, !ListName.builtIn.contains(ListName(name)?.key ?? "") {
                throw CatalogueError.unknownList(name)
            }
            let known = Set(own)
            let ids = own + shared.filter { !known.contains($0) }
            return try json(BooksMessage(books: ids.map(BookSpecifier.id)))
        }
    }

    @Sendable private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, isOff: false)
    }

    @Sendable private func remove(_ request: Request, _ context: SiteContext) async throws -> Response {
        try await change(request, context, isOff: true)
    }

    private func change(_ request: Request, _ context: SiteContext, isOff: Bool) async throws -> Response {
        let account = try context.require()
        let (name, isShared) = try list(request, context, account)
        guard let list = ListName(name) else { throw CatalogueError.listName(name) }
        // Older lists may have longer names.
        if !isOff { try list.checkLength() }
        let message = try await request.message(ListingMessage.self)
        guard message.books.count <= SiteAPI.mostBooks else { throw SiteError.tooLarge(limit: 0) }
        let state = list.state
        if message.date?.isInFuture == true { throw SiteError.wrong(.futureDate) }
        guard isOff || !name.contains(",") else { throw SiteError.wrong(.commaInList) }
        let role: Account.Role = isShared && state == nil ? .librarian : .reader
        _ = try context.require(role)
        let today = Day(try request.made() ?? .now).map(PartialDate.init)
        let change = try await site.changeOnce(request, context, with: message, as: role, takesRoom: !isOff) {
            store, account throws(CatalogueError) in
            let store = store.recordingChange(isOff ? .takeOffList : .putOnList, name, by: account.name)
            let owner = isShared && account.role >= .librarian ? nil : account.name
            guard isOff else {
                return try store.put(
                    message.books, on: name, by: account.name, on: message.date, today: today, of: owner,
                    leavesOutUnknown: message.leavesOutUnknown ?? false)
            }
            let count =
                if let state {
                    try store.unmark(message.books, as: state, by: account.name, on: message.date)
                } else if let owner {
                    try store.remove(message.books, from: name, of: owner)
                } else {
                    try store.remove(message.books, from: name)
                }
            return ListChange(count: count)
        }
        return try json(change)
    }
}
#endif
