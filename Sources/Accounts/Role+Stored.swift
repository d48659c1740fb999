// The names of roles in a store's file, which stay as the first schema with accounts had them.

extension Account.Role {
    private static let storedKeeper = "librarian"

    /// The role's name in the tables `account` and `ticket`.
    var stored: String { self == .librarian ? Self.storedKeeper : rawValue }

    /// `nil` for a name that no schema has.
    init?(stored: String) {
        guard stored != Self.storedKeeper else {
            self = .librarian
            return
        }
        self.init(rawValue: stored)
    }
}
