// What a scan can say of a photo, in one word.

/// The verdict on a photo.
public enum ScanStatus: String, Codable, Sendable, CaseIterable {
    /// At least one ISBN is accepted.
    case found
    /// Something was read that a person should look at; nothing is accepted.
    case uncertain
    /// The photo was read and shows no ISBN.
    case none
    /// The photo could not be read.
    case failed
}
