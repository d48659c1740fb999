#if Server
// The form with a book's data. It includes the values that it was made from, so that an edit never overwrites a change
// that its author has not seen.
import Books
import Catalogue
import Formatting
import Translation

struct BookForm {
    /// The lines of a field.
    private struct Entry {
        var field: EditedField
        /// In the book that the form was made from.
        var former: [String]
        var typed: [String]
        /// The current value, if somebody else changed it meanwhile.
        var now: [String]?

        var isChanged: Bool { typed != former }
    }

    private var entries: [Entry]

    /// The cover is not edited here.
    private static let fields = EditedField.allCases.filter { $0 != .cover }

    /// For a new book without an ISBN; books with one are added by their ISBN.
    static let new = BookForm(of: Book(), except: [.isbn])

    init(of book: Book, except left: Set<EditedField> = []) {
        entries = Self.fields.filter { !left.contains($0) }.map { field in
            let texts = book.texts(field)
            return Entry(field: field, former: texts, typed: texts)
        }
    }

    /// For a new book without an ISBN, with what a source knows of it.
    init(suggesting book: Book) {
        self.init(of: book, except: [.isbn])
        for place in entries.indices { entries[place].former = [] }
    }

    /// The submitted form. Missing fields stay unchanged.
    init(_ form: Form) {
        entries = Self.fields.compactMap { field in
            guard let typed = form[field.rawValue] else { return nil }
            return Entry(
                field: field, former: Self.former(form["former-\(field.rawValue)"] ?? ""),
                typed: Self.lines(typed))
        }
    }

    private static func lines(_ text: String) -> [String] { former(text).compactMap(\.tidied) }

    /// Not tidied, because values from older imports may not be tidy, and must compare equal.
    private static func former(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init)
    }

    func edit() throws(CatalogueError) -> BookEdit {
        let changed = entries.filter(\.isChanged)
        func texts(_ part: (Entry) -> [String]) -> [EditedField: [String]] {
            Dictionary(uniqueKeysWithValues: changed.map { ($0.field, part($0)) })
        }
        do throws(BookEditError) {
            return try BookEdit(texts(\.typed), former: texts(\.former))
        } catch {
            throw .wrongEdit(error)
        }
    }

    /// The same form for the current book: what was typed is kept, and shown beside conflicting changes by others.
    func onto(_ book: Book) -> BookForm {
        var form = self
        form.entries = entries.map { entry in
            let now = book.texts(entry.field)
            let isConflict = entry.isChanged && now != entry.former && now != entry.typed
            return Entry(
                field: entry.field, former: now, typed: entry.isChanged ? entry.typed : now,
                now: isConflict ? now : nil)
        }
        return form
    }

    /// The values for `book-form.mustache`.
    var values: Pages.Values { ["fields": entries.map(Self.values)] }

    private static func values(_ entry: Entry) -> Pages.Values {
        let (field, typed) = (entry.field, entry.typed.joined(separator: "\n"))
        return [
            "name": field.rawValue, "label": field.label,
            "typed": typed, "former": entry.former.joined(separator: "\n"),
            "isList": field.isList, "rows": max(2, entry.typed.count + 1),
            "isNumber": field.isNumber || field == .isbn,
            "hint": hint(field), "isConflict": entry.now != nil,
            "now": entry.now.map {
                $0.isEmpty ? "nothing" as Phrase : Phrase(verbatim: $0.joined(separator: "; "))
            }
                ?? "",
        ]
    }

    private static func hint(_ field: EditedField) -> Phrase {
        switch field {
        case .language: "Its name, or its ISO 639 code"
        case .seriesNumber: "Such as 8, 2.5 or 1-3"
        case .originalScriptTitle: "If it is not written in Latin letters"
        default: field.isList ? "One per line" : ""
        }
    }
}
#endif
