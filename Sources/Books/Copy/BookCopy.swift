// One copy of a book: a thing with a place, a label and a price.

public struct BookCopy: Hashable, Sendable {
    /// Why a house no longer has a copy.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case sold, lost, given, withdrawn
    }

    /// `nil` until it is stored.
    public var id: CopyID?
    /// `nil` until it is stored.
    public var book: BookID?
    /// Of the book; not stored with the copy.
    public var isbn: ISBN?
    public var title: String?
    /// The key of the shared list on which it is counted: see `ListName`.
    public var list = ListName.owned
    /// The name of that list; `nil` until the copy is stored. Not stored with it.
    public var listName: String?
    /// The number or the bars that the house puts on it; no other copy in the store has the same.
    public var label: String?
    /// A path such as `room/case/shelf`: see `path(_:)`.
    public var place: String?
    public var condition: String?
    public var price: Price?
    public var acquired: PartialDate?
    /// When it left the house; `nil` for a copy that is there.
    public var gone: PartialDate?
    /// `nil` if unknown, and for a copy that is there.
    public var reason: Reason?
    public var notes: String?
    /// `nil` for a copy that nobody has borrowed. Not stored with the copy, and neither is the next.
    public var loan: Loan?
    /// Who gets it next, because they reserved its book.
    public var reservedFor: String?

    public init() {}

    /// How the copy's book is specified.
    public var specifier: BookSpecifier? { isbn.map(BookSpecifier.isbn) ?? book.map(BookSpecifier.id) }

    /// The copy in messages: `copy:12`, with the label if it has one.
    public var name: String {
        let number = id.map { "\($0)" } ?? "copy"
        return label.map { "\(number) (\($0))" } ?? number
    }

    /// Whether nothing is known of it but its list and place, so that it is as good as another.
    public var hasOnlyListAndPlace: Bool {
        label == nil && condition == nil && price == nil && acquired == nil && gone == nil && notes == nil
            && loan == nil
    }

    /// A place as it is stored: without spaces around its parts, and without empty parts; `nil` if nothing remains.
    public static func path(_ text: String?) -> String? {
        let parts = (text ?? "").split(separator: "/").compactMap { String($0).tidied }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// A label as it is stored: without spaces around it, and a number of Codabar with the letters at its ends in upper case,
    /// which some readers of bars write in lower case; `nil` if nothing remains.
    public static func label(_ text: String?) -> String? {
        guard let label = text?.tidied else { return nil }
        let isCodabar = label.wholeMatch(of: /[A-Da-d][-$:\/.+0-9]*[0-9][-$:\/.+0-9]*[A-Da-d]/) != nil
        return isCodabar ? label.uppercased() : label
    }

    /// The most bytes of a label or a place.
    public static let longestLabel = 200
}

/// A copy's number in one store, written `copy:12`.
public struct CopyID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public static let prefix = "copy:"

    public var value: Int64

    public init(_ value: Int64) { self.value = value }

    /// `nil` unless `text` is `copy:`, in upper or lower case, and a positive integer.
    public init?(text: some StringProtocol) {
        guard text.lowercased().hasPrefix(Self.prefix), let value = Int64(text.dropFirst(Self.prefix.count)),
            value > 0
        else { return nil }
        self.value = value
    }

    public var description: String { "\(Self.prefix)\(value)" }

    public static func < (left: CopyID, right: CopyID) -> Bool { left.value < right.value }
}
