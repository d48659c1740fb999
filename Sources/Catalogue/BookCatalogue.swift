// The interface of a catalogue: a local store, or a shared one on a site.
import Books
import Foundation

/// The parts of every catalogue. Calls of all these protocols block on the disk or the network.
public protocol BookCatalogue: BookReader, BookEditor, BookLists, BookComments, PhotoDecisions,
    CatalogueHistory
{
    /// The same catalogue. All writes through the result are recorded in the history as one change by `person`.
    func catalogueRecording(_ action: HistoryEntry.Action, _ detail: String?, by person: String)
        -> any BookCatalogue
}

/// The location of a catalogue, and its current user.
public protocol CataloguePlace: Sendable {
    /// For messages: a path, or a URL.
    var place: String { get }
    var isReadOnly: Bool { get }
    /// Whether calls use the network, and changes go to the outbox while it is down.
    var isRemote: Bool { get }

    /// The current user's name in this catalogue, for the given local name.
    func currentUser(_ person: String) throws(CatalogueError) -> String

    /// The existing spelling of a person's name that differs only in case; otherwise the name as given.
    func spelling(of person: String) throws(CatalogueError) -> String
}

/// Finding and reading books.
public protocol BookReader: CataloguePlace {
    func book(_ book: BookSpecifier) throws(CatalogueError) -> Book?
    func card(of book: BookSpecifier, for person: String) throws(CatalogueError) -> BookCard?
    /// Iterates over the cards of any number of books, in their order, and reads them in batches. Unknown books are omitted.
    func forEachCard(of books: [BookSpecifier], for person: String, _ body: (BookCard) throws -> Void) throws
    func forEachBook(of ids: [BookID], _ body: (Book) throws -> Void) throws
    /// The picture of a book's cover; `nil` if there is none.
    func coverJPEG(of book: BookSpecifier, _ size: CoverPicture.Size) throws(CatalogueError) -> Data?
    func ids(found query: SearchQuery) throws(CatalogueError) -> [BookID]
    func unnamed() throws(CatalogueError) -> UnnamedBooks
    /// See `Store.keptBooks(after:for:)`.
    func keptBooks(after id: BookID?, for person: String) throws(CatalogueError) -> [KeptBook]?
}

extension BookReader {
    public func forEachCard(of ids: [BookID], for person: String, _ body: (BookCard) throws -> Void) throws {
        try forEachCard(of: ids.map(BookSpecifier.id), for: person, body)
    }
}

/// Adding, changing and removing books.
public protocol BookEditor: CataloguePlace {
    /// Whether `save` is supported; if not, the catalogue looks up books with its own sources.
    var takesBookData: Bool { get }

    /// See `Store.save(_:)`.
    @discardableResult
    func save(_ isbn: ISBN) throws(CatalogueError) -> Bool
    /// Saves what is known of a book, and returns the stored book. Throws `refused` if book data is not accepted.
    @discardableResult
    func save(book: Book) throws(CatalogueError) -> Book
    /// See `Store.edit(_:_:)`.
    @discardableResult
    func edit(_ book: BookSpecifier, _ edit: BookEdit) throws(CatalogueError) -> Book
    /// See `Store.add(_:)`.
    @discardableResult
    func add(_ edit: BookEdit) throws(CatalogueError) -> (book: Book, change: Change)
    /// See `Store.add(new:)`.
    func add(new edit: BookEdit) throws(CatalogueError) -> Book
    /// Gives a book a cover that a person chose; `nil` removes the present one.
    func setCover(_ picture: CoverPicture?, of book: BookSpecifier) throws(CatalogueError)
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

/// Lists of books, shared and personal, and what a person reads.
public protocol BookLists: CataloguePlace {
    func lists() throws(CatalogueError) -> [BookList]
    /// See `Store.put(_:on:by:on:)`.
    func put(
        _ books: [BookSpecifier], on list: String, by person: String, on date: PartialDate?
    ) throws(CatalogueError) -> ListChange
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

/// Comments on books.
public protocol BookComments: CataloguePlace {
    @discardableResult
    func add(_ comment: Comment, to book: BookSpecifier) throws(CatalogueError) -> Int64
    func comment(_ number: Int64, for person: String) throws(CatalogueError) -> Comment?
    func comments(on id: BookID, for person: String) throws(CatalogueError) -> [Comment]
    func comments(by writer: String, for person: String) throws(CatalogueError) -> [Comment]
    func edit(_ comment: Comment) throws(CatalogueError)
    func removeComment(_ number: Int64, by person: String) throws(CatalogueError)
}

/// Records of photos, and the decisions of reviewers.
public protocol PhotoDecisions: CataloguePlace {
    /// See `Store.withDecision(_:)`.
    ///
    /// - Parameter reading: the settings that it was read with; `nil` if unknown.
    func withDecision(_ record: PhotoRecord, by reading: ScanSettingsKey?) throws(CatalogueError)
        -> DecidedPhoto
    /// Whether there are records of photos that were read with these settings.
    func hasPhotos(readBy key: String) throws(CatalogueError) -> Bool
    /// A photo's records, one for each page, from a scan with these settings; `nil` if there are none.
    func records(sha256: String, readBy key: String) throws(CatalogueError) -> [PhotoRecord]?
    /// The decision on a record's photo; for a book in several photos, those on each of them and on all of them together.
    ///
    /// - Parameter saves: whether the catalogue should save the scan's results for each photo.
    func decisions(on record: PhotoRecord, saves: Bool) throws(CatalogueError) -> [PhotoDecision?]
    /// Saves a decision on a photo, or on the photos of a book, replacing an earlier one, except that books that were corrected
    /// one by one stay.
    func decide(_ decision: PhotoDecision, on record: PhotoRecord) throws(CatalogueError)
    /// Adopts the results of a scan on another machine, and queues its books for look-ups.
    ///
    /// - Parameter sources: the keys of the sources to ask.
    func take(
        _ records: [PhotoRecord], asking sources: (ISBN) -> [String]
    ) throws(CatalogueError)
    /// Records that a photo was moved.
    func move(photo sha256: String, to path: String) throws(CatalogueError)
    /// See `Store.forgetReplacedPaths()`.
    func forgetReplacedPaths() throws(CatalogueError)
}

/// The history of changes.
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

    public func catalogueRecording(
        _ action: HistoryEntry.Action, _ detail: String?, by person: String
    ) -> any BookCatalogue {
        recordingChange(action, detail, by: person)
    }

    @discardableResult
    public func save(book: Book) throws(CatalogueError) -> Book { try save(book).book }

    public func coverJPEG(
        of book: BookSpecifier, _ size: CoverPicture.Size
    ) throws(CatalogueError) -> Data? {
        try coverPicture(of: book, size)?.jpeg
    }

    public func setCover(_ picture: CoverPicture?, of book: BookSpecifier) throws(CatalogueError) {
        if let picture {
            try setCover(picture, as: BookCover(sha256: picture.sha256, kind: .chosen), of: book)
        } else {
            try removeCover(of: book)
        }
    }

    public func undo(by person: String) throws(CatalogueError) -> HistoryEntry? {
        try undo(by: person, date: .now)
    }

    public func edit(_ comment: Comment) throws(CatalogueError) { try edit(comment, date: .now) }

    public func removeComment(_ number: Int64, by person: String) throws(CatalogueError) {
        try removeComment(number, by: person, orOthers: false)
    }

    public func decisions(
        on record: PhotoRecord, saves: Bool
    ) throws(CatalogueError) -> [PhotoDecision?] {
        try decisions(on: record, saves: saves, read: nil)
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
