#if Server
// All data of an account, as its owner can save it.
import Accounts
import Books
import Catalogue
import Foundation

struct AccountExport: Encodable {
    struct ExportedBook: Encodable {
        var isbn: String?
        var title: String?
    }

    struct ExportedPhoto: Encodable {
        var name: String
        var sent: Date
        var isbn: String?
    }

    struct ExportedReading: Encodable {
        var book: ExportedBook
        var state: String
        var started: String?
        var ended: String?
    }

    struct ExportedLoan: Encodable {
        var book: ExportedBook
        var lent: Date
        var due: String?
        var returned: Date?
    }

    struct ExportedComment: Encodable {
        var book: ExportedBook
        var stars: Double?
        var text: String
        var isPrivate: Bool
        var isSpoiler: Bool
        var written: Date
        /// Set if the time of day is not known.
        var writtenOn: PartialDate?
        var edited: Date?
    }

    var name: String
    var role: String
    var since: Date
    var email: String?
    /// Linked identities of a provider.
    var identities: [Identity]
    var comments: [ExportedComment]
    /// By the list's name.
    var lists: [String: [ExportedBook]]
    var readings: [ExportedReading]
    var loans: [ExportedLoan]
    var reservations: [ExportedBook]
    /// Photos that the site still holds.
    var photos: [ExportedPhoto]

    init(_ account: Account, in store: Store) throws {
        (name, role, since, email) = (account.name, account.role.rawValue, account.made, account.email)
        identities = try store.identities(of: account.id)
        comments = try store.comments(by: account.name, for: account.name).map {
            ExportedComment(
                book: ExportedBook(isbn: $0.isbn?.isbn13, title: $0.bookTitle), stars: $0.rating?.stars,
                text: $0.text,
                isPrivate: $0.isPrivate, isSpoiler: $0.isSpoiler, written: $0.written,
                writtenOn: $0.writtenOn, edited: $0.edited)
        }
        loans = try store.loanRecords(of: account.name).map {
            ExportedLoan(
                book: ExportedBook(isbn: $0.isbn?.isbn13, title: $0.title), lent: $0.loan.lent,
                due: $0.loan.due?.description, returned: $0.returned)
        }
        reservations = try store.reservations(of: account.name).map {
            ExportedBook(isbn: $0.isbn?.isbn13, title: $0.title)
        }
        (lists, readings, photos) = ([:], [], [])
        func save(_ ids: [BookID], as list: String) throws {
            var kept: [ExportedBook] = []
            try store.forEachBook(of: ids) {
                kept.append(ExportedBook(isbn: $0.isbn?.isbn13, title: $0.title))
            }
            if !kept.isEmpty { lists[list] = kept }
        }
        for list in try store.lists(of: account.name) {
            try save(store.ids(on: list.name, of: account.name), as: list.name)
        }
        for state in ReadingStatus.State.allCases {
            let ids = try store.ids(on: state.rawValue, for: account.name)
            try store.forEachBook(of: ids) { book in
                let all = try book.id.map { try store.readings(of: $0, by: account.name) } ?? []
                for reading in all where reading.state == state {
                    readings.append(
                        ExportedReading(
                            book: ExportedBook(isbn: book.isbn?.isbn13, title: book.title),
                            state: state.rawValue,
                            started: reading.started?.description, ended: reading.ended?.description))
                }
            }
        }
        photos = try store.uploads(of: account.id).map {
            ExportedPhoto(name: $0.name, sent: $0.made, isbn: $0.isbn?.isbn13)
        }
    }
}
#endif
