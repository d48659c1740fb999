// Who made a book, and how.

public struct Contributor: Hashable, Sendable, Codable {
    public enum Role: String, Codable, Sendable, CaseIterable {
        case author, editor, translator, illustrator
        /// Any other part in it, or one that the source does not name.
        case contributor
    }

    /// As people write it: given name first where the source tells them apart.
    public var name: String
    public var role: Role

    public init(name: String, role: Role = .author) {
        self.name = name
        self.role = role
    }
}
