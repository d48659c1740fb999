// What people did to the store, as `history` tells it.
import Books
import Foundation

/// One thing that a person did to the store.
public struct HistoryEntry: Hashable, Codable, Sendable {
    public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        case add, edit, remove, merge
        case putOnList = "put_on_list"
        case takeOffList = "take_off_list"
        case comment
        case editComment = "edit_comment"
        case removeComment = "remove_comment"
        case importTable = "import"
        case decide
    }

    public var id: Int64
    public var date: Date
    /// Empty when it was somebody who is forgotten.
    public var person: String
    public var action: Action
    /// The list, the file or the photo that it was about.
    public var detail: String?
    /// How many books it touched.
    public var books: Int
    /// Where it touched one: how it is, or was, named.
    public var book: BookReference?
    /// Its title, also where it is gone.
    public var title: String?
    /// When it was taken back; `nil` where it stands.
    public var undone: Date?
}
