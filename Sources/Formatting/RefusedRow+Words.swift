// Messages for rows of a table that were not imported.
import Books
import Catalogue

extension RefusedRow.Reason {
    package var words: String {
        switch self {
        case .overlong(let limit): "a field has no end within \(limit) bytes: is a quote missing?"
        case .tooManyFields(let count, let header):
            "has \(count) fields, the header \(header): is a quote missing?"
        case .tooFewFields(let count, let header):
            "has \(count) fields, the header and nearly all other rows \(header): is its line broken?"
        case .nothingToAdd: "has neither an ISBN nor a title"
        case .contradiction(let isbn):
            "ISBN \(isbn) does not match the rounded ISBN beside it"
        case .onlyRounded: "the ISBN was rounded by a spreadsheet, and there is no exact one"
        case .noISBN: "has no ISBN; a shared catalogue takes only books with one"
        case .unclosedQuote: "a quote is not closed; the next row begins on the next line"
        case .twoISBNs(let first, let other): "\(first) and \(other) are in one row; leave only one of them"
        case .wrongISBN(let wrong): wrong.words
        case .unknownNumber(let number):
            "only \(number) says which book it is, and no reference here knows it; add its ISBN or title, or build a reference of Open Library's editions"
        case .severalBooks(let count):
            "\(count) books without an ISBN agree with it, and it does not say which is meant; add an ISBN, or edit the book in the store"
        case .noBook(let kind): "is not a book but “\(kind)”"
        case .deleted: "was deleted by its owner"
        case .damaged: "the record is damaged"
        case .truncated: "the file ends in the middle of the record; get the whole file"
        case .characterSet:
            "the title is in a character set that is not read; convert the file to UTF-8, as yaz-marcdump does"
        }
    }
}

extension WrongISBN {
    fileprivate var words: String {
        switch self {
        case .misread(let text, let error): "\(text) \(error.words)"
        case .padded(let text, let error?): "\(text) (zeros restored): \(error.words)"
        case .padded(let text, nil): "\(text) (zeros restored) is outside the registered ranges"
        case .hidden(let text):
            "\(text) is what a spreadsheet shows if a column is too narrow for its number"
        }
    }
}
