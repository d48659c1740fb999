// What the text has and what it was taken for, where the two differ.

/// A character that was read as another, or a damaged label that was taken for the whole one.
public struct Repair: Hashable, Sendable, CustomStringConvertible {
    public enum Part: String, Hashable, Sendable { case label, number }

    public var part: Part
    /// As the text has it: `O`, `1SBN`.
    public var printed: String
    /// As it was taken: `0`, `ISBN`.
    public var taken: String
    /// In Unicode scalars from the text's beginning, counted from 0.
    public var offset: Int

    /// `O→0 at 7`, counted from 1.
    public var description: String { "\(printed)→\(taken) at \(offset + 1)" }
}
