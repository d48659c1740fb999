// Names that are filed otherwise than they would be by themselves, through each format that can hold that.
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Formats

struct SortNameTests {
    private static let families = [
        "García Márquez", "Vargas Llosa", "Le Guin", "Neumann", "Ortega y Gasset", "Ó Cadhain", "Guin",
        "Lloyd Webber", "Márquez", "Толстой", "O'Brien", "Müller-Lüdenscheidt",
    ]
    private static let given = ["Gabriel", "Ursula K.", "J. R. R.", "Лев", "Ana María", "É."]
    private static let particles = ["von", "van der", "de la", "d'"]
    private static let bodies = [
        "Monty Python", "World Health Organization", "Barnes & Noble", "Health, Education, and Welfare",
        "Gilbert and Sullivan", "村上春樹", "Plato",
    ]

    private static func contributor(
        _ random: inout SeededGenerator, hasBodies: Bool, role: Contributor.Role
    ) throws -> Contributor {
        func one(_ texts: [String], in chances: Int = 1) -> String? {
            Int.random(in: 0..<chances, using: &random) == 0 ? texts.randomElement(using: &random) : nil
        }
        if hasBodies, let body = one(bodies, in: 4) {
            return Contributor(PersonalName(literal: body), role: role)
        }
        let name = PersonalName(
            family: try #require(one(families)), given: one(given), particle: one(particles, in: 3),
            suffix: one(["Jr.", "III"], in: 8))
        return Contributor(name, role: role)
    }

    private static func books(_ seed: UInt64, hasBodies: Bool) throws -> [Book] {
        var random = SeededGenerator(seed: seed)
        return try (0..<80).map { number in
            var book = Book(isbn: try Citations.isbn(number), title: "Title \(number)")
            for role in [Contributor.Role.author, .editor] {
                let names = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    try contributor(&random, hasBodies: hasBodies, role: role)
                }
                book.contributors += names.uniqued
            }
            book.credit(Origin(.edited, "by hand"))
            return book
        }
    }

    /// Each contributor's role, name and filing form.
    private static func filedNames(_ store: Store) throws -> [[String]] {
        try (store.keptBooks(after: nil, for: "ion") ?? []).map { kept in
            kept.book.contributors.map { "\($0.role) \($0.name) = \($0.parts.inverted)" }
        }
    }

    @Test(arguments: ["bibtex", "ris", "csl-json", "marc21", "marcxml", "librarything"])
    func `names are filed as they were after a way out and in`(name: String) throws {
        let format = try #require(FileFormat.all.named(name))
        let made = try ImportedStore()
        // LibraryThing has no mark for a name that is not divided.
        for book in try Self.books(4, hasBodies: name != "librarything") { try made.store.save(book) }
        let file = try made.exported(format)
        let back = try ImportedStore()
        #expect(try back.load(Data(file.utf8)).summary.added == 80)
        for (one, other) in zip(try Self.filedNames(made.store), try Self.filedNames(back.store)) {
            #expect(one == other)
        }
        #expect(try back.exported(format) == file)
        let again = try back.load(Data(file.utf8)).summary
        #expect(again.unchanged == 80)
    }

    @Test func `a folder for Calibre files names as they were`() throws {
        let made = try ImportedStore()
        for book in try Self.books(5, hasBodies: true) { try made.store.save(book) }
        var writer = CalibreFolderWriter()
        for kept in try made.store.keptBooks(after: nil, for: "ion") ?? [] {
            let file = writer.file(of: kept)
            let (path, text) = try #require(file)
            try made.temporary.write(Data(text.utf8), to: "out/\(path)")
        }
        let back = try ImportedStore()
        #expect(try back.load(made.folder.appending(path: "out")).summary.added == 80)
        #expect(try Self.filedNames(back.store) == Self.filedNames(made.store))
    }

    @Test(arguments: [
        ("bibtex", "@book{a, title={T}, author={García Márquez, Gabriel}}"),
        ("bibtex", "@book{a, title={T}, author={Gabriel {Garc{\\'i}a M{\\'a}rquez}}}"),
        ("bibtex", "@book{a, title={T}, author={family=García Márquez, given=Gabriel}}"),
        ("ris", "TY  - BOOK\r\nTI  - T\r\nAU  - García Márquez, Gabriel\r\nER  - \r\n"),
        (
            "csl-json",
            #"[{"type": "book", "title": "T", "author": [{"family": "García Márquez", "given": "Gabriel"}]}]"#
        ),
        (
            "librarything",
            "Book Id\tTitle\tPrimary Author\tCollections\tWork id\n1\tT\tGarcía Márquez, Gabriel\t\t2\n"
        ),
    ])
    func `two family names of one format are two in all others`(name: String, text: String) throws {
        let store = try ImportedStore()
        #expect(try store.load(Data(text.utf8)).summary.added == 1, "\(name)")
        let book = try #require(try store.store.keptBooks(after: nil, for: "ion")?.first?.book)
        #expect(book.contributors.map(\.name) == ["Gabriel García Márquez"])
        for (format, line) in [
            ("bibtex", #"author = {Garc{\'i}a M{\'a}rquez, Gabriel}"#),
            ("ris", "AU  - García Márquez, Gabriel"),
            ("csl-json", #""family":"García Márquez","given":"Gabriel""#),
            ("marcxml", "García Márquez, Gabriel"), ("librarything", "García Márquez, Gabriel"),
        ] {
            let written = try store.exported(try #require(FileFormat.all.named(format)))
            #expect(written.contains(line), "\(format): \(written)")
        }
    }

    @Test func `what Calibre makes of a name by itself is not believed`() throws {
        #expect(
            CalibreBook.contributor("Ursula K. Le Guin", sort: "Guin, Ursula K. Le").parts.inverted
                == "Le Guin, Ursula K.")
        #expect(
            CalibreBook.contributor("Mario Vargas Llosa", sort: "Vargas Llosa, Mario").parts.inverted
                == "Vargas Llosa, Mario")
        #expect(CalibreBook.contributor("Monty Python", sort: "Monty Python").sortName == nil)
    }
}
