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
        case .onlyRounded: "the ISBN-13 was rounded by a spreadsheet and no ISBN-10 is beside it"
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
        }
    }
}
