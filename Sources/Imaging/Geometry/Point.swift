// A place in a picture, between its pixels.

/// A place, in pixels from the picture's top left corner; y grows downwards.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
