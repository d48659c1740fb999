// Searching by words and conditions.
import Books
import Testing

@testable import Catalogue

struct StoreSearchTests {
    private let temporary: TemporaryStore
    private var store: Store { temporary.store }

    init() throws { temporary = try TemporaryStore() }

    private func shelf() throws -> Store {
        let books: [(String, String, [String], String?, Int?)] = [
            ("9780439023481", "The Hunger Games", ["Suzanne Collins"], "Scholastic", 2008),
            ("9780439554930", "Über den Fluß", ["Zoë Brontë"], "Łódź Press", 1997),
            ("9780316015844", "A Guide", ["Gabriel García Márquez"], "Hunger & Sons", 1990),
            ("9787020002207", "红楼梦", ["曹雪芹"], "人民文学出版社", nil),
        ]
        for (number, title, authors, publisher, year) in books {
            try store.save(
                Book(
                    isbn: isbn(number), title: title, contributors: authors.map { Contributor(name: $0) },
                    publisher: publisher, year: year
                ).credited(.source))
        }
        try store.add(
            Books.Comment(person: "ion", text: "Made me hungry; l’œuvre!"), to: reference("9780439554930"))
        try store.add([reference("9780316015844")], to: "owned")
        return store
    }

    @Test(arguments: [
        ("hunger", ["The Hunger Games", "A Guide"]),
        ("hung", ["The Hunger Games", "Über den Fluß", "A Guide"]),
        ("HUNGER coll", ["The Hunger Games"]), ("uber", ["Über den Fluß"]), ("fluss", ["Über den Fluß"]),
        ("Fluß", ["Über den Fluß"]), ("bronte", ["Über den Fluß"]), ("lodz", ["Über den Fluß"]),
        ("oeuvre", ["Über den Fluß"]), ("楼梦", ["红楼梦"]), ("文学", ["红楼梦"]), ("楼红", []), ("unger", []),
        ("\"hunger", ["The Hunger Games", "A Guide"]), ("hunger OR", []), ("title:hunger*", []), ("-", []),
        ("(", []), ("0-439-02348-3", ["The Hunger Games"]), ("9780439023528", []),
        ("ISBN-13: 978-0-439-02348-1", ["The Hunger Games"]), ("9780439023481 (pbk).", ["The Hunger Games"]),
        ("", ["A Guide", "The Hunger Games", "Über den Fluß", "红楼梦"]),
    ])
    func `words find`(words: String, titles: [String]) throws {
        let found = try shelf().search(SearchQuery(words: words)).compactMap(\.title)
        // Two of these check the order of hits in different fields; for the others, ties have no order.
        #expect(words == "hunger" || words.isEmpty ? found == titles : Set(found) == Set(titles))
    }

    /// People omit diacritics, in any script.
    @Test(arguments: [
        ("Ἰλιάς", "ιλιασ"), ("Евге́ний Онегин", "евгений"), ("ещё", "еще"), ("תַּנַ״ךְ", "תנ״ך"), ("אֶרֶץ", "ארץ"),
        ("القُرآن", "القران"), ("كِتَـابٌ", "كتاب"), ("Tiếng Việt", "tieng viet"), ("हिन्दी", "हिन्दी"), ("がく", "がく"),
        ("한국어", "한국어"),
    ])
    func `marks make no difference`(title: String, words: String) throws {
        try store.save(Book(isbn: isbn("9780439023481"), title: title).credited(.source))
        #expect(try store.search(SearchQuery(words: words)).map(\.title) == [title])
        #expect(try store.search(SearchQuery(words: title)).map(\.title) == [title])
    }

    /// In these scripts, a mark makes a different letter.
    @Test(arguments: [("がく", "かく"), ("हिन्दी", "हनद")])
    func `other letters stay other`(title: String, words: String) throws {
        try store.save(Book(isbn: isbn("9780439023481"), title: title).credited(.source))
        #expect(try store.search(SearchQuery(words: words)).isEmpty)
    }

