#if Server
// Where the books of a box go: a shared list with copies, a shared list, or a personal one.
import Accounts
import Books
import Catalogue
import Translation

/// An option of the page's form, such as `copies/owned`, `shared/lent` or `me/gifts`.
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

    /// The role needed to add to it.
    var role: Account.Role { kind == .me ? .reader : .librarian }

    init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// - Throws: `malformed`; `wrong` if the name is not allowed for a list.
    init(text: String?) throws(SiteError) {
        let parts = (text ?? "").split(separator: "/", maxSplits: 1).map { String($0) }
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { throw .malformed }
        guard let name = ListName(parts[1]), name.state == nil, parts[1].utf8.count <= ListName.limit,
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

    /// The options for an account, the likeliest first.
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
    /// What adding a book changed, as far as undo needs it.
    struct Added: Codable, Sendable {
        /// Or `id:…` of a book without one.
        var isbn: BookSpecifier
        /// The book, whose ISBN may be changed before it is undone; `nil` in what older versions remember.
        var book: BookID?
        /// `false` for a book that was on the list already.
        var isNew: Bool
        /// The new number of copies; `nil` for lists without copies.
        var copies: Int?
        /// Whether the book was on the list of wanted books, and was removed from there.
        var wasWanted: Bool
    }

    /// Adds a book, or one copy of it, for `account`.
    func add(
        _ book: BookSpecifier, to list: BoxList, for account: Account
    ) throws(CatalogueError) -> Added {
        let isOwned = ListName(list.name)?.key == ListName.owned
        let wasWanted = isOwned ? try isWanted(book, list, account) : false
        let store = recordingChange(.putOnList, list.name, by: account.name)
        var added = Added(isbn: book, isNew: false, wasWanted: wasWanted)
        switch list.kind {
        case .copies:
            let copies = try store.add(copies: 1, of: book, to: list.name)
            (added.isNew, added.copies) = (copies == 1, copies)
        case .shared: added.isNew = try store.add([book], to: list.name) > 0
        case .me: added.isNew = try store.add([book], to: list.name, of: account.name) > 0
        }
        added.book = try self.book(book)?.id
        return added
    }

    /// Undoes `add`. What others added since, or further copies, stay; a book that was removed since stays removed.
    func takeBack(
        _ added: Added, from list: BoxList, for account: Account
    ) throws(CatalogueError) -> Added {
        let book = added.book.map { .id($0) } ?? added.isbn
        let store = recordingChange(.takeOffList, list.name, by: account.name)
        var left = added
        left.copies = nil
        guard try self.book(book) != nil else { return left }
        switch list.kind {
        case .copies: left.copies = try store.add(copies: -1, of: book, to: list.name)
        case .shared: if added.isNew { try store.remove([book], from: list.name) }
        case .me: if added.isNew { try store.remove([book], from: list.name, of: account.name) }
        }
        // A book that was not owned before stays owned, and unwanted, while further copies are left.
        if added.wasWanted, !added.isNew || left.copies ?? 0 == 0 {
            if list.kind == .me {
                try store.add([book], to: ListName.wanted, of: account.name)
            } else {
                try store.add([book], to: ListName.wanted)
            }
        }
        return left
    }

    /// Whether the book is on the list of wanted books that belongs to `list`.
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
