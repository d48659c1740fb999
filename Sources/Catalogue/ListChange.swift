// What happens when books are put on a list, which may be a new one with a mistyped name.
import Books

extension ListName {
    /// Of a list of books, not of a reading state.
    ///
    /// - Throws: `listName`.
    package init(ofBooks text: String) throws(CatalogueError) {
        guard let name = ListName(text), name.state == nil else { throw .listName(text) }
        self = name
    }

    /// - Throws: `overlongListName`; older lists may have longer names.
    package func checkLength() throws(CatalogueError) {
        guard text.utf8.count <= Self.limit else { throw .overlongListName(limit: Self.limit) }
    }
}

/// The result of putting books on a list.
public struct ListChange: Hashable, Codable, Sendable {
    /// How many books were not on it yet; of a reading state, for how many anything changed.
    public var count: Int
    /// The list, if it did not exist.
    public var newList: NewList?
    /// How many books were taken off `wanted`.
    public var noLongerWanted: Int?
    /// Books that were left out because they are not in the catalogue; `nil` if there are none.
    public var unknown: [BookSpecifier]?

    public init(
        count: Int, newList: NewList? = nil, noLongerWanted: Int? = nil, unknown: [BookSpecifier]? = nil
    ) {
        self.count = count
        self.newList = newList
        self.noLongerWanted = noLongerWanted
        self.unknown = unknown
    }
}

/// A list that does not exist yet.
public struct NewList: Hashable, Codable, Sendable {
    public let name: String
    /// The name of an existing list that may be meant.
    public let similar: String?

    /// `nil` if the list is one of `lists` or of the reading states.
    public init?(_ name: String, beside lists: [BookList]) {
        self.init(name, beside: KnownLists(lists))
    }

    init?(_ name: String, beside lists: KnownLists) {
        guard let list = ListName(name), list.state == nil else { return nil }
        if lists.contains(list) || ListName.builtIn.contains(list.key) { return nil }
        self.name = list.text
        let names = ListName.builtIn + ReadingStatus.State.allCases.map(\.rawValue) + lists.names
        // One mistake in a short word, two in a longer one. A name of one or two letters is not another one mistyped.
        let most = list.key.count < 3 ? 0 : list.key.count < 5 ? 1 : 2
        similar =
            names.filter { $0.count > 2 }.map {
                (name: $0, distance: list.key.mistakes(from: $0.nameKey, atMost: most))
            }
            .filter { $0.distance <= most }.min { $0.distance < $1.distance }?.name
    }
}

extension Store {
    /// Adds books to a list, or marks them with the reading state of that name.
    ///
    /// - Parameters:
    ///   - date: see `mark`; only for reading states.
    ///   - owner: the owner of the personal lists; `nil` for the shared ones. Books that `person` has read are removed
    ///     from their own list of wanted books in any case.
    ///   - leavesOutUnknown: whether books that are not in the store are left out, instead of an error.
    /// - Throws: `unknownBook`, `listName`, `overlongListName`; then nothing was changed.
    public func put(
        _ books: [BookSpecifier], on list: String, by person: String, on date: PartialDate?,
        today: PartialDate? = .today, of owner: String?, leavesOutUnknown: Bool
    ) throws(CatalogueError) -> ListChange {
        let unknown = leavesOutUnknown ? try self.unknown(of: books) : []
        let books = books.filter { !unknown.contains($0) }
        let lists = if let owner { try lists(of: owner) } else { try lists().filter { $0.person == nil } }
        let newList = NewList(list, beside: lists)
        let state = ListName(list)?.state
        let owners = state == nil || owner != nil ? [owner] : [nil, person]
        let wanted = try self.count(of: books, on: ListName.wanted, of: owners)
        let count: Int
        if let state {
            count = try mark(
                books, as: state, by: person, on: date, today: today, keepingLists: owner == nil)
        } else if let owner {
            count = try add(books, to: list, of: owner)
        } else {
            count = try add(books, to: list)
        }
        let left = try wanted - self.count(of: books, on: ListName.wanted, of: owners)
        return ListChange(
            count: count, newList: count > 0 ? newList : nil, noLongerWanted: left > 0 ? left : nil,
            unknown: unknown.isEmpty ? nil : unknown)
    }

    /// The same on the shared lists. Books that are not in the store are left out.
    public func put(
        _ books: [BookSpecifier], on list: String, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> ListChange {
        try put(books, on: list, by: person, on: date, of: nil, leavesOutUnknown: true)
    }

    /// Those without an ISBN that are not in the store.
    private func unknown(of books: [BookSpecifier]) throws(CatalogueError) -> [BookSpecifier] {
        try read { db in try books.filter { try $0.isbn == nil && db.bookID($0) == nil } }
    }
}
