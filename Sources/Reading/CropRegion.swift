// The part of a photo that is read.

/// The part of the upright photo to read.
public struct CropRegion: Hashable, Codable, Sendable {
    /// A number of pixels, or a percentage of the photo's side.
    public struct Length: Hashable, Codable, Sendable {
        public var value: Double
        public var isPercent: Bool

        public init(_ value: Double, isPercent: Bool = false) {
            self.value = value
            self.isPercent = isPercent
        }

        func pixels(of side: Int) -> Double { isPercent ? value * Double(side) / 100 : value }
    }

    public var x: Length
    public var y: Length
    public var width: Length
    public var height: Length

    public init(x: Length, y: Length, width: Length, height: Length) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
