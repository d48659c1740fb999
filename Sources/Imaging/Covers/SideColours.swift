// What the colours on both sides of a quadrilateral's side say: a cover differs from its ground, and the ground is even.
import Foundation

/// Colours along a side of a quadrilateral.
struct SideColours {
    /// How far the mean colours just inside and just outside differ, in levels of 255.
    var step: Float
    /// The standard deviation of the colours a little outside.
    var unevenness: Float
}

extension OpponentColours {
    /// Along the sides of a quadrilateral, clockwise from the top; without those that have the picture's border beside
    /// them.
    func sides(of corners: [Point]) -> [SideColours] {
        zip(corners, corners[1...] + corners[..<1]).compactMap { from, to in
            // What is nearer than two pixels is blurred.
            guard let outside = strip(from, to, at: 2...4), let inside = strip(from, to, at: -4 ... -2),
                let ground = strip(from, to, at: 5...9)
            else { return nil }
            let change = inside.mean - outside.mean
            return SideColours(step: (change * change).sum().squareRoot(), unevenness: ground.deviation)
        }
    }

    /// - Parameter distances: to the left of the segment, in pixels.
    /// - Returns: `nil` if most of the strip is outside the picture.
    private func strip(
        _ from: Point, _ to: Point, at distances: ClosedRange<Int>
    ) -> (mean: SIMD3<Float>, deviation: Float)? {
        let samples = 32
        let length = hypot(to.x - from.x, to.y - from.y)
        let normal = Point(x: (to.y - from.y) / length, y: (from.x - to.x) / length)
        var (sum, squares, count): (SIMD3<Float>, Float, Int) = (.zero, 0, 0)
        for step in 0..<samples {
            let part = 0.06 + 0.88 * Double(step) / Double(samples - 1)
            let (along, down) = (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
            for distance in distances {
                let x = Int((along + normal.x * Double(distance)).rounded())
                let y = Int((down + normal.y * Double(distance)).rounded())
                guard x >= 0, y >= 0, x < width, y < height else { continue }
                let place = y * width + x
                let colour = SIMD3(planes[0][place], planes[1][place], planes[2][place])
                sum += colour
                squares += (colour * colour).sum()
                count += 1
            }
        }
        guard count * 3 >= samples * distances.count else { return nil }
        let mean = sum / Float(count)
        return (mean, max(0, squares / Float(count) - (mean * mean).sum()).squareRoot())
    }
}
