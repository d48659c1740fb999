// Who has a copy, and whether it may be lent.
import Foundation

/// A copy that somebody has borrowed and not given back.
public struct Loan: Hashable, Sendable {
    /// Its number in the store; `nil` if that does not matter.
    public var id: Int64?
    public var person: String
    public var lent: Date
    /// The last day; `nil` without one.
    public var due: Day?

    public init(person: String, lent: Date, due: Day? = nil) {
        (self.person, self.lent, self.due) = (person, lent, due)
    }

    /// Whether the last day has passed.
    public var isOverdue: Bool {
        guard let due, let today = Day.today else { return false }
        return due < today
    }
}

/// What can be done with a copy; it follows from its loan, its book's reservations, and whether it is gone.
public enum CopyState: String, Hashable, Sendable, CaseIterable {
    case available
    case lent
    /// Lent, and the next that comes back is for somebody who reserved the book.
    case reserved
    /// In the house, and kept for somebody who reserved the book.
    case held
    case lost
    /// No longer the house's.
    case gone
}

extension BookCopy {
    public var state: CopyState {
        if gone != nil { return reason == .lost ? .lost : .gone }
        return loan == nil
            ? (reservedFor == nil ? .available : .held) : reservedFor == nil ? .lent : .reserved
    }
}
