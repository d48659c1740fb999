#if Server
// Who may edit, add, merge, remove and take back, on pages and over the network: a table of people and actions.
import Accounts
import Books
import Catalogue
import Foundation
import Testing

@testable import Server

struct EditingRoleTests {
    enum Person: String, CaseIterable {
        case nobody, reader, librarian, administrator
        /// A librarian who became a reader after the form was opened.
        case demoted
        /// A librarian's form without the token of the session.
        case forged
        /// Programs with the token of an account.
        case noToken, readerToken, librarianToken, demotedToken

        var role: Account.Role {
            switch self {
            case .nobody, .reader, .readerToken, .noToken: .reader
            case .administrator: .administrator
            default: .librarian
            }
        }

        var isProgram: Bool { rawValue.hasSuffix("Token") }
        var isDemoted: Bool { self == .demoted || self == .demotedToken }
        /// Whether it counts, and the answer.
        var outcome: (Bool, Int) {
            switch self {
            case .nobody: (false, 303)
            case .noToken: (false, 401)
            case .reader, .demoted, .forged, .readerToken, .demotedToken: (false, 403)
            case .librarian, .administrator: (true, 303)
            case .librarianToken: (true, 200)
            }
        }
    }

    enum Action: CaseIterable { case edit, add, merge, remove, takeBack }

    @Test(arguments: Person.allCases, Action.allCases)
    func `who may do what`(person: Person, action: Action) async throws {
        try await TestSite.with { site in
            let name = "Kim"
            let visitor = try await site.visitor(name, person.role)
            let account = try await site.account(name, person.role)
            let secret = Secret()
            try site.store.makeToken(secret.hash, name: "laptop", of: account.id)
            let book = try #require(try site.store.add(BookEdit([.title: ["Herons"]])).book.reference)
            let twin = try #require(try site.store.add(BookEdit([.title: ["Twin"]])).book.reference)
            // Kim's own, from when she was a librarian.
            try site.store.recordingChange(.edit, by: name).edit(twin, BookEdit([.year: ["1931"]]))
            let change = try site.latestChange(of: name)
            func state() throws -> [String] {
                try [book, twin].map {
                    try site.store.book($0).map { "\($0.title ?? "") \($0.year ?? 0)" } ?? "gone"
                }
                    + [String(site.store.info().books)]
            }
            let (kept, removed) = try site.store.mergeSides(of: twin, into: book, for: name)
            let shown = MergeView.state(kept, removed)
            let sent = Sent(action, book: book, twin: twin, change: change, shown: shown)
            let before = try state()
            let status: Int
            if person.isProgram {
                if person.isDemoted { _ = try site.store.give(.reader, to: account.id) }
                var headers = ["Content-Type": "application/json", "Authorization": "Bearer \(secret.text)"]
                if person == .noToken { headers["Authorization"] = "Bearer \(Secret().text)" }
                status = try await visitor.ask(
                    sent.method, "/api/v1" + sent.api, headers, body: Array(sent.json.utf8)
                ).status
            } else {
                let sender = person == .nobody ? site.visitor() : visitor
                _ = try await sender.get(person == .nobody ? "/sign-in" : "/")
                if person.isDemoted { _ = try site.store.give(.reader, to: account.id) }
                let forged = person == .forged ? [("token", "")] : []
                status = try await sender.send(sent.page, forged + sent.fields).status
            }
            let (counts, usual) = person.outcome
            var expected = usual
            if action == .takeBack, [.reader, .demoted].contains(person) { expected = 422 }
            if action == .takeBack, [.readerToken, .demotedToken].contains(person) { expected = 404 }
            #expect(status == expected)
            let after = try state()
            #expect((after != before) == counts)
            // Nothing is half done, and the rest can go on.
            #expect(try site.store.check() == [])
        }
    }

    /// What a librarian does beside editing one book.
    enum Deed: String, CaseIterable {
        case editsAuthors, setsCover, removesComment, addsBook, addsNumber, importsBook, importsAuthors
        case rejectsPhoto, rejectsOwnPhoto, removesOwnComment, putsOnOwnList, importsOwnList
        case reserves, cancels

        /// Whether readers do the same.
        var isReaders: Bool {
            switch self {
            case .addsNumber, .rejectsOwnPhoto, .removesOwnComment, .putsOnOwnList, .importsOwnList,
                .reserves, .cancels:
                true
            default: false
            }
        }
    }

