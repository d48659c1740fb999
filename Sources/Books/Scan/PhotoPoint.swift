// A place in a photo, as records tell it.

/// A place in the upright photo, in pixels from its top left corner. Encoded as `[x, y]`.
public struct PhotoPoint: Hashable, Sendable, Codable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        self.init(x: try pair.decode(Int.self), y: try pair.decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(x)
        try pair.encode(y)
    }
}
