// What is entered for a book: checked, tidied and applied.
import Testing

@testable import Books

struct BookEditTests {
    private static let origin = Origin(.edited, "by hand")

    @Test func `texts are tidied, and empty ones clear a field`() throws {
        let edit = try BookEdit([
            .title: [" The\u{202E}  Heron\n"], .authors: ["Ana One", " "], .publisher: [""], .tags: [],
            .year: [" 1931 "],
        ])
        #expect(edit.texts[.title] == ["The Heron"] && edit.texts[.authors] == ["Ana One"])
        #expect(edit.texts[.publisher] == [] && edit.texts[.tags] == [] && edit.texts[.year] == ["1931"])
        #expect(try BookEdit([:]).isEmpty)
        #expect(try !BookEdit([:], editionOf: .some(nil)).isEmpty)
    }

    @Test(
        arguments: [
            (.year, "soon", .year), (.year, "10000", .year), (.pages, "0", .pages), (.pages, "1e3", .pages),
            (.cover, "javascript:x", .cover), (.language, "Klingonish", .language),
            (.language, "d", .language),
            (.isbn, "9780306406158", .isbn(.checkDigit(found: "8", expected: "7"))),
            (.title, String(repeating: "ö", count: 9000), .tooLong(.title)),
        ] as [(EditedField, String, BookEditError)])
    func `wrong texts are refused`(field: EditedField, text: String, error: BookEditError) {
        let thrown = #expect(throws: BookEditError.self) { try BookEdit([field: [text]]) }
        #expect(thrown == error)
    }

    @Test(arguments: [
        ("German", "de"), ("Deutsch", "de"), (" ALLEMAND ", "de"), ("aleman", "de"), ("Español", "es"),
        ("Ελληνικά", "el"), ("Ancient Greek", "grc"), ("eng", "eng"), ("de-CH", "de-CH"), ("ger", "ger"),
        ("roa", "roa"),
    ])
    func `a language is entered by its name or its code`(text: String, code: String) throws {
        #expect(try BookEdit([.language: [text]]).texts[.language] == [code])
    }

    @Test func `a list holds five hundred texts`() throws {
        let names = (0..<501).map { "Name \($0)" }
        #expect(try BookEdit([.authors: Array(names.prefix(500))]).texts[.authors]?.count == 500)
        #expect(throws: BookEditError.tooLong(.authors)) { try BookEdit([.authors: names]) }
    }

    @Test func `names replace those of their role, and authors come first`() throws {
        let book = Book(
            title: "T",
            contributors: [
                Contributor(name: "Ed", role: .editor), Contributor(name: "Ann"),
                Contributor(name: "Tom", role: .translator),
            ], year: 1990)
        let edited = try BookEdit([.authors: ["Bea", "Cy"], .editors: []]).applied(to: book, by: Self.origin)
        #expect(edited.contributors.map(\.name) == ["Bea", "Cy", "Tom"])
        #expect(Set(edited.origins.keys) == [.contributors] && edited.year == 1990)
        let same = try BookEdit([.editors: ["Ed"]]).applied(to: book, by: Self.origin)
        #expect(same.contributors == book.contributors && same.origins[.contributors] == Self.origin)
    }

    @Test func `a number in a series needs the series`() throws {
        let number = try BookEdit([.seriesNumber: ["3"]])
        #expect(throws: BookEditError.seriesNumber) { try number.applied(to: Book(), by: Self.origin) }
        #expect(try number.applied(to: Book(series: "Lights"), by: Self.origin).seriesNumber == "3")
        #expect(try BookEdit([.seriesNumber: []]).applied(to: Book(), by: Self.origin).seriesNumber == nil)
    }

    @Test func `an edit conflicts with what it has not seen`() throws {
        func conflicts(_ former: [EditedField: [String]], title: String) throws -> [EditedField] {
            try BookEdit([.title: ["New"], .year: ["1999"]], former: former).conflicts(
                with: Book(title: title))
        }
        #expect(try conflicts([.title: ["Old"], .year: []], title: "Other") == [.title])
        #expect(try conflicts([.title: ["Old"]], title: "Old") == [])
        #expect(try conflicts([.title: ["Old"]], title: "New") == [], "both want the same")
        #expect(try conflicts([:], title: "Other") == [], "whatever it is")
        #expect(try conflicts([.title: [], .year: ["1"]], title: "Other") == [.title, .year])
    }

    @Test func `every field is read as it was written`() throws {
        for field in EditedField.allCases {
            let text = [
                EditedField.year: "1931", .pages: "7", .cover: "https://a.test/b", .isbn: "9780306406157",
                .language: "eng",
            ]
            let texts = [text[field] ?? "Word"] + (field.isList ? ["Other"] : [])
            let edit = try BookEdit([field: texts])
            let book = try edit.applied(to: Book(series: "Lights"), by: Self.origin)
            #expect(book.texts(field) == texts)
            let changes = FieldChange.changes(from: Book(series: "Lights"), to: book)
            #expect(changes.map(\.field) == [field] && changes.first?.after == texts)
        }
    }
}
