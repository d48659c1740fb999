// Imports of tables into a site.

import Books
import Catalogue
import CatalogueAPI
import Foundation

extension SharedCatalogue {
    /// The site looks books up with its own sources, so only ISBNs, lists, reading states and comments are sent. The
    /// shelves of a Goodreads export become personal lists; other lists are treated as by `list add`.
    package func importEntries(
        _ reader: inout any EntryReader, isDryRun: Bool,
        refuse: (RefusedRow) -> Void
    ) throws(CatalogueError) -> ImportSummary {
        var rows: [TableMessage.Row] = []
        var summary = try reader.entries(needsISBN: true, refuse: refuse) {
            taken, summary throws(CatalogueError) in
            rows += taken.compactMap(TableMessage.Row.init)
            return TakenRows(summary: summary.counting(taken))
        }
        let name = String(
            decoding: reader.source.name.utf8.prefix(SiteAPI.longestName - 3), as: UTF8.self)
        let messages = try batches(of: rows).map {
            TableMessage(source: name, rows: $0, isDryRun: isDryRun)
        }
        let path = "/tables" + (reader.isPersonal ? "?of=me" : "")
        var answers: [ImportedMessage] = []
        if isDryRun {
            for message in messages { answers.append(try client.ask(path, message)) }
        } else {
            answers = try client.change("POST", path, messages)
        }
        for answer in answers {
            summary.added += answer.added
            summary.unchanged += answer.unchanged
            summary.listed += answer.listed
            summary.comments += answer.comments
            summary.noLongerWanted += answer.noLongerWanted
            summary.outdatedReadings += answer.outdatedReadings ?? 0
            summary.add(answer.newLists)
        }
        return summary
    }

    /// Splits rows into batches that fit into a message. Rows of one book stay together if they fit, since the site
    /// compares only the rows of one message.
    private func batches(of rows: [TableMessage.Row]) throws(CatalogueError) -> [[TableMessage.Row]] {
        var batches: [[TableMessage.Row]] = []
        var size = Int.max
        // The remaining bytes are for the rest of the message.
        func hasRoom(for count: Int, bytes: Int) -> Bool {
            size <= SiteAPI.sizeLimit - 2000 - bytes
                && (batches.last?.count ?? 0) + count <= SiteAPI.mostRows
        }
        for rows in Self.byBook(rows) {
            var sizes: [Int] = []
            for row in rows { sizes.append(try client.encoded(row).count + 1) }
            var isFull = !hasRoom(for: rows.count, bytes: sizes.reduce(0, +))
            for (row, bytes) in zip(rows, sizes) {
                if isFull || !hasRoom(for: 1, bytes: bytes) {
                    batches.append([])
                    size = 0
                }
                isFull = false
                batches[batches.count - 1].append(row)
                size += bytes
            }
        }
        return batches
    }

    /// In the order of each book's first row.
    private static func byBook(_ rows: [TableMessage.Row]) -> [[TableMessage.Row]] {
        var books: [[TableMessage.Row]] = []
        var places: [ISBN: Int] = [:]
        for row in rows {
            if let place = places[row.isbn] {
                books[place].append(row)
            } else {
                places[row.isbn] = books.count
                books.append([row])
            }
        }
        return books
    }
}

extension TableMessage.Row {
    /// `nil` if the entry has no ISBN.
    fileprivate init?(_ row: ImportedEntry) {
        guard let isbn = row.book.isbn else { return nil }
        self.init(
            isbn: isbn, lists: row.lists,
            readings: row.readings.map { .init(state: $0.state, started: $0.started, ended: $0.ended) },
            comments: row.comments.map {
                .init(comment: CommentMessage($0), written: $0.written, writtenOn: $0.writtenOn)
            }, isExact: row.isExact ? true : nil, ratingStep: row.ratingStep == 1 ? nil : row.ratingStep,
            hasReviewDay: row.hasReviewDay ? true : nil)
    }
}
