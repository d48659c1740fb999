// Names as they are filed, in the store: kept, taken back, dumped, and new to older stores.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreSortNamesTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private static let number = "9780439023481"

    init() throws { temporary = try TemporaryStore() }

    private static func book(_ sort: String?, title: String = "Soledad") throws -> Book {
        Book(
            isbn: try isbn(number), title: title,
            contributors: [
                Contributor(name: "Gabriel García Márquez", sortName: sort),
                Contributor(name: "Ana", role: .editor),
            ])
    }

    private func stored() throws -> [String?] {
        try #require(try store.book(reference(Self.number))).contributors.map(\.sortName)
    }

    @Test func `a name is filed as its source says, and again as before when that is undone`() throws {
        try store.save(Self.book("García Márquez,\u{7} Gabriel").credited(.file))
        #expect(try stored() == ["García Márquez, Gabriel", nil])
        let edit = store.recordingChange(.edit, by: "maria")
        #expect(try edit.save(Self.book(nil).credited(.person)).change == .changed)
        #expect(try stored() == [nil, nil])
        _ = try store.undo(by: "maria")
        #expect(try stored() == ["García Márquez, Gabriel", nil])
        try store.recordingChange(.remove, by: "maria").remove(reference(Self.number), evenIfCommented: true)
        _ = try store.undo(by: "maria")
        #expect(try stored() == ["García Márquez, Gabriel", nil])
    }

    @Test func `a book without an ISBN is the same however its makers are filed`() throws {
        var book = try Self.book(nil)
        book.isbn = nil
        let first = try store.save(book.credited(.file)).book
        book.contributors[0].sortName = "García Márquez, Gabriel"
        let second = try store.save(book.credited(.file))
        #expect(second.book.id == first.id && second.change == .changed)
    }

    @Test func `it is in the dump, and in a store from before it was there`() throws {
        try store.save(Self.book("García Márquez, Gabriel").credited(.file))
        var lines: [String] = []
        try store.dump { lines.append($0) }
        let path = temporary.folder.appending(path: "loaded.sqlite").path
        var rest = lines[...]
        try Store.load({ rest.popFirst() }, to: path)
        #expect(try Store(path: path).book(reference(Self.number))?.contributors[0].sortName != nil)

        let old = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: old, version: 20,
            """
            INSERT INTO work (id) VALUES (1);
            INSERT INTO book (id, isbn, work, title, added) VALUES (1, \(Self.number), 1, 'Soledad', 0);
            INSERT INTO contributor (book, position, name, role) VALUES (1, 0, 'Gabriel', 'author');
            """)
        let upgraded = try #require(try Store(path: old).book(reference(Self.number)))
        #expect(upgraded.contributors == [Contributor(name: "Gabriel")])
    }
}
