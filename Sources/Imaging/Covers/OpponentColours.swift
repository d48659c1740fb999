// The colours of a picture, as edges are looked for in them.

/// Brightness and two differences of colours, smoothed.
struct OpponentColours {
    let width: Int
    let height: Int
    private(set) var planes: [[Float]]

    init(_ picture: ColourImage) {
        (width, height) = (picture.width, picture.height)
        var planes = [[Float]](repeating: [Float](repeating: 0, count: width * height), count: 3)
        for y in 0..<height {
            for x in 0..<width {
                guard let colour = picture.colour(x: x, y: y) else { continue }
                let (red, green, blue) = (Float(colour.red), Float(colour.green), Float(colour.blue))
                let place = y * width + x
                planes[0][place] = (red + green + blue) / 3
                planes[1][place] = 0.8 * (red - green)
                planes[2][place] = 0.4 * (red + green - 2 * blue)
            }
        }
        self.planes = planes
        for _ in 0..<2 { self.planes = self.planes.map { Self.smooth($0, width, height) } }
    }

    private init(width: Int, height: Int, planes: [[Float]]) {
        (self.width, self.height, self.planes) = (width, height, planes)
    }

    var transposed: OpponentColours {
        let turned = planes.map { plane in
            var turned = plane
            for y in 0..<height { for x in 0..<width { turned[x * height + y] = plane[y * width + x] } }
            return turned
        }
        return OpponentColours(width: height, height: width, planes: turned)
    }

    /// By 1 2 1 in both directions.
    private static func smooth(_ plane: [Float], _ width: Int, _ height: Int) -> [Float] {
        var (across, both) = (plane, plane)
        for y in 0..<height {
            for x in 1..<(width - 1) {
                let place = y * width + x
                across[place] = (plane[place - 1] + 2 * plane[place] + plane[place + 1]) / 4
            }
        }
        for y in 1..<(height - 1) {
            for x in 0..<width {
                let place = y * width + x
                both[place] = (across[place - width] + 2 * across[place] + across[place + width]) / 4
            }
        }
        return both
    }

    /// How far the colours left and right of each place differ on the whole, against how much they vary there: a white
    /// cover on a light ground differs little from it, but everywhere in the same way. 0 none … 1 clear, and above; 0
    /// unless it is the highest of its surroundings.
    var broadEdges: [Float] {
        var differences = [Float](repeating: 0, count: width * height)
        var variances = differences
        for plane in planes {
            let sums = PlaneSums(plane, width: width, height: height)
            let squares = PlaneSums(plane.map { $0 * $0 }, width: width, height: height)
            for y in 0..<height {
                let rows = max(0, y - 3)..<min(height, y + 4)
                for x in 2..<(width - 2) {
                    let (left, right) = (max(0, x - 4)..<x, (x + 1)..<min(width, x + 5))
                    let (one, other) = (sums.mean(left, rows), sums.mean(right, rows))
                    differences[y * width + x] += (one - other) * (one - other)
                    variances[y * width + x] +=
                        max(0, squares.mean(left, rows) - one * one)
                        + max(0, squares.mean(right, rows) - other * other)
                }
            }
        }
        let edges = zip(differences, variances).map { $0.squareRoot() / (15 + 1.5 * $1.squareRoot()) }
        var highest = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 3..<max(3, width - 3) {
                let place = y * width + x
                if edges[(place - 3)...(place + 3)].max() == edges[place] { highest[place] = edges[place] }
            }
        }
        return highest
    }
}

/// Means over rectangles of a plane, in constant time (Crow, Summed-area tables, SIGGRAPH 1984).
private struct PlaneSums {
    private let width: Int
    /// Of all above and to the left, with an empty row and column first.
    private var sums: [Double]

    init(_ plane: [Float], width: Int, height: Int) {
        self.width = width + 1
        sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row = 0.0
            for x in 0..<width {
                row += Double(plane[y * width + x])
                let place = (y + 1) * self.width + x + 1
                sums[place] = sums[place - self.width] + row
            }
        }
    }

    func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Float {
        let (top, bottom) = (rows.lowerBound * width, rows.upperBound * width)
        let sum =
            sums[bottom + columns.upperBound] - sums[bottom + columns.lowerBound]
            - sums[top + columns.upperBound] + sums[top + columns.lowerBound]
        return Float(sum / Double(columns.count * rows.count))
    }
}