    @Test(arguments: Deed.allCases)
    func `a former librarian takes back what readers may do, and nothing else`(deed: Deed) async throws {
        try await TestSite.with { site in
            let name = "Kim"
            let kim = try await site.account(name, .librarian)
            let secret = Secret()
            try site.store.makeToken(secret.hash, name: "laptop", of: kim.id)
            let photo = try await site.photo(of: deed == .rejectsPhoto ? "Rea" : name)
            try Self.make(deed, by: kim, photo: photo, site)
            let change = try site.latestChange(of: name)
            let changed = try site.store.history(for: name, limit: 1).first?.book
            func ask(_ path: String) async throws -> Int {
                let headers = ["Content-Type": "application/json", "Authorization": "Bearer \(secret.text)"]
                return try await site.visitor().ask("POST", path, headers, body: Array("{}".utf8)).status
            }
            func undo() async throws -> Int { try await ask("/api/v1/changes/\(change)/undo") }
            _ = try site.store.give(.reader, to: kim.id)
            // The page offers it to nobody who may not do it.
            if let changed {
                let page = try await site.visitor(name).get("\(changed.path)/history").text
                #expect(page.contains("/history/\(change)/undo") == deed.isReaders)
            }
            // The last change is not another one because somebody may not undo it.
            if !deed.isReaders { #expect(try await ask("/api/v1/undo") == 403) }
            #expect(try await undo() == (deed.isReaders ? 200 : 404))
            _ = try site.store.give(.librarian, to: kim.id)
            #expect(try await undo() == (deed.isReaders ? 404 : 200), "once")
            #expect(try site.store.check() == [])
        }
    }

    /// - Parameter photo: of the person whose photo it would be.
    private static func make(_ deed: Deed, by kim: Account, photo: Upload, _ site: TestSite) throws {
        let known = try BookSpecifier("9780306406157")
        for isbn in ["9780306406157", "9780439554930"] { _ = try site.store.save(ISBN(isbn)) }
        try site.store.edit(known, BookEdit([.title: ["Herons"], .authors: ["Ana One"]]))
        let comment = try site.say("Fine.", by: deed == .removesComment ? "Rea" : kim.name)
        func recording(_ action: HistoryEntry.Action, _ detail: String? = nil) -> Store {
            site.store.recordingChange(action, detail, by: kim.name)
        }
        func take(_ book: Book, _ lists: [String] = []) throws {
            var book = book
            if book.title != nil || !book.contributors.isEmpty { book.credit(Origin(.imported, "books.csv")) }
            _ = try recording(.importTable, "books.csv").take(
                [ImportedEntry(book: book, by: kim.name, lists: lists)], listsOf: kim.name, isDryRun: false)
        }
        switch deed {
        case .editsAuthors: try recording(.edit).edit(known, BookEdit([.authors: ["Ion Two"]]))
        case .setsCover:
            let picture = CoverPicture(sha256: "c0", small: Data("small".utf8), large: Data("large".utf8))
            try recording(.changeCover).setCover(picture, of: known)
        case .removesComment, .removesOwnComment:
            try recording(.removeComment).removeComment(comment, by: kim.name, orOthers: true)
        case .addsBook: _ = try recording(.add).add(BookEdit([.title: ["Twin"]]))
        case .addsNumber: _ = try recording(.add).save(ISBN("9780439023481"))
        case .importsBook: try take(Book(isbn: ISBN("9780439023481"), title: "Twin"))
        case .importsAuthors:
            try take(Book(isbn: ISBN("9780439554930"), contributors: [Contributor(name: "Ana One")]))
        case .rejectsPhoto, .rejectsOwnPhoto:
            try site.store.decide(.rejected, on: photo.id, as: .rejected, by: kim)
        case .reserves, .cancels:
            try site.store.add(CopyEdit([.label: "K 1"]), of: known)
            try recording(.reserve).reserve(known, for: kim.name)
            if deed == .cancels {
                try recording(.cancelReservation).cancelReservation(of: known, for: kim.name)
            }
        case .putsOnOwnList: try recording(.putOnList, "box").add([known], to: "box", of: kim.name)
        case .importsOwnList: try take(Book(isbn: ISBN("9780439023481")), ["box"])
        }
    }

    /// One action as a form and as a message.
    private struct Sent {
        var page: String
        var fields: [(String, String)] = []
        var method = "POST"
        var api: String
        var json = "{}"

        init(_ action: Action, book: BookSpecifier, twin: BookSpecifier, change: Int64, shown: String) {
            let path = "/books/\(book.description.queryPart)"
            switch action {
            case .edit:
                (page, fields) = ("\(path)/edit", [("title", "New"), ("former-title", "Herons")])
                (method, api, json) = ("PATCH", path, #"{"title":"New"}"#)
            case .add:
                (page, fields) = ("/add", [("title", "Third"), ("former-title", "")])
                (api, json) = ("/books", #"{"book":{"title":"Third"}}"#)
            case .merge:
                (page, fields) = ("\(path)/merge", [("other", "\(twin)"), ("shown", shown)])
                (api, json) = ("\(path)/merge", #"{"other":"\#(twin)","evenIfTwoISBNs":false}"#)
            case .remove:
                page = "\(path)/remove"
                (method, api) = ("DELETE", path)
            case .takeBack:
                page = "/books/\(twin.description.queryPart)/history/\(change)/undo"
                api = "/changes/\(change)/undo"
            }
        }
    }
}
#endif
