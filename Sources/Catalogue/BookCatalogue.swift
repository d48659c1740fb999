// The interface of a catalogue: a local store, or a shared one on a site.
import Books

/// What every catalogue has. Calls of all of these protocols wait for the disk, or for the network.
public protocol BookCatalogue: BookReader, BookEditor, BookLists, BookComments, PhotoDecisions,
    CatalogueHistory
{
    /// The same, with all that is written through it told as one change.
    func recorded(_ action: HistoryEntry.Action, _ detail: String?, by person: String) -> any BookCatalogue
}

/// Where a catalogue is, and who is asking.
public protocol CataloguePlace: Sendable {
    /// For messages: a path, or an address.
    var place: String { get }
    var isReadOnly: Bool { get }
    /// Whether calls go over the network, and changes wait where that is down.
    var isRemote: Bool { get }

    /// The current user's name in this catalogue, for the given local name.
    func currentUser(_ person: String) throws(CatalogueError) -> String

    /// How a person's name is spelled here already, where case alone differs; else as it is.
    func spelling(of person: String) throws(CatalogueError) -> String
}

/// Books, found and read.
public protocol BookReader: CataloguePlace {
    func book(_ book: BookSpecifier) throws(CatalogueError) -> Book?
    func card(of book: BookSpecifier, for person: String) throws(CatalogueError) -> BookCard?
    func forEachCard(of ids: [BookID], for person: String, _ body: (BookCard) throws -> Void) throws
    func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws
    func ids(found query: SearchQuery) throws(CatalogueError) -> [BookID]
    func unnamed() throws(CatalogueError) -> UnnamedBooks
    /// See `Store.keptBooks(after:for:)`.
    func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]?
}

/// Books, added, changed and removed.
public protocol BookEditor: CataloguePlace {
    /// Whether `save` is taken; where it is not, the catalogue asks its own sources what books are.
    var takesBookData: Bool { get }

    /// See `Store.save(_:)`.
    @discardableResult
    func save(_ isbn: ISBN) throws(CatalogueError) -> Bool
    /// Keeps what is known of a book, and returns it as it is kept. Throws `refused` where book data is not taken.
    @discardableResult
    func save(book: Book) throws(CatalogueError) -> Book
    /// See `Store.remove(_:evenIfCommented:)`.
    func remove(_ book: BookSpecifier, evenIfCommented: Bool) throws(CatalogueError)
    /// See `Store.merge(_:into:evenIfTwoISBNs:origin:)`.
    func merge(
        _ other: BookSpecifier, into book: BookSpecifier, evenIfTwoISBNs: Bool, origin: Origin
    ) throws(CatalogueError)
    /// See `Store.importEntries(_:isDryRun:refuse:)`.
    func importEntries(
        _ reader: inout any EntryReader, isDryRun: Bool,
        refuse: (RefusedRow) -> Void
    ) throws(CatalogueError) -> ImportSummary
}

/// Lists of books, shared ones and a person's own, and what a person reads.
public protocol BookLists: CataloguePlace {
    func lists() throws(CatalogueError) -> [BookList]
    /// How many of these books are on a list; `nil` if that would need a request to a site.
    func count(of books: [BookSpecifier], on list: String) throws(CatalogueError) -> Int?
    func ids(on list: String, for person: String) throws(CatalogueError) -> [BookID]
    @discardableResult
    func add(_ books: [BookSpecifier], to list: String) throws(CatalogueError) -> Int
    @discardableResult
    func remove(_ books: [BookSpecifier], from list: String) throws(CatalogueError) -> Int
    @discardableResult
    func mark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int
    @discardableResult
    func unmark(
        _ books: [BookSpecifier], as state: ReadingStatus.State, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> Int
}

/// What readers say of books.
public protocol BookComments: CataloguePlace {
    @discardableResult
    func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64
    func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment?
    func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment]
    func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment]
    func edit(_ comment: Comment) throws(CatalogueError)
    func removeComment(_ number: Int64, by person: String) throws(CatalogueError)
}

/// What was read in photos, and what people decided on it.
public protocol PhotoDecisions: CataloguePlace {
    /// See `Store.withDecision(_:)`.
    ///
    /// - Parameter reading: with what it was read; `nil` where that is not known.
    func withDecision(_ record: PhotoRecord, by reading: ScanSettingsKey?) throws(CatalogueError)
        -> DecidedPhoto
    /// Whether there are records of photos that were read with these settings.
    func hasPhotos(readBy key: String) throws(CatalogueError) -> Bool
    /// A photo's records, one a page, as they were read with these settings; `nil` where there are none.
    func records(sha256: String, readBy key: String) throws(CatalogueError) -> [PhotoRecord]?
    /// The decision on a record's photo, or on all photos of its book; `nil` if there is none, or if they differ.
    ///
    /// - Parameter saves: whether the catalogue is to keep what the scan says of each photo.
    func decision(for record: PhotoRecord, saves: Bool) throws(CatalogueError) -> PhotoDecision?
    /// Keeps a person's word on a photo, or on all photos of a book, in place of an earlier one.
    func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError)
    /// Takes over what a scan elsewhere made of photos, and has their books wait to be asked about.
    ///
    /// - Parameter sources: the keys of those that are to be asked.
    func take(
        _ records: [PhotoRecord], asking sources: (ISBN) -> [String]
    ) throws(CatalogueError)
    /// A photo is somewhere else now.
    func move(photo sha256: String, to path: String) throws(CatalogueError)
}

/// Who changed what.
public protocol CatalogueHistory: CataloguePlace {
    /// See `Store.history(of:for:limit:)`.
    func history(
        of book: BookSpecifier?, for person: String, limit: Int
    ) throws(CatalogueError) -> [HistoryEntry]
    /// See `Store.undo(by:exceptShared:date:)`.
    func undo(by person: String) throws(CatalogueError) -> HistoryEntry?
}

extension Store: BookCatalogue {
    public var place: String { path }
    public var isRemote: Bool { false }
    public var takesBookData: Bool { true }

    public func currentUser(_ person: String) -> String { person }

    public func recorded(
        _ action: HistoryEntry.Action, _ detail: String?, by person: String
    ) -> any BookCatalogue {
        recording(action, detail, by: person)
    }

    @discardableResult
    public func save(book: Book) throws(CatalogueError) -> Book { try save(book).book }

    public func undo(by person: String) throws(CatalogueError) -> HistoryEntry? {
        try undo(by: person, date: .now)
    }

    public func edit(_ comment: Comment) throws(CatalogueError) { try edit(comment, date: .now) }

    public func removeComment(_ number: Int64, by person: String) throws(CatalogueError) {
        try removeComment(number, by: person, orOthers: false)
    }

    public func decision(for record: PhotoRecord, saves: Bool) throws(CatalogueError) -> PhotoDecision? {
        try decision(for: record, saves: saves, read: nil)
    }

    public func take(
        _ records: [PhotoRecord], asking sources: (ISBN) -> [String]
    ) throws(CatalogueError) {
        let isbns = Set(try withDecision(records).flatMap { $0.record.isbns.map(\.isbn) })
        try save(
            waiting: isbns.sorted().flatMap { isbn in
                sources(isbn).map { PendingLookup(isbn: isbn, source: $0, reason: "offline") }
            })
    }

    public func withDecision(
        _ record: PhotoRecord, by reading: ScanSettingsKey?
    ) throws(CatalogueError) -> DecidedPhoto {
        try withDecision(record, read: reading)
    }
}
