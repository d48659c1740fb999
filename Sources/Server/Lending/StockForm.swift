#if Server
// The form of a book's number of copies on a list, and their shelf.
import Books
import Catalogue
import Translation

struct StockForm: Sendable {
    let list: String
    let fields: EditedFields

    /// - Parameters:
    ///   - entry: what is stored now; `nil` if the book is not on the list.
    ///   - form: as it was sent. What it was made from counts for the list that it showed only.
    init(_ entry: StockEntry?, _ list: String, _ form: Form = Form()) {
        self.list = list
        var form = form
        if let shown = form.text("former-list"), ListName(shown)?.key != ListName(list)?.key {
            form.fields.removeAll { $0.name.hasPrefix("former-") }
            form.fields += [("former-copies", ""), ("former-shelf", "")]
        }
        fields = EditedFields(
            ["copies": entry?.copies.map(String.init) ?? "", "shelf": entry?.shelf ?? ""], form)
    }

    /// `nil` if nobody has counted them.
    var copies: Int? { fields.texts["copies"].flatMap(Int.init) }

    var shelf: String? {
        let shelf = fields.texts["shelf"] ?? ""
        return shelf.isEmpty ? nil : shelf == fields.now["shelf"] ? shelf : String(shelf.prefix(100))
    }

    /// The values for `copies.mustache`.
    var values: Pages.Values {
        [
            "list": list, "listWords": Phrase(list: list), "number": fields.values("copies"),
            "shelf": fields.values("shelf"),
            "wrong": fields.conflicts.isEmpty
                ? "" as Phrase
                : "Somebody else has counted these copies meanwhile. Nothing is saved yet: look at both, then save."
                ,
        ]
    }
}
#endif
