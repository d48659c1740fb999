// What a change did, for people.
import Catalogue
import Output

extension HistoryEntry.Action {
    /// - Parameter detail: the list, file, photo or book concerned.
    package func words(_ detail: String?) -> String {
        let detail = detail.map { " \($0.printable)" } ?? ""
        return switch self {
        case .add: "added"
        case .edit: "edited"
        case .remove: "removed"
        case .merge: "merged with\(detail)"
        case .mergeInto: "merged into\(detail)"
        case .putOnList: "put on\(detail)"
        case .takeOffList: "took off\(detail)"
        case .comment: "commented"
        case .editComment: "edited a comment"
        case .removeComment: "removed a comment"
        case .importTable: "imported\(detail)"
        case .decide: "decided on\(detail.isEmpty ? " a photo" : detail)"
        case .changeCover: "changed the cover"
        case .takeCover: "took the cover from a photo"
        case .addCopy: "added\(detail.isEmpty ? " a copy" : detail)"
        case .editCopy: "edited\(detail.isEmpty ? " copies" : detail)"
        case .removeCopy: "removed\(detail.isEmpty ? " copies" : detail)"
        case .lend: "lent\(detail)"
        case .takeBack: "took back\(detail)"
        case .endInventory: "ended the inventory\(detail)"
        case .removeInventory: "removed the inventory\(detail)"
        case .see: "saw\(detail.isEmpty ? " copies" : detail)"
        case .reserve: "reserved"
        case .cancelReservation: "cancelled a reservation"
        }
    }
}
