// The grey values that scan lines across a picture meet.
import Imaging

/// Parallel lines across a picture, each a few pixels thick.
struct ScanLines {
    /// They run from top to bottom instead of from left to right.
    var areColumns: Bool
    /// The rows, or columns, where the lines cross the pivot.
    var range: Range<Int>
    /// The column, or row, that the lines turn about.
    var pivot: Int
    /// Pixels across for each pixel along.
    var slope = 0.0
    /// Each grey is the mean of so many pixels on either side across the line, and the one on it.
    var reach = 0

    /// At most so many lines are enough: more give hardly a better average.
    private static let most = 20

    /// Which lines to take, evenly spread over the range.
    var places: [Int] {
        let count = min(range.count, ScanLines.most)
        return (0..<count).map { range.lowerBound + ($0 * 2 + 1) * range.count / (2 * count) }
    }

    /// The grey values from the picture's one side to the other; those outside are the border's.
    func line(_ place: Int, of picture: Raster) -> [Float] {
        let (length, depth) =
            areColumns ? (picture.height, picture.width) : (picture.width, picture.height)
        let (along, across) = areColumns ? (picture.width, 1) : (1, picture.width)
        return [Float](unsafeUninitializedCapacity: length) { line, count in
            for index in 0..<length {
                let middle = place + Int((slope * Double(index - pivot)).rounded())
                var sum = 0
                for step in -reach...reach {
                    sum += Int(picture.pixels[index * along + min(max(middle + step, 0), depth - 1) * across])
                }
                line.initializeElement(at: index, to: Float(sum) / Float(2 * reach + 1))
            }
            count = length
        }
    }
}
