// Changes are listed, and undone completely, without later changes of others.
import Books
import Foundation
import GRDB
import Testing

@testable import Catalogue

struct StoreHistoryTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private static let first = "9780439023481"
    private static let second = "9780439554930"
    private static let new = "9780306406157"

    /// Two books of one work, and a third without an ISBN, with all kinds of personal data.
    init() throws {
        temporary = try TemporaryStore()
        let work = Identifier("openlibrary", "OL1W")
        for (number, title) in [(Self.first, "Éclair"), (Self.second, "Lightning")] {
            let book = Book(
                isbn: try isbn(number), title: title, contributors: [Contributor(name: "Ada Okafor")],
                year: 1990, works: [work], identifiers: [Identifier("goodreads", "\(title.count)")])
            try store.save(book.credited(.source))
        }
        try store.save(Book(title: "Éclair", publisher: "Windward").credited(.person))
        try store.add([reference(Self.first), reference("id:3")], to: "owned")
        try store.add([reference(Self.first)], to: "lent")
        try store.add(
            Books.Comment(person: "ion", rating: Rating(4), text: "Fine."), to: reference(Self.first))
        try store.add(
            Books.Comment(person: "maria", text: "Hidden words", isPrivate: true), to: reference(Self.first))
        try store.mark([reference(Self.first)], as: .read, by: "ion")
    }

    @Test func `what follows the undo of a change that is not finished is another change`() throws {
        let (one, two) = (try reference(Self.first), try reference(Self.second))
        try store.recordingChange(.comment, by: "ion").add(
            Books.Comment(person: "ion", text: "Before."), to: one)
        let running = store.recordingChange(.importTable, "books.csv", by: "ion")
        try running.add([one], to: "gifts")
        #expect(try store.undo(by: "ion", date: .now)?.action == .importTable)
        try running.add([two], to: "gifts")
        let history = try store.history(for: "ion", limit: 9)
        #expect(history.map(\.action) == [.importTable, .importTable, .comment])
        #expect(history.map { $0.undone != nil } == [false, true, false])
        #expect(try store.undo(by: "ion", date: .now)?.action == .importTable)
        // A list that is empty goes.
        #expect(throws: CatalogueError.unknownList("gifts")) { try store.ids(on: "gifts", for: "ion") }
        #expect(try store.undo(by: "ion", date: .now)?.action == .comment)
    }

    @Test func `every recorded table with a person's name says whose its rows are`() throws {
        let store = store
        for table in RecordedTable.all {
            let columns = try store.read { db in try db.columnNames(of: table.name) }
            #expect(table.owner == columns.first { ["author", "person"].contains($0) }, "\(table.name)")
        }
        let owned = RecordedTable.names { $0.owner != nil }
        #expect(owned == "'loan', 'reservation', 'personal_entry', 'reading', 'comment'")
    }

    /// All contents of the store except its history and SQLite's row numbers.
    private func contents() throws -> [String: [String]] {
        let names = RecordedTable.all.map(\.name) + ["search"]
        return try store.read { db in
            try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let columns = name == "search" ? "rowid, *" : "*"
                    return (
                        name,
                        try Row.fetchAll(db, sql: "SELECT \(columns) FROM \(name)").map(\.description)
                            .sorted()
                    )
                })
        }
    }

    private enum Deed: CaseIterable {
        case addNew, fill, setISBN, regroup, remove, merge, mergeIntoUnnumbered, list, newList, unlist,
            comment, editComment,
            removeComment,
            read, unread, decide
    }

    private func carryOut(_ deed: Deed, in store: Store) throws {
        let (first, second) = (try reference(Self.first), try reference(Self.second))
        let id = BookID(1)
        switch deed {
        case .addNew: try store.save(Book(isbn: isbn(Self.new), title: "New").credited(.person))
        case .fill:
            var book = try #require(try store.book(first))
            (book.title, book.contributors) = ("Other", [Contributor(name: "A"), Contributor(name: "B")])
            try store.save(book.credited(.person))
        case .setISBN: try store.setISBN(isbn(Self.new), of: id)
        case .regroup: try store.group(id, withEditionsOf: BookID(3), origin: .person)
        case .remove: try store.remove(first, evenIfCommented: true)
        case .merge: try store.merge(first, into: second, evenIfTwoISBNs: true, origin: .person)
        case .mergeIntoUnnumbered:
            try store.merge(first, into: reference("id:3"), evenIfTwoISBNs: false, origin: .person)
        case .list: try store.add([first, second, .isbn(isbn(Self.new))], to: "owned")
        case .newList: try store.add([second], to: "shelf 3")
        case .unlist: try store.remove([first], from: "lent")
        case .comment: try store.add(Books.Comment(person: "ion", text: "New."), to: .isbn(isbn(Self.new)))
        case .editComment: try store.edit(Books.Comment(id: 1, person: "ion", text: "Changed."))
        case .removeComment: try store.removeComment(1, by: "ion")
        case .read: try store.mark([first, second], as: .abandoned, by: "ion")
        case .unread: try store.unmark([first], as: .read, by: "ion")
        case .decide: try store.decide(.rejected, sha256: "ab", page: 1)
        }
    }

    @Test(arguments: Deed.allCases) private func `everything can be reverted, also later`(_ deed: Deed) throws
    {
        let before = try contents()
        try carryOut(deed, in: store.recordingChange(.edit, by: "ion"))
        #expect(try contents() != before)
        let later = try Store(path: temporary.path)
        #expect(try later.undo(by: "maria") == nil)
        #expect(try later.undo(by: "ion")?.action == .edit)
        #expect(try contents() == before)
        #expect(try later.undo(by: "ion") == nil)
        #expect(try store.check() == [])
    }

    @Test func `all at once, one after the other`() throws {
        let before = try contents()
        let lasting: [Deed] = [.merge, .mergeIntoUnnumbered]
        for deed in Deed.allCases
        where !lasting.contains(deed) && deed != .removeComment && deed != .editComment {
            try? carryOut(deed, in: store.recordingChange(.edit, by: "ion"))
        }
        var count = 0
        while try store.undo(by: "ion") != nil { count += 1 }
        #expect(count > 8)
        #expect(try contents() == before)
    }

    @Test func `a change without effect sends no event`() throws {
        let store = store.recordingChange(.putOnList, "owned", by: "ion")
        try store.add([reference(Self.first)], to: "owned")
        #expect(try store.history(for: "ion", limit: 9) == [])
    }

    @Test func `several writes are one change, and a failed one is not recorded`() throws {
        let recording = store.recordingChange(.edit, by: "ion")
        try carryOut(.fill, in: recording)
        try carryOut(.setISBN, in: recording)
        #expect(throws: CatalogueError.takenISBN(try isbn(Self.second))) {
            try store.recordingChange(.edit, by: "ion").setISBN(isbn(Self.second), of: BookID(1))
        }
        let entries = try store.history(for: "ion", limit: 9)
        #expect(entries.count == 1 && entries.first?.books == 1)
        #expect(entries.first?.book == .isbn(try isbn(Self.new)) && entries.first?.title == "Other")
    }

    @Test func `later changes by others stay`() throws {
        try carryOut(.list, in: store.recordingChange(.putOnList, by: "ion"))
        try store.recordingChange(.comment, by: "maria").add(
            Books.Comment(person: "maria", text: "Mine."), to: .isbn(isbn(Self.new)))
        _ = try store.undo(by: "ion")
        let card = try #require(try store.card(of: .isbn(isbn(Self.new)), for: "maria"))
        #expect(card.lists == [] && card.comments.map(\.text) == ["Mine."])
    }

    @Test func `a later edit by somebody else stays`() throws {
        var book = try #require(try store.book(reference(Self.first)))
        (book.title, book.year) = ("Ion's", 2001)
        try store.recordingChange(.edit, by: "ion").save(book.credited(.person))
        book.title = "Maria's"
        try store.recordingChange(.edit, by: "maria").save(book.credited(.person))
        _ = try store.undo(by: "ion")
        let now = try #require(try store.book(reference(Self.first)))
        #expect(now.title == "Maria's" && now.year == 1990)
    }

    /// An edit with the value that is there changes the origin alone.
    @Test(arguments: [[EditedField.authors: ["Ann Bee"]], [.translators: []], [.publisher: ["Pub"]]])
    func `a field that an edit only confirmed is released`(edit: [EditedField: [String]]) throws {
        let number = try reference(Self.new)
        let book = Book(
            isbn: try isbn(Self.new), title: "Alpha", contributors: [Contributor(name: "Ann Bee")],
            publisher: "Pub")
        try store.save(book.credited(.file))
        let before = try store.book(number)
        try store.recordingChange(.edit, by: "ion").edit(number, BookEdit(edit))
        #expect(try store.book(number)?.origins != before?.origins)
        #expect(try undo(by: "ion")?.hasEffect == true)
        #expect(try store.book(number) == before)
    }

    @Test func `a book leaves a list with the last copy of those who took theirs back`() throws {
        let number = try reference(Self.new)
        try store.recordingChange(.add, by: "boss").save(
            Book(isbn: isbn(Self.new), title: "T").credited(.person))
        // Each on a list: who put the book there, and who had a copy there.
        for list in ["owned", "cooking"] {
            if list == "owned" {
                try store.recordingChange(.addCopy, by: "ion").add(CopyEdit([.list: list]), of: number)
            } else {
                try store.recordingChange(.putOnList, by: "ion").add([number], to: list)
            }
            try store.recordingChange(.addCopy, by: "tom").add(CopyEdit([.list: list]), of: number)
            #expect(try undo(by: "ion") != nil)
            #expect(try lists(of: Self.new) == [list])
            #expect(try undo(by: "tom") != nil)
            #expect(try lists(of: Self.new) == [])
        }
        // One that was moved there.
        try store.recordingChange(.addCopy, by: "ion").add(CopyEdit([.list: "cooking"]), of: number)
        let tom = try store.recordingChange(.addCopy, by: "tom").add(CopyEdit([.list: "attic"]), of: number)
        try store.recordingChange(.editCopy, by: "tom").edit(
            copy: #require(tom.id).description, CopyEdit([.list: "cooking"]))
        #expect(try undo(by: "ion") != nil)
        #expect(try undo(by: "tom") != nil)
        #expect(try lists(of: Self.new) == ["attic"])
        // A list on which somebody put the book keeps it.
        try store.recordingChange(.putOnList, by: "ion").add([number], to: "hall")
        try store.recordingChange(.addCopy, by: "tom").add(CopyEdit([.list: "hall"]), of: number)
        #expect(try undo(by: "tom") != nil)
        #expect(try lists(of: Self.new) == ["attic", "hall"])
        #expect(try store.check() == [])
    }

    @Test func `an entry that was put there before stays when a copy's addition or move is taken back`()
        throws
    {
        let number = try reference(Self.new)
        try store.recordingChange(.putOnList, by: "ion").add([number], to: "shelf")
        try store.recordingChange(.takeOffList, by: "ion").remove([number], from: "shelf")
        try store.recordingChange(.putOnList, by: "ion").add([number], to: "shelf")
        for _ in 0..<2 { #expect(try undo(by: "ion") != nil) }
        #expect(try lists(of: Self.new) == ["shelf"])
        for list in ["shelf", "attic"] {
            let copy = try store.recordingChange(.addCopy, by: "tom").add(CopyEdit([.list: list]), of: number)
            try store.recordingChange(.editCopy, by: "tom").edit(
                copy: #require(copy.id).description, CopyEdit([.list: "shelf", .place: "Loft"]))
            for _ in 0..<2 { #expect(try undo(by: "tom") != nil) }
            #expect(try lists(of: Self.new) == ["shelf"])
        }
    }

    /// A removed book's number is not given again, but the number of its work is.
    @Test func `a book comes back with its number beside one that was added since`() throws {
        try store.recordingChange(.remove, by: "ion").remove(reference("id:3"), evenIfCommented: true)
        let taker = try #require(
            try store.save(Book(isbn: isbn(Self.new), title: "Taker").credited(.source)).book.id)
        #expect(taker == BookID(4))
        _ = try store.undo(by: "ion")
        #expect(
            try store.book(.id(taker))?.title == "Taker" && store.book(reference("id:3"))?.title == "Éclair")
        let owned = try store.books(on: "owned").map(\.title)
        #expect(owned == ["Éclair", "Éclair"])
        #expect(try store.card(of: .id(taker), for: "ion")?.otherEditions.isEmpty == true)
        #expect(try store.check() == [])
    }

    @Test func `a book that was added again gets its lists and comments back`() throws {
        try store.recordingChange(.remove, by: "ion").remove(reference(Self.first), evenIfCommented: true)
        try store.save(Book(isbn: isbn(Self.first), title: "Fetched").credited(.source))
        _ = try store.undo(by: "ion")
        let card = try #require(try store.card(of: reference(Self.first), for: "maria"))
        #expect(card.book.title == "Fetched" && card.lists == ["owned", "lent"] && card.comments.count == 2)
        #expect(try store.check() == [])
    }

    @Test func `the history includes removed books`() throws {
        try carryOut(.unlist, in: store.recordingChange(.takeOffList, "lent", by: "ion"))
        try carryOut(.newList, in: store.recordingChange(.putOnList, "shelf 3", by: "ion"))
        try carryOut(.remove, in: store.recordingChange(.remove, by: "maria"))
        let entries = try store.history(of: reference(Self.first), for: "ion", limit: 9)
        #expect(
            entries.map(\.action) == [.remove, .takeOffList] && entries.map(\.person) == ["maria", "ion"])
        #expect(entries.map(\.title) == ["Éclair", "Éclair"])
        #expect(try store.history(for: "ion", limit: 2).map(\.detail) == [nil, "shelf 3"])
        #expect(throws: CatalogueError.unknownBook(.isbn(try isbn(Self.new)))) {
            try store.history(of: .isbn(isbn(Self.new)), for: "ion", limit: 9)
        }
    }

    @Test func `a book that was added again has the history of the removed one`() throws {
        let book = try reference(Self.first)
        try store.recordingChange(.changeCover, by: "ion").setCover(
            .made("front"), as: .chosen("front"), of: book)
        try store.recordingChange(.remove, by: "maria").remove(book, evenIfCommented: true)
        try store.recordingChange(.add, by: "ion").save(
            Book(isbn: isbn(Self.first), title: "Again").credited(.person))
        let entries = try store.history(of: book, for: "ion", limit: 9)
        #expect(entries.map(\.action) == [.add, .remove, .changeCover])
        #expect(entries.map(\.title) == ["Again", "Éclair", "Éclair"])
    }

    @Test func `private comments are visible to their author only`() throws {
        try store.recordingChange(.comment, by: "maria").add(
            Books.Comment(person: "maria", text: "Secret", isPrivate: true), to: reference(Self.second))
        #expect(try store.history(for: "ion", limit: 9) == [])
        #expect(try store.history(for: "maria", limit: 9).map(\.action) == [.comment])
    }

    @Test func `changes of a person's own lists are visible to that person only`() throws {
        let first = try reference(Self.first)
        for action in [HistoryEntry.Action.putOnList, .importTable] {
            let store = store.recordingChange(action, by: "ion")
            try store.add([first], to: "to \(action.rawValue)", of: "ion")
        }
        // What happens to them along with others is no secret.
        try store.recordingChange(.merge, by: "ion").merge(
            first, into: reference(Self.second), evenIfTwoISBNs: true, origin: .person)
        #expect(try store.history(for: "maria", limit: 9).map(\.action) == [.merge])
        #expect(try store.history(for: "ion", limit: 9).map(\.action) == [.merge, .importTable, .putOnList])
    }

    @Test func `deleting a person's data removes them from the history`() throws {
        let words = "Unmistakable"
        let number = try store.recordingChange(.comment, by: "maria").add(
            Books.Comment(person: "maria", text: words), to: reference(Self.second))
        try store.recordingChange(.editComment, by: "maria").edit(
            Books.Comment(id: number, person: "maria", text: words + " more"))
        try store.recordingChange(.remove, by: "ion").remove(reference(Self.second), evenIfCommented: true)
        _ = try store.forget(person: "maria")
        for suffix in ["", "-wal"] {
            let bytes = (try? Data(contentsOf: URL(filePath: temporary.path + suffix))) ?? Data()
            #expect(bytes.range(of: Data(words.utf8)) == nil && bytes.range(of: Data("maria".utf8)) == nil)
        }
        #expect(try store.history(for: "ion", limit: 9).map(\.person) == ["ion", "", ""])
        _ = try store.undo(by: "ion")
        let card = try #require(try store.card(of: reference(Self.second), for: "maria"))
        #expect(card.comments.map(\.text) == ["Fine."])
    }

    private func undo(by person: String) throws -> HistoryEntry? { try store.undo(by: person) }

    private func lists(of number: String) throws -> [String] {
        try store.card(of: .isbn(isbn(number)), for: "")?.lists.sorted() ?? []
    }

    @Test func `a list that an earlier undo emptied comes back with its entry`() throws {
        for (number, person) in [(Self.first, "ion"), (Self.second, "ion")] {
            try store.recordingChange(.putOnList, by: person).add([reference(number)], to: "zoo")
        }
        try store.recordingChange(.takeOffList, by: "tom").remove([reference(Self.first)], from: "zoo")
        _ = try undo(by: "ion")
        try store.add([reference(Self.second)], to: "farm")
        #expect(try undo(by: "tom")?.hasEffect == true)
        #expect(try lists(of: Self.first) == ["lent", "owned", "zoo"])
        #expect(try lists(of: Self.second) == ["farm"])
    }

    private enum Touch: CaseIterable { case list, comment, copy, reading, reservation }

    @Test(arguments: Touch.allCases)
    private func `an added book stays while a later change would need it`(_ touch: Touch) throws {
        let new = try reference(Self.new)
        try store.recordingChange(.add, by: "ion").save(
            Book(isbn: isbn(Self.new), title: "New").credited(.person))
        let toms = { (action: HistoryEntry.Action) in store.recordingChange(action, by: "tom") }
        switch touch {
        case .list:
            try toms(.putOnList).add([new], to: "owned")
            try toms(.takeOffList).remove([new], from: "owned")
        case .comment:
            let id = try toms(.comment).add(Books.Comment(person: "tom", text: "Mine."), to: new)
            try toms(.removeComment).removeComment(id, by: "tom")
        case .copy:
            try toms(.addCopy).add(CopyEdit([.list: "owned"]), of: new)
            let copy = try #require(try store.copies(CopyQuery()).first?.id)
            try toms(.removeCopy).removeCopy("\(copy)")
        case .reading:
            try toms(.putOnList).mark([new], as: .read, by: "tom")
            try toms(.takeOffList).unmark([new], as: .read, by: "tom")
        case .reservation:
            try toms(.putOnList).add([new], to: "owned", of: "tom")
            try toms(.takeOffList).remove([new], from: "owned", of: "tom")
        }
        #expect(try undo(by: "ion") != nil)
        #expect(try undo(by: "tom") != nil)
        #expect(try store.book(new) != nil)
        while try undo(by: "tom") != nil {}
        #expect(try store.book(new) == nil)
        #expect(try store.check() == [])
    }

    @Test func `a merge is reverted although the work of the merged book went meanwhile`() throws {
        let foo = try #require(try store.save(Book(title: "Foo").credited(.person)).book.id)
        let bar = try #require(try store.save(Book(title: "Bar").credited(.person)).book.id)
        try store.recordingChange(.edit, by: "tom").group(bar, withEditionsOf: foo, origin: .person)
        try store.recordingChange(.merge, by: "ion").merge(
            .id(bar), into: .id(foo), evenIfTwoISBNs: false, origin: .person)
        #expect(try undo(by: "tom") != nil)
        #expect(try undo(by: "ion") != nil)
        #expect(try store.book(.id(bar))?.title == "Bar" && store.book(.id(foo))?.title == "Foo")
        #expect(try store.check() == [])
    }

    @Test func `a book that came back into one added again does not go with that one`() throws {
        let new = try reference(Self.new)
        let typed = Book(isbn: try isbn(Self.new), title: "Hunger").credited(.person)
        try store.recordingChange(.add, by: "eve").save(typed)
        try store.recordingChange(.remove, by: "lars").remove(new, evenIfCommented: true)
        try store.recordingChange(.putOnList, by: "libby").add([new], to: "owned")
        #expect(try undo(by: "lars") != nil)
        #expect(try undo(by: "libby") != nil)
        #expect(try store.book(new)?.title == "Hunger" && lists(of: Self.new) == [])
    }
}
