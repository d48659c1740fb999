// How much of an edge each place of a picture is, in one of two directions.

/// Strengths of edges that run about upright, 0 none … 1 clear; row by row.
struct EdgeMap {
    let width: Int
    let height: Int
    private let strengths: [Float]

    /// The difference in colour, of 255 × 3, at which an edge is clear.
    private static let clear: Float = 30

    subscript(x: Int, y: Int) -> Float { strengths[y * width + x] }

    /// The same of edges that run about level, as a map whose rows are the picture's columns.
    ///
    /// - Parameter colours: of a picture of at least 3 by 3 pixels.
    static func both(of colours: OpponentColours) -> (upright: EdgeMap, level: EdgeMap) {
        (EdgeMap(colours), EdgeMap(colours.transposed))
    }

    private init(_ colours: OpponentColours) {
        let (width, height) = (colours.width, colours.height)
        var found = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            let (above, below) = (max(0, y - 1), min(height - 1, y + 1))
            for x in 1..<(width - 1) {
                var sum: Float = 0
                for plane in colours.planes {
                    func difference(_ row: Int) -> Float {
                        plane[row * width + x + 1] - plane[row * width + x - 1]
                    }
                    // Along an edge it is smooth.
                    let change = (difference(above) + 2 * difference(y) + difference(below)) / 4
                    sum += change * change
                }
                found[y * width + x] = sum.squareRoot() / Self.clear
            }
        }
        let strongest = zip(found, colours.broadEdges).map { max($0, $1) }
        // A line that is off by a pixel still meets it.
        var widened = strongest
        for y in 0..<height {
            for x in 1..<(width - 1) {
                let place = y * width + x
                widened[place] = min(1, strongest[(place - 1)...(place + 1)].max() ?? 0)
            }
        }
        (self.width, self.height, strengths) = (width, height, widened)
    }

    /// The nearest pixel to a part of a segment; `nil` outside the map.
    private func place(_ part: Double, from start: Point, to end: Point) -> (x: Int, y: Int)? {
        let x = Int((start.x + (end.x - start.x) * part).rounded())
        let y = Int((start.y + (end.y - start.y) * part).rounded())
        return x >= 0 && x < width && y >= 0 && y < height ? (x, y) : nil
    }

    /// The mean strength along a segment, and the share of it that is an edge.
    func support(from start: Point, to end: Point) -> (mean: Float, share: Float) {
        let samples = 64
        var (sum, count): (Float, Float) = (0, 0)
        for step in 0..<samples {
            // Corners may be round.
            let part = 0.03 + 0.94 * Double(step) / Double(samples - 1)
            guard let (x, y) = place(part, from: start, to: end) else { continue }
            let strength = self[x, y]
            sum += strength
            if strength > 0.35 { count += 1 }
        }
        return (sum / Float(samples), count / Float(samples))
    }

    /// How much stronger edges are along what a segment would be if it went on behind its end than beside that, 0…1: on
    /// a rough ground there are edges everywhere. 0 outside the map.
    func beyond(_ start: Point, _ end: Point) -> Float {
        let samples = 12
        let besides = [-9, -6, 6, 9]
        var (sum, count): (Float, Float) = (0, 0)
        var (beside, counted): (Float, Float) = (0, 0)
        for step in 0..<samples {
            let part = 1.05 + 0.15 * Double(step) / Double(samples - 1)
            guard let (x, y) = place(part, from: start, to: end) else { continue }
            sum += self[x, y]
            count += 1
            for place in besides where x + place >= 0 && x + place < width {
                beside += self[x + place, y]
                counted += 1
            }
        }
        return count < 4 ? 0 : max(0, sum / count - (counted == 0 ? 0 : beside / counted))
    }
}
