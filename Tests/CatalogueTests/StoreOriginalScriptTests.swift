// Original-script fields in the store: saved, found, merged field by field, undone, and added to older stores.
import Books
import Foundation
import Testing

@testable import Catalogue

struct StoreOriginalScriptTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    private static let number = "9785170000012"

    init() throws { temporary = try TemporaryStore() }

    private static func book(_ title: String, _ names: [String]) throws -> Book {
        Book(
            isbn: try isbn(number), title: "Zelënyĭ mai͡ak", contributors: [Contributor(name: "Marii͡a Novak")],
            originalScriptTitle: title, originalScriptNames: names)
    }

    private func stored() throws -> Book? { try store.book(reference(Self.number)) }

    /// As typed, with and without marks; first words of titles and names.
    @Test(arguments: [
        (
            "Зелёный маяк: повесть", "Мария Новак",
            ["Зелёный", "зеленый маяк", "ПОВЕСТЬ", "мария", "новак маяк"]
        ),
        ("אַטְלַס הַפָּנָסִים", "מרים נובק", ["אטלס", "אַטְלַס", "הפנסים נובק"]),
        ("أَطْلَسُ الفَوانِيسِ", "مريم نوفاك", ["اطلس", "أطلس", "الفوانيس", "مريم"]),
        ("Άτλας των φάρων", "Μαρία Νόβακ", ["ατλας", "ΦΑΡΩΝ", "μαρια"]),
        ("灯台の地図", "岡本花子", ["灯台", "地図", "花子"]), ("등대 지도", "김영희", ["등대", "김영"]),
    ])
    func `search finds it`(_ title: String, _ name: String, _ words: [String]) throws {
        try store.save(Self.book(title, [name]).credited(.source))
        #expect(try stored()?.originalScriptTitle == title)
        #expect(try stored()?.originalScriptNames == [name])
        for words in words + ["zelenyi", "novak"] {
            #expect(try store.search(SearchQuery(words: words)).count == 1, "\(words)")
        }
        #expect(try store.search(SearchQuery(author: name)).count == 1)
        #expect(try store.search(SearchQuery(author: String(title.prefix(4)))).isEmpty)
        #expect(try store.check() == [])
    }

    @Test func `it is a field like others`() throws {
        try store.save(Self.book("Маяк", ["М. Новак", "А. Окафор"]).credited(.person))
        try store.save(Self.book("Другой", ["Другая"]).credited(.source))
        #expect(try stored()?.originalScriptTitle == "Маяк", "a person has the last word")
        #expect(try stored()?.originalScriptNames == ["М. Новак", "А. Окафор"])
        try store.save(Self.book(" Зелёный\n маяк\u{200F}", ["", "Новак\u{7}"]).credited(.person))
        #expect(try stored()?.originalScriptTitle == "Зелёный маяк")
        #expect(try stored()?.originalScriptNames == ["Новак"])
        var empty = Book(isbn: try isbn(Self.number))
        empty.origins = [.originalScriptTitle: .person, .originalScriptNames: .person]
        try store.save(empty)
        #expect(try stored()?.originalScriptTitle == nil)
        #expect(try store.search(SearchQuery(words: "маяк")).isEmpty)
        #expect(try stored()?.title == "Zelënyĭ mai͡ak")
    }

    @Test func `merging and taking back`() throws {
        try store.save(Self.book("Маяк", ["Новак"]).credited(.source))
        let plain = try store.save(Book(title: "Mai͡ak").credited(.person)).book
        let id = try #require(plain.id)
        try store.recordingChange(.merge, by: "maria").merge(
            reference(Self.number), into: .id(id), evenIfTwoISBNs: false, origin: .person)
        #expect(try store.book(.id(id))?.originalScriptTitle == "Маяк")
        #expect(try store.search(SearchQuery(words: "маяк")).map(\.id) == [id])
        _ = try store.undo(by: "maria")
        #expect(try store.book(.id(id))?.originalScriptTitle == nil)
        #expect(try stored()?.originalScriptNames == ["Новак"])
        #expect(try store.search(SearchQuery(words: "маяк")).map(\.isbn) == [isbn(Self.number)])
        try store.recordingChange(.edit, by: "maria").save(Self.book("Другой", []).credited(.person))
        _ = try store.undo(by: "maria")
        #expect(try stored()?.originalScriptTitle == "Маяк")
    }

    @Test func `an older store is upgraded, and its reverted changes can be restored`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 9,
            """
            INSERT INTO work (id) VALUES (1);
            INSERT INTO book (id, isbn, work, title, added) VALUES (1, 9785170000012, 1, 'Zelënyĭ mai͡ak', 0);
            INSERT INTO origin VALUES (1, 'fetched', 'K10plus', 0, 'title');
            INSERT INTO search (rowid, title, contributors, publisher, comments) VALUES (1, 'Zelenyi maiak', '', '', '');
            \(OldStore.removal())
            """)
        let store = try Store(path: path)
        #expect(try store.book(reference(Self.number))?.originalScriptTitle == nil)
        try store.save(Self.book("Зелёный маяк", ["Новак"]).credited(.source))
        #expect(try store.search(SearchQuery(words: "зеленый")).map(\.title) == ["Zelënyĭ mai͡ak"])
        _ = try store.undo(by: "maria")
        #expect(try store.search(SearchQuery(words: "gone")).map(\.originalScriptNames) == [[]])
        #expect(try store.check() == [])
    }
}
