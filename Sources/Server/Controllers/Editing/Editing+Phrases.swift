#if Server
// The names of a book's fields and of changes, for pages.
import Books
import Catalogue
import Translation

extension EditedField {
    /// The label of the form field.
    var label: Phrase {
        switch self {
        case .title: "Title"
        case .subtitle: "Subtitle"
        case .authors: "Authors"
        case .editors: "Editors"
        case .translators: "Translators"
        case .illustrators: "Illustrators"
        case .contributors: "Other contributors"
        case .originalScriptTitle: "Title in its own script"
        case .originalScriptNames: "Names in their own script"
        case .publisher: "Publisher"
        case .year: "Year"
        case .pages: "Pages"
        case .language: "Language"
        case .series: Self.oneSeries
        case .seriesNumber: "Number in the series"
        case .tags: "Tags"
        case .cover: "Cover"
        case .isbn: "ISBN"
        case .subjects: "Subjects"
        }
    }

    /// Pages call several series so, too, for which other languages have another word.
    private static let oneSeries = Phrase(word: PortableObject.contextual("field", "Series"))
}

extension EditedField {
    /// A book's texts of this field, as pages show them: a language by its name.
    func shown(_ texts: [String]) -> any Sendable {
        if self == .language, let code = texts.first { return LanguageName(code: code) }
        return texts.joined(separator: "; ")
    }
}

extension MergeRemainder {
    /// A list such as `comments: 2, copies: 1`.
    var phrase: Phrase {
        Phrase(
            listing: items.map { item in
                switch item.kind {
                case .comments: "comments: \(Phrase(number: item.count))"
                case .readings: "readings: \(Phrase(number: item.count))"
                case .lists: "lists: \(Phrase(number: item.count))"
                case .copies: "copies: \(Phrase(number: item.count))"
                case .reservations: "reservations: \(Phrase(number: item.count))"
                case .cover: "the cover"
                }
            })
    }
}

extension HistoryEntry.Action {
    /// - Parameter detail: the list, file, photo or book that was affected.
    func phrase(_ detail: String?) -> Phrase {
        let detail = detail?.printable ?? ""
        return switch self {
        case .add: "added it"
        case .edit: "edited it"
        case .remove: "removed it"
        case .merge: "merged it with \(detail)"
        case .mergeInto: "merged it into \(detail)"
        case .putOnList: "put it on \(Phrase(list: detail))"
        case .takeOffList: "took it off \(Phrase(list: detail))"
        case .comment: "commented on it"
        case .editComment: "edited a comment"
        case .removeComment: "removed a comment"
        case .importTable: detail.isEmpty ? "imported it" : "imported \(detail)"
        case .decide: detail.isEmpty ? "decided about a photo" : "decided about \(detail)"
        case .changeCover: "changed its cover"
        case .takeCover: "took its cover from a photo"
        case .addCopy: detail.isEmpty ? "added a copy" : "added the copy \(detail)"
        case .editCopy: detail.isEmpty ? "edited copies" : "edited the copy \(detail)"
        case .removeCopy: detail.isEmpty ? "removed copies" : "removed the copy \(detail)"
        case .lend: "lent the copy \(detail)"
        case .takeBack: "took back the copy \(detail)"
        case .endInventory: "ended the inventory \(detail)"
        case .removeInventory: "removed the inventory \(detail)"
        case .see: detail.isEmpty ? "saw copies" : "saw the copy \(detail)"
        case .reserve: "reserved it"
        case .cancelReservation: "cancelled a reservation"
        }
    }
}
#endif
