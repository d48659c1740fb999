// Comments of imported rows, a batch at a time: those that are there already are told apart before any is replaced,
// whatever the order of the rows.
import Books
import Foundation
internal import GRDB

/// A comment in a row of a file.
struct ImportedComment {
    var comment: Comment
    /// The edition that it is about.
    var book: BookID
    /// The difference between two ratings of the file's form, in quarters of a star; `nil` if it has all ratings.
    var ratingStep: Int?
    /// Whether the file has the day of the review itself, rather than that of the reading.
    var hasOwnDay = false
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
    var isSpoiler: Bool
    var written: Date
    var writtenOn: PartialDate?
    /// Whether it is the one that an export writes.
    var isExported = false
    /// What files said before it was edited here, as far as the history tells.
    var imported: [Content] = []

    /// Whether the row says the same as another program's: the same text, without a rating or with one that either of the
    /// two may have rounded. A rating beside a text that has none is a comment of its own: the next import of the text would
    /// take it away.
    func isSaidElsewhere(by row: ImportedComment) -> Bool {
        guard row.ratingStep != nil, source != row.comment.source, !row.isNote,
            content.text == row.comment.text
        else { return false }
        guard let other = row.comment.rating else { return true }
        return content.rating?.agrees(with: other) == true
    }

    /// With what a row that says it again has beyond it, unless it was written or edited here: a finer rating of another
    /// program, a mark, the day of the review. A mark stays, since many files have none.
    ///
    /// - Parameters:
    ///   - all: the comments on its shelf, one of which may say this already.
    ///   - isFirst: whether no earlier row of the file says it.
    /// - Returns: `nil` if there is no more.
    func adding(_ row: ImportedComment, beside all: [StoredComment], isFirst: Bool) -> StoredComment? {
        guard source != nil, !isEdited, !row.isNote, content.text == row.comment.text else { return nil }
        var (more, hasMore) = (self, false)
        if isFirst, !content.isSaid(by: row), let rating = row.comment.rating,
            content.rating.map(rating.isFiner) == true
        {
            (more.content.rating, hasMore) = (rating, true)
        }
        let alike = all.filter { $0.content.text == content.text }
        if row.comment.isSpoiler, !content.text.isEmpty, !alike.contains(where: \.isSpoiler) {
            (more.isSpoiler, hasMore) = (true, true)
        }
        let mayBeDated = isFirst && (source == row.comment.source || writtenOn == nil)
        if mayBeDated, more.takeOwnDay(of: row, beside: alike) { hasMore = true }
        return hasMore ? more : nil
    }

    /// - Returns: whether the file has another day for the review than all comments with its text.
    mutating func takeOwnDay(of row: ImportedComment, beside alike: [StoredComment]) -> Bool {
        guard row.hasOwnDay, !row.comment.text.isEmpty, let day = row.comment.writtenOn,
            !alike.contains(where: { $0.isOf(day) })
        else { return false }
        (written, writtenOn) = (row.comment.written, day)
        return true
    }

    /// As exports write the day.
    private func isOf(_ day: PartialDate) -> Bool {
        day == writtenOn ?? Day(written).map { PartialDate($0) }
    }

    /// As the row has it. With another text it has the row's day; of a note, single lines may be replaced.
    func replaced(by row: ImportedComment, beside all: [StoredComment]) -> StoredComment {
        var new = self
        if row.isNote {
            new.content.text = NoteLines(row.comment.text).replacing(in: content.text)
            return new
        }
        new.content = Content(rating: row.comment.rating, text: row.comment.text)
        new.isSpoiler = isSpoiler || row.comment.isSpoiler
        if new.content.text != content.text {
            (new.written, new.writtenOn) = (row.comment.written, row.comment.writtenOn)
        } else {
            _ = new.takeOwnDay(of: row, beside: all.filter { $0.content.text == content.text })
        }
        return new
    }

    /// Stars alone in a table of our own are those of the comment that an export writes, if that has no text.
    func hasText(of row: ImportedComment) -> Bool {
        content.text == row.comment.text && (!content.text.isEmpty || row.ratingStep == nil && isExported)
    }
}

