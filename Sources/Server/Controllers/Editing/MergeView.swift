#if Server
// The preview of a merge.
import Books
import Catalogue
import CatalogueAPI
import Formatting
import Foundation
import Translation

struct MergeView {
    private let preview: MergePreview

    init(_ preview: MergePreview) { self.preview = preview }

    private var kept: BookCard { preview.kept.card }
    private var removed: BookCard { preview.removed.card }
    private var merged: BookCard { preview.merged.card }

    var values: Pages.Values {
        let isTwo = kept.book.isbn != nil && removed.book.isbn != nil
        return [
            "kept": values(of: kept.book), "removed": values(of: removed.book),
            "state": Self.state(preview.kept, preview.removed),
            "gained": gained, "hasGained": !gained.isEmpty, "dropped": dropped,
            "hasDropped": !dropped.isEmpty,
            "moved": moved, "isTwo": isTwo,
        ]
    }

    private func values(of book: Book) -> Pages.Values {
        [
            "path": book.reference?.path ?? "", "reference": book.reference?.description ?? "",
            "form": book.formPath, "id": book.specifierInForms?.description ?? "",
            "heading": book.heading, "byline": book.byline ?? "", "facts": book.facts,
            "cover": CoverView(book.reference, .small).values,
        ]
    }

    /// A hash of what the preview shows of the two books, which tells whether it is still current.
    static func state(_ kept: MergePreview.Side, _ removed: MergePreview.Side) -> String {
        let sides = [kept, removed].map { side in
            let card = side.card
            let parts: [(any Encodable)] = [
                card.book, card.lists, side.comments.count, side.comments.state,
                card.readings.filter { $0.book == card.book.id },
            ]
            let texts = parts.map { part in
                (try? SiteAPI.encoder.encode(part)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            let stock = side.stock.map { "\($0)" }
            return (texts + stock + [side.cover?.sha256 ?? ""]).joined(separator: "\n")
        }
        return Secret.hash(of: sides.joined(separator: "\n\n"))
    }

    /// The changes to the book that is kept.
    private var gained: [Pages.Values] {
        FieldChange.changes(from: kept.book, to: merged.book).map { change in
            [
                "name": change.field.label, "before": change.field.shown(change.before),
                "after": change.field.shown(change.after),
            ]
        }
    }

    /// What only the removed book has, and would be lost.
    private var dropped: [Pages.Values] {
        EditedField.allCases.compactMap { field -> Pages.Values? in
            let texts = removed.book.texts(field)
            // The ISBN is not lost: it becomes a further one of the kept book.
            guard field != .isbn, !texts.allSatisfy(merged.book.texts(field).contains) else { return nil }
            return ["name": field.label, "text": field.shown(texts)]
        }
    }

    private var moved: [Pages.Values] {
        let stock = preview.merged.stock.map { entry -> Phrase in
            let (list, words) = (Phrase(list: entry.list), Self.words(entry))
            return words.isEmpty ? list : "\(list) (\(words))"
        }
        let lists = merged.lists.filter { name in !preview.merged.stock.contains { $0.list == name } }
        let rows: [(Phrase, Phrase)] = [
            ("Cover", cover),
            ("Shared lists", Phrase(listing: stock)),
            ("Your lists and reading states", Phrase(listing: lists.map { Phrase(list: $0) })),
            ("Comments that you can see", sum(\.comments.count)),
            (
                "Readings",
                sum { side in side.card.readings.count { $0.book == side.card.book.id } }
            ),
        ]
        return rows.map { ["name": $0.0, "text": $0.1] }
    }

    /// Which cover the book then has.
    private var cover: Phrase {
        guard let cover = preview.merged.cover else { return "" }
        return cover == preview.kept.cover
            ? "the one of the book that stays" : "the one of the book that is removed"
    }

    /// A text such as `2 and 1, together 3`.
    private func sum(_ count: (MergePreview.Side) -> Int) -> Phrase {
        let counts = [preview.kept, preview.removed, preview.merged].map(count)
        return counts[2] == 0 ? "" : "\(counts[0]) and \(counts[1]), together \(counts[2])"
    }

    private static func words(_ entry: StockEntry) -> Phrase {
        switch (entry.copies, entry.shelf) {
        case (let copies?, let shelf?): "copies: \(copies), shelf \(shelf)"
        case (let copies?, nil): "copies: \(copies)"
        case (nil, let shelf?): "shelf \(shelf)"
        case (nil, nil): ""
        }
    }
}
#endif
