// Why a row of a table was not imported, in the words that a person reads.
import Books
import Catalogue
import Reporting

extension RefusedRow.Reason {
    var words: String {
        switch self {
        case .overlong(let limit): "a field has no end within \(limit) bytes: is a quote missing?"
        case .tooManyFields(let count, let header):
            "has \(count) fields, the header \(header): is a quote missing?"
        case .nothingToAdd: "has neither an ISBN nor a title"
        case .contradiction(let isbn10): "ISBN-10 \(isbn10) is not that of the rounded ISBN-13"
        case .onlyRounded: "the ISBN was rounded by a spreadsheet, and no whole one is beside it"
        case .noISBN: "has no ISBN, by which alone a shared catalogue takes books"
        case .unclosedQuote: "a quote has no end; the next row is taken to begin on the next line"
        case .twoISBNs(let first, let other): "\(first) and \(other) stand in one row: which book is meant?"
        case .overlongComment(let limit): "its review or note has more than \(limit) bytes"
        case .wrongISBN(let wrong): wrong.words
        }
    }
}

extension WrongISBN {
    fileprivate var words: String {
        switch self {
        case .misread(let text, let error): "\(text) \(error.words)"
        case .padded(let text, let error?): "\(text) (zeros restored): \(error.words)"
        case .padded(let text, nil): "\(text) (zeros restored) is in no registered range"
        case .hidden(let text):
            "\(text) is what a spreadsheet shows where a column is too narrow for a number"
        }
    }
}
