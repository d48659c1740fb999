// The names of roles in a store's file, which never change.

extension Account.Role {
    private static let storedKeeper = "librarian"

    /// The role's name in the tables `account` and `ticket`.
    var stored: String { self == .librarian ? Self.storedKeeper : rawValue }

    /// `nil` for an unknown name.
    init?(stored: String) {
        guard stored != Self.storedKeeper else {
            self = .librarian
            return
        }
        self.init(rawValue: stored)
    }
}
