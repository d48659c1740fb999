// What is found when a text is searched for ISBNs.

/// All that was found, in the text's order.
public struct ISBNFindings: Hashable, Sendable {
    public var matches: [ISBNMatch] = []
    public var nearMisses: [ISBNNearMiss] = []

    public init() {}
}
