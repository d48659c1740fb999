// Puts together from the store what one screen says of a book.
import Books
import Catalogue

extension Store {
    /// - Parameter reader: whose private comments may show.
    public func card(of book: Book, for reader: String) throws(CatalogueError) -> BookCard {
        guard let id = book.id else { return BookCard(book: book) }
        var card = BookCard(book: book, lists: try lists(with: id), ratings: try ratings(of: id))
        if let isbn = book.isbn { card.photos = try photos(showing: isbn) }
        for edition in try otherEditions(of: id) {
            guard let other = edition.id else { continue }
            card.otherEditions.append(.init(book: edition, lists: try lists(with: other)))
        }
        for namesake in try namesakes(of: book) {
            guard let other = namesake.id else { continue }
            card.namesakes.append(.init(book: namesake, lists: try lists(with: other)))
        }
        card.remarks = try comments(on: id, for: reader).map { entry in
            let edition = card.otherEditions.first { $0.book.id == entry.book }
            return BookCard.Remark(comment: entry.comment, edition: edition)
        }
        return card
    }
}
