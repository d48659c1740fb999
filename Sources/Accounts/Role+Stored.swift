// The names of roles in a store's file, which stay as the first schema with accounts had them.

extension Account.Role {
    private static let storedKeeper = "keeper"

    /// The role's name in the tables `account` and `ticket`.
    var stored: String { self == .keeper ? Self.storedKeeper : rawValue }

    /// `nil` for a name that no schema has.
    init?(stored: String) {
        guard stored != Self.storedKeeper else {
            self = .keeper
            return
        }
        self.init(rawValue: stored)
    }
}
