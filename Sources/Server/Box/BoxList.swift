#if Server
// Where the books of a box go: copies that are counted, a shared list, or one's own.
import Accounts
import Books
import Catalogue

/// A choice of the page, `copies/owned`, `shared/lent` or `me/gifts` in its form.
struct BoxList: Equatable, Sendable {
    enum Kind: String, Sendable {
        /// A shared list on which copies are counted.
        case copies
        case shared
        case me
    }

    var kind: Kind
    var name: String

    var text: String { "\(kind.rawValue)/\(name)" }

    /// Who may add to it.
    var role: Account.Role { kind == .me ? .reader : .librarian }

    init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// - Throws: `malformed`; `wrong` for a name that no list can have.
    init(text: String?) throws(SiteError) {
        let parts = (text ?? "").split(separator: "/", maxSplits: 1).map { String($0) }
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { throw .malformed }
        guard let name = ListName(parts[1]), name.state == nil, parts[1].utf8.count <= 200,
            !parts[1].contains(",")
        else { throw .wrong("A list's name needs a letter or a digit and has no comma.") }
        self.init(kind, parts[1])
    }

    private var words: Phrase {
        switch kind {
        case .copies: "\(Phrase(list: name)) (shared): one more copy"
        case .shared: "\(Phrase(list: name)) (shared)"
        case .me: Phrase(list: name)
        }
    }

    /// What somebody can choose from, the likeliest first.
    static func choices(for account: Account, in store: Store) throws -> [Pages.Values] {
        func names(_ lists: [BookList]) -> [String] {
            let others = lists.map(\.name).filter { !ListName.builtIn.contains($0) }
            return ListName.builtIn + others
        }
        let shared = account.role < .librarian ? [] : try store.lists().filter { $0.person == nil }
        let own = names(try store.lists(of: account.name)).map { BoxList(.me, $0) }
        let all =
            account.role < .librarian
            ? own
            : [BoxList(.copies, ListName.owned)] + names(shared).map { BoxList(.shared, $0) } + own
        return all.map { ["value": $0.text, "words": $0.words] }
    }
}

extension Store {
    /// What adding a book to a list did, as much as taking it back needs.
    struct Added: Codable, Sendable {
        var isbn: ISBN
        /// `false` for a book that was on the list already.
        var isNew: Bool
        /// On a list whose copies are counted.
        var copies: Int?
        /// Whether it left the list of wanted books.
        var wasWanted: Bool
    }

    /// Adds a book, or one copy of it, for `account`.
    func add(_ isbn: ISBN, to list: BoxList, for account: Account) throws(CatalogueError) -> Added {
        let book = BookSpecifier.isbn(isbn)
        let isOwned = ListName(list.name)?.key == ListName.owned
        let wasWanted = isOwned ? try isWanted(book, list, account) : false
        let store = recording(.putOnList, list.name, by: account.name)
        switch list.kind {
        case .copies:
            let copies = try store.add(copies: 1, of: book, to: list.name)
            return Added(isbn: isbn, isNew: copies == 1, copies: copies, wasWanted: wasWanted)
        case .shared:
            let count = try store.add([book], to: list.name)
            return Added(isbn: isbn, isNew: count > 0, copies: nil, wasWanted: wasWanted)
        case .me:
            let count = try store.add([book], to: list.name, of: account.name)
            return Added(isbn: isbn, isNew: count > 0, copies: nil, wasWanted: wasWanted)
        }
    }

    /// Takes back what `add` did. What others, or a later copy, added since stays.
    func takeBack(
        _ added: Added, from list: BoxList, for account: Account
    ) throws(CatalogueError) -> Added {
        let book = BookSpecifier.isbn(added.isbn)
        let store = recording(.takeOffList, list.name, by: account.name)
        var left = added
        left.copies = nil
        switch list.kind {
        case .copies: left.copies = try store.add(copies: -1, of: book, to: list.name)
        case .shared: if added.isNew { try store.remove([book], from: list.name) }
        case .me: if added.isNew { try store.remove([book], from: list.name, of: account.name) }
        }
        if added.wasWanted, left.copies ?? 0 == 0 {
            if list.kind == .me {
                try store.add([book], to: ListName.wanted, of: account.name)
            } else {
                try store.add([book], to: ListName.wanted)
            }
        }
        return left
    }

    /// On the list that a book leaves when it is owned.
    private func isWanted(
        _ book: BookSpecifier, _ list: BoxList, _ account: Account
    ) throws(CatalogueError) -> Bool {
        guard list.kind == .me else { return try count(of: [book], on: ListName.wanted) == 1 }
        guard let id = try self.book(book)?.id else { return false }
        return try lists(of: account.name, with: id).contains {
            $0.holds && ListName($0.name)?.key == ListName.wanted
        }
    }
}
#endif
