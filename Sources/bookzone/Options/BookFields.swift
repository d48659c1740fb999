// Options of `add` and `edit`: the fields of a book.
import ArgumentParser
import Books
import Catalogue
import Formatting
import Foundation

struct BookFields: ParsableArguments {
    // Texts and years may begin with a hyphen.
    @Option(parsing: .unconditional) var title: String?
    @Option(parsing: .unconditional) var subtitle: String?

    @Option(
        name: .customLong("author"),
        help: ArgumentHelp("Given name first. Repeat it for several.", valueName: "name"))
    var authors: [String] = []
    @Option(name: .customLong("editor"), help: ArgumentHelp(valueName: "name"))
    var editors: [String] = []
    @Option(name: .customLong("translator"), help: ArgumentHelp(valueName: "name"))
    var translators: [String] = []
    @Option(name: .customLong("illustrator"), help: ArgumentHelp(valueName: "name"))
    var illustrators: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Title and subtitle in the book's own script, if that is not Latin.",
            valueName: "title"))
    var originalScriptTitle: String?
    @Option(
        name: .customLong("original-script-name"),
        help: ArgumentHelp("An author's name in that script. Repeat it for several.", valueName: "name"))
    var originalScriptNames: [String] = []

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The series it is a part of.", valueName: "name"))
    var series: String?
    @Option(help: ArgumentHelp("Its place in the series, such as 8, 2.5 or 1-3.", valueName: "number"))
    var seriesNumber: String?
    @Option(parsing: .unconditional) var publisher: String?
    @Option(parsing: .unconditional, help: "The year of this edition.") var year: String?
    @Option(help: "The number of pages.") var pages: String?
    @Option(help: "Its name, or its ISO 639 code, such as eng.") var language: String?
    @Option(name: .customLong("subject"), help: ArgumentHelp("Repeat it for several.", valueName: "word"))
    var subjects: [String] = []
    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("A word to sort books by. Repeat it for several.", valueName: "word"))
    var tags: [String] = []
    @Option(help: ArgumentHelp("The address of a cover image.", valueName: "url")) var cover: String?

    @Option(
        help: ArgumentHelp(
            "A photo or picture of its cover. An empty text removes the cover.", valueName: "file"),
        completion: .file())
    var coverFile: String?

    @Option(
        help: ArgumentHelp(
            "Another edition of the same work: its ISBN or id:…. An empty text separates the book from its other editions.",
            valueName: "book"))
    var editionOf: String?

    mutating func validate() throws { _ = try checked(texts()) }

    var isEmpty: Bool { hasNoData && coverFile == nil }

    /// Whether no field but the cover's file is given.
    var hasNoData: Bool { editionOf == nil && texts().isEmpty }

    /// The cover that the file shows; `.some(nil)` to remove the present one, `nil` to leave it.
    func coverPicture() async throws -> CoverPicture?? {
        guard let coverFile else { return nil }
        return coverFile.isEmpty ? .some(nil) : try await CoverWorker.cover(inFile: coverFile)
    }

    /// What was given; an empty text empties a field, and names replace those of the same role.
    ///
    /// - Parameter isbn: `.some(nil)` removes the ISBN; `nil` leaves it.
    func edit(isbn: ISBN?? = nil) throws -> BookEdit {
        var edit = try checked(texts(isbn: isbn))
        edit.editionOf = try editionOf.map { $0.isEmpty ? nil : try BookArgument.parse([$0]).reference() }
        return edit
    }

    private func texts(isbn: ISBN?? = nil) -> [EditedField: [String]] {
        let one: [EditedField: String?] = [
            .title: title, .subtitle: subtitle, .originalScriptTitle: originalScriptTitle, .series: series,
            .seriesNumber: seriesNumber, .publisher: publisher, .year: year, .pages: pages,
            .language: language, .cover: cover, .isbn: isbn.map { $0?.isbn13 ?? "" },
        ]
        let lists: [EditedField: [String]] = [
            .authors: authors, .editors: editors, .translators: translators, .illustrators: illustrators,
            .originalScriptNames: originalScriptNames, .subjects: subjects, .tags: tags,
        ]
        return one.compactMapValues { $0.map { [$0] } }.merging(lists.filter { !$0.value.isEmpty }) { $1 }
    }

    private func checked(_ texts: [EditedField: [String]]) throws -> BookEdit {
        do throws(BookEditError) { return try BookEdit(texts) } catch {
            throw ValidationError(error.words)
        }
    }
}

// Dates of reading on the command line.
extension PartialDate: ExpressibleByArgument {
    public init?(argument: String) { self.init(typed: argument) }

    /// - Parameter list: the list that the book is put on or taken off.
    /// - Throws: `ValidationError` for a list without dates, and for a date in the future.
    func check(for list: String) throws {
        guard ListName(list)?.state != nil else {
            throw ValidationError("--date requires the list reading, read or abandoned")
        }
        if let today = Day.today, isAfter(today) { throw ValidationError("--date \(self) is in the future") }
    }
}
