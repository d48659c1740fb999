// How far asking about a book without a title has come, as a store remembers it.

public enum Inquiry: Hashable, Sendable, Codable {
    /// Nobody was asked yet.
    case notYet
    /// Somebody was to be asked and could not be.
    case waiting
    /// Everybody who was asked answered, and none knows it. By the sources' keys.
    case unknown(to: [String])
}