    @Test func `filters hold together`() throws {
        let store = try shelf()
        func titles(_ query: SearchQuery) throws -> [String] { try store.search(query).compactMap(\.title) }
        #expect(try titles(SearchQuery(author: "garcia")) == ["A Guide"])
        #expect(try titles(SearchQuery(author: "hunger")) == [])
        #expect(try titles(SearchQuery(words: "hunger", author: "marq")) == ["A Guide"])
        #expect(try titles(SearchQuery(years: 1990...1997)) == ["A Guide", "Über den Fluß"])
        #expect(try titles(SearchQuery(words: "hunger", years: 2000...Int.max)) == ["The Hunger Games"])
        #expect(try titles(SearchQuery(words: "hunger", list: "owned")) == ["A Guide"])
        #expect(try titles(SearchQuery(limit: 2)).count == 2)
        #expect(throws: CatalogueError.unknownList("lent")) { try titles(SearchQuery(list: "lent")) }
    }

    @Test func `an apostrophe may be left out, also in an older store`() throws {
        let path = temporary.folder.appending(path: "old.sqlite").path
        try OldStore.make(
            at: path, version: 53,
            """
            \(OldStore.books(1...3))
            UPDATE book SET title = 'Don’t' WHERE id = 1;
            UPDATE search SET title = 'Don’t' WHERE rowid = 1;
            INSERT INTO contributor (book, position, name, role) VALUES (2, 0, 'Flann O''Brien', 'author');
            UPDATE search SET contributors = 'Flann O''Brien' WHERE rowid = 2;
            """)
        let store = try Store(path: path)
        func found(_ words: String) throws -> [Int64] {
            try store.ids(found: SearchQuery(words: words)).map(\.value).sorted()
        }
        for (words, ids) in [("dont", [1]), ("don t", [1]), ("obrien flann", [2]), ("book", [2, 3])] {
            #expect(try found(words) == ids.map(Int64.init), "\(words)")
        }
        try store.save(Book(isbn: isbn("9780439023481"), title: "The Winter's Tale").credited(.person))
        #expect(try found("winters tale") == [4])
        #expect(try store.check() == [])
    }

    @Test func `index follows edits`() throws {
        let store = try shelf()
        let number = try isbn("9780439023481")
        try store.save(Book(isbn: number, title: "Mockingjay").credited(.person))
        #expect(try store.search(SearchQuery(words: "games")) == [])
        #expect(try store.search(SearchQuery(words: "mocking")).map(\.isbn) == [number])
        #expect(try store.check() == [])
    }

    @Test func `a search ends when its time is over or its client is gone`() async throws {
        let store = try shelf()
        let query = SearchQuery(words: "hunger")
        for limit in [
            QueryLimit(.zero, interval: 1), QueryLimit(.zero), QueryLimit(.seconds(600)) { true },
        ] {
            #expect(throws: CatalogueError.tooSlow) {
                try QueryLimit.$current.withValue(limit) { try store.search(query) }
            }
        }
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            return try QueryLimit.$current.withValue(QueryLimit(.seconds(600), interval: 1)) {
                try store.search(query)
            }
        }
        cancelled.cancel()
        await #expect(throws: CatalogueError.tooSlow) { try await cancelled.value }
        // The connection is still usable.
        #expect(try store.search(query).count == 2)
        try QueryLimit.$current.withValue(QueryLimit(.zero, interval: 1)) {
            try store.add([reference("9780439023481")], to: "owned")
        }
    }

    /// The work is bounded for any query; each counted step of SQLite's virtual machine checks the time.
    @Test(arguments: [
        String(repeating: "t ", count: 2000), (1...2000).map { "w\($0)" }.joined(separator: " "),
        String(repeating: "楼", count: 2000), String(repeating: "a-b.", count: 2000), "\"", "* OR NEAR(",
        "title:x AND", "- ^ + {", String(repeating: "\u{301}", count: 3000), "\0", "a* b* c* d* e* f*",
    ])
    func `any words can be searched for`(words: String) throws {
        let store = try shelf()
        for query in [
            SearchQuery(words: words), SearchQuery(author: words), SearchQuery(words: "a", author: words),
        ] {
            _ = try store.search(query)
        }
    }
}
