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
            return summary.counting(taken)
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
            // Each part of a dry run names the same lists.
            summary.newLists += answer.newLists.filter { list in
                !summary.newLists.contains { ListName($0.name)?.key == ListName(list.name)?.key }
            }
        }
        return summary
    }

    /// Splits rows into batches that fit into a message.
    private func batches(of rows: [TableMessage.Row]) throws(CatalogueError) -> [[TableMessage.Row]] {
        var batches: [[TableMessage.Row]] = []
        var size = Int.max
        for row in rows {
            let bytes = try client.encoded(row).count + 1
            // The remaining bytes are for the rest of the message.
            let isFull = size > SiteAPI.sizeLimit - 2000 - bytes
            if isFull || batches.last?.count == SiteAPI.mostRows {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(row)
            size += bytes
        }
        return batches
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
            })
    }
}
