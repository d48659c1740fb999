// Converts values in the same way for all formats.
import Books
import Catalogue

extension ImportedEntry {
    /// Credits all data of the book to the source.
    ///
    /// - Throws: `nothingToAdd` if there is neither an ISBN nor a title nor another identifier.
    mutating func credit(_ source: TableSource) throws(RefusedRow.Reason) {
        if book.title?.tidied == nil { book.title = nil }
        guard book.isbn != nil || book.title != nil || book.unknownNumber != nil else { throw .nothingToAdd }
        book.credit(Origin(.imported, source.name, source.date))
    }

    /// Sets the year.
    ///
    /// - Parameter isExact: whether 0 is a year, and not a missing one.
    mutating func takeYear(_ text: String?, isExact: Bool = false) {
        book.year = value(of: text, .number, CellText.year)
        if book.year == 0, !isExact { book.year = nil }
    }

    /// Sets the number of pages; 0 is a missing one.
    mutating func takePages(_ text: String?) {
        guard let text, CellText.count(text) != 0 else { return }
        book.pages = value(of: text, .number, CellText.pages)
    }

    /// What a text means; adds a remark if it is not understood.
    mutating func value<Value>(
        of text: String?, _ kind: ImportRemark.Kind, _ meaning: (String) -> Value?
    ) -> Value? {
        guard let text = text?.tidied else { return nil }
        let value = meaning(text)
        if value == nil { remark(kind, text) }
        return value
    }

    /// Sets the ISBNs of a book; the first is its own.
    ///
    /// - Parameter texts: one for each field that may contain ISBNs, as in the file.
    /// - Throws: if they are of two books, or invalid and the book has no title, which must be set before.
    mutating func takeISBNs(_ texts: [String]) throws(RefusedRow.Reason) {
        try takeISBNs(texts, columns: texts.map(ISBNCell.cells))
    }

    /// The same for a field that is repeated, which means the same as one with all its numbers.
    mutating func takeISBNs(ofRepeated texts: [String]) throws(RefusedRow.Reason) {
        try takeISBNs([texts.joined(separator: "; ")], columns: [texts.flatMap(ISBNCell.cells)])
    }

    private mutating func takeISBNs(
        _ texts: [String], columns: [[ISBNCell]]
    ) throws(RefusedRow.Reason) {
        for (text, cells) in zip(texts, columns) where Set(cells.compactMap(\.isbn)).count > 1 {
            remark(.furtherISBNs, text)
        }
        let alone = columns.compactMap { $0.count == 1 ? $0[0].isbn : nil }
        if let first = alone.first, let other = alone.first(where: { $0 != first }) {
            throw .twoISBNs(first.isbn13, other.isbn13)
        }
        let cells = columns.flatMap(\.self)
        var wrong: WrongISBN?
        for cell in cells {
            switch cell {
            case .none: continue
            case .isbn(let isbn): accept(isbn)
            case .padded(let isbn):
                isPadded = isPadded || book.isbn == nil
                accept(isbn)
            case .rounded: hasRounded = true
            case .wrong(let number): wrong = wrong ?? number
            }
        }
        if let isbn = book.isbn {
            if cells.contains(where: { $0.contradicts(isbn) }) {
                throw .contradiction(isbn: isbn.isbn10 ?? isbn.isbn13)
            }
            for cell in cells { remarkIfWrong(cell) }
        } else {
            doubt = wrong.map { .wrongISBN($0) } ?? (hasRounded ? .onlyRounded : nil)
            if let doubt, book.title?.tidied == nil { throw doubt }
        }
    }

    /// Adds ISBNs of which none is the book's own.
    mutating func takeFurtherISBNs(_ texts: [String]) {
        for cell in texts.flatMap(ISBNCell.cells) {
            if let isbn = cell.isbn { book.addOtherISBNs([isbn]) }
            remarkIfWrong(cell)
        }
    }

    private mutating func remarkIfWrong(_ cell: ISBNCell) {
        if case .wrong(.misread(let text, _)) = cell { remark(.wrongFurtherISBN, text) }
    }

    private mutating func accept(_ isbn: ISBN) {
        if book.isbn == nil {
            book.isbn = isbn
        } else {
            book.addOtherISBNs([isbn])
        }
    }

    /// A text of several lines, cut to the maximum length of a comment.
    ///
    /// - Parameter isExact: whether the text is not HTML.
    mutating func text(_ value: String?, isExact: Bool = false) -> String {
        var text = isExact ? (value ?? "").tidiedLines : HTMLText.plain(value ?? "")
        guard text.utf8.count > Comment.limit else { return text }
        remark(.longReview, text)
        var count = 0
        text = String(
            text.prefix { character in
                count += character.utf8.count
                return count <= Comment.limit
            })
        return text.tidiedLines
    }
}
