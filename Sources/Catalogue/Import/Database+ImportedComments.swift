// Comments of imported rows, a batch at a time: those that are there already are told apart before any is replaced,
// whatever the order of the rows.
import Books
internal import GRDB

/// A comment in a row of a file.
struct ImportedComment {
    var comment: Comment
    /// The edition that it is about.
    var book: BookID
    /// The difference between two ratings of the file's form, in quarters of a star; `nil` if it has all ratings.
    var ratingStep: Int?
    /// Whether it is the row that added the book.
    var isOfNewBook: Bool

    /// Whether it is a private note, which may have a line for each of several columns.
    fileprivate var isNote: Bool { comment.isPrivate && comment.rating == nil }

    fileprivate var shelf: CommentShelf {
        CommentShelf(book: book, person: comment.person, isPrivate: comment.isPrivate)
    }
}

/// The comments among which an earlier import of a comment is.
private struct CommentShelf: Hashable {
    var book: BookID
    var person: String
    var isPrivate: Bool
}

private struct StoredComment {
    /// What a file may say again.
    struct Content {
        var rating: Rating?
        var text: String
        /// The rating that an export writes beside the text, which may be that of a later comment.
        var exported: Rating?

        /// Whether the form of the file would have this as the row's comment, which may be stars alone.
        func isSaid(by row: ImportedComment) -> Bool {
            let ratings = [rating, exported ?? rating]
            let forms = ratings + (row.ratingStep.map { step in ratings.map { $0?.rounded(to: step) } } ?? [])
            if row.isNote { return NoteLines(row.comment.text).areAll(in: text) }
            return [text, ""].contains(row.comment.text) && forms.contains(row.comment.rating)
        }
    }

    var id: Int64
    var source: String?
    var isEdited: Bool
    var content: Content
    /// Whether it is the one that an export writes.
    var isExported = false
    /// What files said before it was edited here, as far as the history tells.
    var imported: [Content] = []

    /// Stars alone in a table of our own are those of the comment that an export writes, if that has no text.
    func hasText(of row: ImportedComment) -> Bool {
        content.text == row.comment.text && (!content.text.isEmpty || row.ratingStep == nil && isExported)
    }
}

extension Database {
    /// Adds comments, or updates earlier imports of them, unless those were edited here; a table of our own also updates
    /// the rating of any comment with the same text. A person's different comments in one file are all kept; stars alone
    /// add nothing to the same stars beside a text, nor to stars from an earlier row.
    ///
    /// - Returns: those that changed anything, with the editions that they went to.
    func importComments(
        _ rows: [ImportedComment], after earlier: inout EarlierRows
    ) throws -> [ImportedComment] {
        let rows = try rows.map(placed)
        var stored: [CommentShelf: [StoredComment]] = [:]
        for shelf in rows.map(\.shelf) where stored[shelf] == nil { stored[shelf] = try comments(on: shelf) }
        let said = said(rows, stored, after: earlier)
        let taken = Set(said.compactMap(\.self))
        var changed: [ImportedComment] = []
        for (row, id) in zip(rows, said) {
            let (comment, known) = (row.comment, stored[row.shelf] ?? [])
            // The row may repeat an earlier one of this batch.
            if let id = id ?? known.first(where: { $0.content.isSaid(by: row) })?.id {
                earlier.comments.insert(id)
                continue
            }
            let isRated = known.contains { $0.content.rating != nil && earlier.comments.contains($0.id) }
            if comment.text.isEmpty, isRated { continue }
            let free = known.indices.filter {
                let isSame = row.ratingStep == nil && known[$0].hasText(of: row)
                return (isSame || known[$0].source == comment.source)
                    && !earlier.comments.contains(known[$0].id) && !taken.contains(known[$0].id)
            }
            let place =
                free.first { known[$0].hasText(of: row) } ?? free.first { !known[$0].isEdited } ?? free.first
            var content = StoredComment.Content(rating: comment.rating, text: comment.text)
            if let place {
                earlier.comments.insert(known[place].id)
                if known[place].isEdited { continue }
                if row.isNote {
                    content = known[place].content
                    content.text = NoteLines(comment.text).replacing(in: content.text)
                }
                try run(
                    "UPDATE comment SET rating = ?, text = ?, spoiler = ? WHERE id = ?",
                    content.rating?.halves, content.text, comment.isSpoiler, known[place].id)
                stored[row.shelf]?[place].content = content
            } else {
                let id = try insert(comment, on: row.book)
                earlier.comments.insert(id)
                stored[row.shelf, default: []].append(
                    StoredComment(id: id, source: comment.source, isEdited: false, content: content))
            }
            changed.append(row)
        }
        return changed
    }

