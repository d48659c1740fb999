// A component of a picture's ink, seen along a reading direction.

/// A component seen along a reading direction.
struct Part {
    var start: Double
    var end: Double
    var top: Double
    var bottom: Double
    var height: Double { bottom - top }
    var width: Double { end - start }
    var middle: Double { (top + bottom) / 2 }

    mutating func widen(start: Double, end: Double, top: Double, bottom: Double) {
        self.start = min(self.start, start)
        self.end = max(self.end, end)
        self.top = min(self.top, top)
        self.bottom = max(self.bottom, bottom)
    }

    func isLetter(maximum: Double) -> Bool {
        height >= 7 && height <= maximum && height <= width * 6 && width <= height * 25
    }
}