extension [StoredComment] {
    /// Those to which a row adds no comment. Another program's counts only if the row's own program has none with its text,
    /// which the row would change.
    fileprivate func said(by row: ImportedComment) -> [StoredComment] {
        let said = filter { $0.content.isSaid(by: row) }
        let isKnown = contains {
            $0.source == row.comment.source && $0.content.text == row.comment.text
        }
        return !said.isEmpty || isKnown ? said : filter { $0.isSaidElsewhere(by: row) }
    }
}

extension Rating {
    /// The coarsest step, in quarters of a star, that allows it.
    private var step: Int { [4, 2].first { quarters % $0 == 0 } ?? 1 }

    /// Whether the other rating may be this one, rounded to half or whole stars.
    fileprivate func isFiner(than other: Rating) -> Bool {
        quarters > 0 && other.quarters > 0 && step < other.step
            && abs(quarters - other.quarters) <= other.step / 2
    }

    fileprivate func agrees(with other: Rating) -> Bool {
        self == other || isFiner(than: other) || other.isFiner(than: self)
    }
}

extension Database {
    /// Adds comments, or updates earlier imports of them, unless those were edited here; a table of our own also updates
    /// the rating of any comment with the same text. The same text from two programs is one review. A person's different comments in one file are all kept; stars alone
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
            let again = id ?? known.said(by: row).first?.id
            if let again, let place = known.firstIndex(where: { $0.id == again }) {
                let isFirst = earlier.comments.insert(again).inserted
                if let more = known[place].adding(row, beside: known, isFirst: isFirst) {
                    try update(more)
                    stored[row.shelf]?[place] = more
                    changed.append(row)
                }
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
            if let place {
                earlier.comments.insert(known[place].id)
                if known[place].isEdited { continue }
                let replaced = known[place].replaced(by: row, beside: known)
                try update(replaced)
                stored[row.shelf]?[place] = replaced
            } else {
                let new = try insert(row)
                earlier.comments.insert(new.id)
                stored[row.shelf, default: []].append(new)
            }
            changed.append(row)
        }
        return changed
    }

    private func update(_ stored: StoredComment) throws {
        try run(
            "UPDATE comment SET rating = ?, text = ?, spoiler = ?, written = ?, day = ? WHERE id = ?",
            stored.content.rating?.halves, stored.content.text, stored.isSpoiler, stored.written.seconds,
            stored.writtenOn?.description, stored.id)
    }

    /// Adds a comment. It is marked if its author has marked the same text, on any edition.
    private func insert(_ row: ImportedComment) throws -> StoredComment {
        var comment = row.comment
        if !comment.isSpoiler, !comment.isPrivate, !comment.text.isEmpty {
            comment.isSpoiler =
                try number(
                    """
                    SELECT 1 FROM book CROSS JOIN \(Self.commentByBook) ON comment.book = book.id
                    WHERE \(Self.ofWork) AND author = ? AND spoiler AND NOT private AND text = ? LIMIT 1
                    """, row.book.value, comment.person, comment.text) != nil
        }
        return StoredComment(
            id: try insert(comment, on: row.book), source: comment.source, isEdited: false,
            content: .init(rating: comment.rating, text: comment.text), isSpoiler: comment.isSpoiler,
            written: comment.written, writtenOn: comment.writtenOn)
    }

    /// The comment to which each row adds nothing, because it is the same, or was before it was edited here.
    private func said(
        _ rows: [ImportedComment], _ stored: [CommentShelf: [StoredComment]], after earlier: EarlierRows
    ) -> [Int64?] {
        var said = rows.map { row in
            let same = (stored[row.shelf] ?? []).said(by: row)
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
            SELECT id, source, edited, rating, text, spoiler, written, day FROM \(Self.commentByBook)
            WHERE book = ? AND author = ? AND private = ? ORDER BY id
            """, shelf.book.value, shelf.person, shelf.isPrivate
        ) {
            StoredComment(
                id: $0["id"], source: $0["source"], isEdited: $0["edited"] != nil, content: Self.content($0),
                isSpoiler: $0["spoiler"], written: Date(seconds: $0["written"]),
                writtenOn: ($0["day"] as String?).flatMap { PartialDate($0) })
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
