// The labels of the house, each of which names one copy.
import Books
import Foundation
internal import GRDB

extension Store {
    /// Whether any copy has a label.
    public func hasLabels() throws(CatalogueError) -> Bool {
        try read { db in try db.number("SELECT 1 FROM copy WHERE label NOT NULL LIMIT 1") != nil }
    }

    /// Gives a label to a copy that has none; does nothing if that label names it already.
    ///
    /// - Parameter text: as for `copy(_:)`; of a book with several copies, one without a label, if these differ in
    ///   nothing else than their numbers.
    /// - Throws: as `edit(copy:_:)`, and `labelled` if the copy has another label.
    @discardableResult
    public func label(_ text: String, as label: String) throws(CatalogueError) -> BookCopy {
        try write { db in
            let owner = try db.copy(labelled: label)
            let found = try db.named(text)
            if let owner, found.contains(where: { $0.id == owner.id }) { return owner }
            let free = found.filter { $0.label == nil }
            let alike =
                free.first.map { first in free.allSatisfy { $0.hasOnlyListAndPlace && $0.isLike(first) } }
                ?? false
            guard var copy = alike ? free.first : free.count == 1 ? free.first : nil else {
                if found.count == 1 { throw CatalogueError.labelled(found[0].name) }
                throw found.isEmpty
                    ? CatalogueError.unknownCopy(text) : .severalCopies(text, found.map(\.name))
            }
            copy.label = label
            return try db.update(copy)
        }
    }
}

extension Database {
    /// The copy with a label, if there is one.
    func copies(labelled text: String) throws -> [BookCopy] {
        try copies("label = ?", [BookCopy.label(text)])
    }

    /// The copy with a label. A house may also print the numbers of its copies.
    func copy(labelled text: String) throws -> BookCopy? {
        if let copy = try copies(labelled: text).first { return copy }
        guard let id = CopyID(text: text) else { return nil }
        return try copies("id = ?", [id.value]).first
    }

    /// A label must not name anything else.
    func checkLabel(of copy: BookCopy) throws {
        guard let label = copy.label else { return }
        guard !["id:", CopyID.prefix].contains(where: label.lowercased().hasPrefix) else {
            throw CatalogueError.wrongCopy(.label(label))
        }
        guard (try? BookSpecifier(given: label)) == nil else {
            throw CatalogueError.wrongCopy(.isbnAsLabel(label))
        }
        if let other = try copies(labelled: label).first, other.id != copy.id {
            throw CatalogueError.takenLabel(label, by: other.name)
        }
    }
}

extension BookCopy {
    fileprivate func isLike(_ other: BookCopy) -> Bool { list == other.list && place == other.place }
}