    /// The comment to which each row adds nothing, because it is the same, or was before it was edited here.
    private func said(
        _ rows: [ImportedComment], _ stored: [CommentShelf: [StoredComment]], after earlier: EarlierRows
    ) -> [Int64?] {
        var said = rows.map { row in
            let same = (stored[row.shelf] ?? []).filter { $0.content.isSaid(by: row) }
            let best = same.first { $0.content.text == row.comment.text && !$0.isEdited }
            return (best ?? same.first { !$0.isEdited } ?? same.first)?.id
        }
        var taken = Set(said.compactMap(\.self))
        for (place, row) in rows.enumerated() where said[place] == nil {
            said[place] =
                stored[row.shelf]?.first {
                    $0.source == row.comment.source && !taken.contains($0.id)
                        && !earlier.comments.contains($0.id) && $0.imported.contains { $0.isSaid(by: row) }
                }?.id
            if let id = said[place] { taken.insert(id) }
        }
        return said
    }

    private func comments(on shelf: CommentShelf) throws -> [StoredComment] {
        let comments = try all(
            """
            SELECT id, source, edited, rating, text FROM \(Self.commentByBook)
            WHERE book = ? AND author = ? AND private = ? ORDER BY id
            """, shelf.book.value, shelf.person, shelf.isPrivate
        ) {
            StoredComment(
                id: $0["id"], source: $0["source"], isEdited: $0["edited"] != nil, content: Self.content($0))
        }
        let exported =
            shelf.isPrivate || comments.count < 2
            ? nil : try self.comments(by: shelf.person, onThese: CardBatch([shelf.book]))[shelf.book]?.kept
        return try comments.map { comment in
            var comment = comment
            comment.isExported = !shelf.isPrivate && (comments.count < 2 || comment.id == exported?.id)
            if comment.id == exported?.id { comment.content.exported = exported?.rating }
            guard comment.isEdited, comment.source != nil else { return comment }
            comment.imported = try all(
                """
                SELECT json_extract(before, '$.rating') AS rating, json_extract(before, '$.text') AS text
                FROM change_row WHERE book = ? AND kind = 'comment' AND json_extract(before, '$.id') = ?
                    AND json_extract(before, '$.edited') IS NULL AND after NOT NULL
                """, shelf.book.value, comment.id, decode: Self.content)
            return comment
        }
    }

    private static func content(_ row: Row) -> StoredComment.Content {
        StoredComment.Content(
            rating: (row["rating"] as Double?).flatMap { Rating(halves: $0) }, text: row["text"])
    }

    /// With the edition that it goes to. A reply loses its parent, but not its text, if its author may not reply to that,
    /// or it is about another work.
    private func placed(_ row: ImportedComment) throws -> ImportedComment {
        try row.comment.check()
        guard let parent = row.comment.parent else { return row }
        var (reply, alone) = (row, row)
        alone.comment.parent = nil
        do {
            reply.book = try place(&reply.comment, below: parent)
            reply.isOfNewBook = row.isOfNewBook && reply.book == row.book
            return try work(of: reply.book) == work(of: row.book) ? reply : alone
        } catch CatalogueError.unknownComment {
            return alone
        }
    }
}
