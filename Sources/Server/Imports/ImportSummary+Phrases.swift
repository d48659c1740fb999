#if Server
// What an import did, or would do, as sentences for a page.
import Books
import Catalogue
import Formatting
import Translation

extension ImportSummary {
    /// One line for each kind of result.
    ///
    /// - Parameter leftOut: columns and fields that are not imported.
    func phrases(leftOut: [String]) -> [Phrase] {
        let counts: [(Int, (Phrase) -> Phrase)] = [
            (changed, { "Books with new data: \($0)" }), (unchanged, { "Books known already: \($0)" }),
            (refused, { "Rows that are left out: \($0)" }),
            (withoutISBN, { "Books without an ISBN: \($0)" }),
            (wrongISBNs, { "Books whose ISBN is wrong and is left out: \($0)" }),
            (padded, { "ISBN-10s that got their leading zeros back: \($0)" }),
            (rounded, { "Rounded ISBN-13s that are not used: \($0)" }),
            (deleted, { "Records that their owner had deleted, left out: \($0)" }),
            (notBooks.values.reduce(0, +), { "Records that are not books, left out: \($0)" }),
            (listed, { "Entries put on lists: \($0)" }),
            (comments, { "Comments added or changed: \($0)" }),
            (noLongerWanted, { "Books owned or read, and so not wanted any more: \($0)" }),
            (
                outdatedReadings,
                { "Readings that have not ended, left out because later ones are known: \($0)" }
            ),
        ]
        let first: [Phrase] = [
            "Rows: \(Phrase(number: rows))", "Books added: \(Phrase(number: added))",
        ]
        let remarked = ImportRemark.Kind.allCases.compactMap { kind in remarks[kind].map { $0.phrase(kind) } }
        let columns: [Phrase] =
            leftOut.isEmpty
            ? []
            : [
                "Columns that are left out: \(Phrase(listing: leftOut.map { Phrase(quoted: $0.tidied ?? "") }))"
            ]
        return first + counts.filter { $0.0 > 0 }.map { $0.1(Phrase(number: $0.0)) } + remarked + columns
    }
}

extension Phrase {
    /// A text of the file, in the language's quotation marks.
    fileprivate init(quoted text: String) { self = "“\(text.printable)”" }
}

extension ImportRemark {
    fileprivate func phrase(_ kind: Kind) -> Phrase {
        let count = Phrase(number: count)
        let cell = Phrase(quoted: text.tidied ?? "")
        return switch kind {
        case .date: "Dates not understood, or in the future: \(count). Line \(line): \(cell)"
        case .ambiguousDate:
            "Dates with either the day or the month first, of which the year is taken: \(count). Line \(line): \(cell)"
        case .wantedDate:
            "Dates of reading left out, as the books are on a list to be read: \(count). Line \(line): \(cell)"
        case .rating: "Ratings not understood, or not from 0 to 5 stars: \(count). Line \(line): \(cell)"
        case .roundedRating: "Ratings rounded to a quarter star: \(count). Line \(line): \(cell)"
        case .ratingOfTen:
            "Ratings taken as of 10, as some of their column are above 5: \(count). Line \(line): \(cell)"
        case .number:
            "Years or numbers of pages not understood: \(count). Line \(line): \(cell)"
        case .value:
            "Covers, identifiers or spoiler marks not understood: \(count). Line \(line): \(cell)"
        case .furtherISBNs:
            "Cells with several ISBNs, of which the first is the book's: \(count). Line \(line): \(cell)"
        case .wrongFurtherISBN:
            "Numbers beside the ISBNs of books that are none, left out: \(count). Line \(line): \(cell)"
        case .longReview: "Reviews over 64 kB, cut to that length: \(count). Line \(line): \(cell)"
        case .longListName:
            "Names of lists over 200 bytes, left out: \(count). Line \(line): \(cell)"
        case .unreadText:
            "Records with text in an unknown character set, left out: \(count). Line \(line): \(cell)"
        }
    }
}

extension RefusedRow.Reason {
    /// Why a row is not imported, or is imported without its ISBN.
    var phrase: Phrase {
        switch self {
        case .overlong, .unclosedQuote, .tooManyFields: "A quote may be missing."
        case .tooFewFields: "Its line may be broken: other rows have more cells."
        case .nothingToAdd: "It has neither an ISBN nor a title."
        case .noISBN: "It has no ISBN."
        case .wrongISBN(.misread(let text, _)), .wrongISBN(.padded(let text, _)),
            .wrongISBN(.hidden(let text)):
            "\(text) is not an ISBN."
        case .contradiction(let isbn): "The ISBN \(isbn) does not match the other ISBN."
        case .onlyRounded: "Its ISBN was rounded by a spreadsheet."
        case .twoISBNs(let first, let other): "It has two ISBNs of different books: \(first) and \(other)."
        case .unknownNumber(let number): "Only \("\(number)") says which book it is, which is not known here."
        case .severalBooks(let count):
            "Books without an ISBN that agree with it: \(count). It does not say which is meant."
        case .noBook(let kind): "It is not a book but “\(kind)”."
        case .deleted: "Its owner had deleted it."
        case .damaged, .truncated: "The record is damaged or cut short."
        case .characterSet: "Its title is in an unknown character set."
        }
    }
}
#endif
