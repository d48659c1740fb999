// Which pixels are ink, that is, darker (or lighter) than their surroundings, and which of them are connected.
import Foundation

/// The connected components of a picture's ink, stored as runs of pixels so that they can be measured along any
/// direction.
struct InkMap {
    /// Ink pixels of one component in one row, from one column up to another.
    private struct Run {
        let left: Int32
        let right: Int32
        let row: Int32
        var component: Int32
    }

    private var runs: [Run] = []
    private var count = 0

    /// Components whose longer side has fewer pixels are not letters.
    private static let smallest: Int32 = 6

    /// A pixel is ink if it differs by more than `contrast` from the mean of the square around it.
    ///
    /// - Parameters:
    ///   - window: the square's side in pixels.
    ///   - contrast: grey levels, 1…255.
    init(of image: GreyImage, ink: Ink, window: Int, contrast: Int) {
        var links: [Int32] = []
        // The runs of the row above.
        var above = 0..<0
        InkMap.forEachRow(of: image, ink, window: window, contrast: contrast) { row, bits in
            let first = runs.count
            var upper = above.lowerBound
            InkMap.forEachRun(in: bits, width: image.width) { left, right in
                while upper < above.upperBound, runs[upper].right < left { upper += 1 }
                var component = Int32(-1)
                var touching = upper
                while touching < above.upperBound, runs[touching].left <= right {
                    let other = InkMap.root(of: runs[touching].component, &links)
                    if component < 0 {
                        component = other
                    } else if component != other {
                        links[Int(max(component, other))] = min(component, other)
                        component = min(component, other)
                    }
                    touching += 1
                }
                if component < 0 {
                    component = Int32(links.count)
                    links.append(component)
                }
                runs.append(Run(left: left, right: right, row: Int32(row), component: component))
            }
            above = first..<runs.count
        }
        numberComponents(&links)
    }

    private static func root(of component: Int32, _ links: inout [Int32]) -> Int32 {
        var component = component
        while links[Int(component)] != component {
            links[Int(component)] = links[Int(links[Int(component)])]
            component = links[Int(component)]
        }
        return component
    }

    /// Numbers the components from 0 and drops the runs of components that are too small.
    private mutating func numberComponents(_ links: inout [Int32]) {
        var boxes = [(left: Int32, top: Int32, right: Int32, bottom: Int32)](
            repeating: (.max, .max, .min, .min), count: links.count)
        for index in runs.indices {
            let component = Int(InkMap.root(of: runs[index].component, &links))
            runs[index].component = Int32(component)
            boxes[component].left = min(boxes[component].left, runs[index].left)
            boxes[component].right = max(boxes[component].right, runs[index].right)
            boxes[component].top = min(boxes[component].top, runs[index].row)
            boxes[component].bottom = max(boxes[component].bottom, runs[index].row + 1)
        }
        for (index, box) in boxes.enumerated() {
            let isSpeck =
                box.left == .max || max(box.right - box.left, box.bottom - box.top) < InkMap.smallest
            links[index] = isSpeck ? -1 : Int32(count)
            if !isSpeck { count += 1 }
        }
        var kept = 0
        for run in runs {
            let component = links[Int(run.component)]
            guard component >= 0 else { continue }
            runs[kept] = Run(left: run.left, right: run.right, row: run.row, component: component)
            kept += 1
        }
        runs.removeLast(runs.count - kept)
    }

    /// The box of every component along a direction.
    func parts(along axis: Direction) -> [Part] {
        var parts = [Part](
            repeating: Part(
                start: .infinity, end: -.infinity, top: .infinity, bottom: -.infinity),
            count: count)
        let feet = axis.below
        for run in runs {
            let row = Double(run.row) + 0.5
            let (left, right) = (Double(run.left) + 0.5, Double(run.right) - 0.5)
            let (one, other) = (left * axis.x + row * axis.y, right * axis.x + row * axis.y)
            let (high, low) = (left * feet.x + row * feet.y, right * feet.x + row * feet.y)
            parts[Int(run.component)].widen(
                start: min(one, other) - 0.5, end: max(one, other) + 0.5, top: min(high, low) - 0.5,
                bottom: max(high, low) + 0.5)
        }
        return parts
    }

    /// The direction across the bars, if there are many parallel ones.
    var barAxis: Direction? {
        var shapes = [Moments](repeating: Moments(), count: count)
        for run in runs { shapes[Int(run.component)].add(run.left, run.right, run.row) }
        // For each twelve degrees, the number of bars and the sum of their directions.
        var bins = [(count: Int, x: Double, y: Double)](repeating: (0, 0, 0), count: 15)
        for shape in shapes {
            let (length, width, angle) = shape.ellipse
            guard BarBlock.isBar(length: length, width: width) else { continue }
            let bin = Int(angle / (.pi / 15)) % 15
            for near in [(bin + 14) % 15, bin, (bin + 1) % 15] {
                bins[near].count += 1
                bins[near].x += cos(2 * angle)
                bins[near].y += sin(2 * angle)
            }
        }
        guard let most = bins.max(by: { $0.count < $1.count }), most.count >= BarBlock.fewest else {
            return nil
        }
        // The reading direction is perpendicular to the bars.
        let angle = (atan2(most.y, most.x) + .pi) / 2
        let axis = Direction(x: cos(angle), y: sin(angle))
        return axis.x < -0.2 ? axis.reversed : axis
    }
}

extension InkMap {
    /// Calls `body` with each run of set bits: its first column, and the column after its last.
    @inline(__always)
    private static func forEachRun(
        in bits: UnsafeMutablePointer<UInt64>, width: Int, _ body: (_ left: Int32, _ right: Int32) -> Void
    ) {
        var x = 0
        while x < width {
            let ink = bits[x >> 6] >> UInt64(x & 63)
            guard ink != 0 else {
                x = (x | 63) + 1
                continue
            }
            x += ink.trailingZeroBitCount
            let left = x
            repeat {
                let paper = ~bits[x >> 6] >> UInt64(x & 63)
                if paper != 0 {
                    x += paper.trailingZeroBitCount
                    break
                }
                x = (x | 63) + 1
            } while x < width
            body(Int32(left), Int32(min(x, width)))
        }
    }

    /// Calls `body` with the ink of each row, 64 pixels per word, the lowest bit leftmost.
    ///
    /// Means are computed from running sums, so that the time does not depend on the window. The inner loops are
    /// simple enough for the compiler to vectorize.
    private static func forEachRow(
        of image: GreyImage, _ ink: Ink, window: Int, contrast: Int,
        _ body: (_ row: Int, _ bits: UnsafeMutablePointer<UInt64>) -> Void
    ) {
        let (width, height, stride) = (image.width, image.height, image.stride)
        let half = max(1, window / 2)
        let words = (width + 63) / 64
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { bits in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * words * 64) { pixels in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * stride + 2 * half + 1) { sums in
                    sums.initialize(repeating: 0)
                    pixels.initialize(repeating: 0)
                    let (greys, marks) = (pixels.baseAddress!, pixels.baseAddress! + words * 64)
                    // The sums of each column, in the order of the bytes, and the sums of all columns to the left of
                    // each.
                    let columns = sums.baseAddress!
                    let left = columns + stride + half
                    for row in 0..<min(half, height) { combine(columns, image.row(row), stride, &+) }
                    for y in 0..<height {
                        if y + half < height { combine(columns, image.row(y + half), stride, &+) }
                        if y - half - 1 >= 0 { combine(columns, image.row(y - half - 1), stride, &-) }
                        accumulate(columns, upTo: width, to: left, half: half)
                        let rows = min(y + half, height - 1) - max(y - half, 0) + 1
                        image.row(y).copy(width, to: greys)
                        mark(
                            greys, left, into: marks, width: width, half: half, rows: rows, ink, contrast)
                        pack(marks, into: bits)
                        body(y, bits.baseAddress!)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func combine(
        _ columns: UnsafeMutablePointer<Int32>, _ row: GrayRow, _ stride: Int,
        _ operation: (Int32, Int32) -> Int32
    ) {
        for place in 0..<stride { columns[place] = operation(columns[place], Int32(row.memory[place])) }
    }

    /// Nothing is added beyond the right edge.
    private static func accumulate(
        _ columns: UnsafeMutablePointer<Int32>, upTo width: Int, to left: UnsafeMutablePointer<Int32>,
        half: Int
    ) {
        var sum: Int32 = 0
        for column in 0..<width {
            left[column] = sum
            sum &+= columns[GrayRow.place(of: column)]
        }
        for column in width...width + half { left[column] = sum }
    }

    /// - Parameters:
    ///   - left: the sums to the left of each column, starting `half` before the first.
    ///   - rows: how many rows are in the sums.
    private static func mark(
        _ greys: UnsafePointer<UInt8>, _ left: UnsafePointer<Int32>, into marks: UnsafeMutablePointer<UInt8>,
        width: Int, half: Int, rows: Int, _ ink: Ink, _ contrast: Int
    ) {
        let sign: Float = ink == .dark ? 1 : -1
        func mark(_ columns: Range<Int>, of count: Int) {
            // Compares with the mean without division; these numbers are exact in a float.
            let (count, least) = (Float(count) * sign, Float(contrast * count))
            let (before, behind) = (left - half, left + half + 1)
            for x in columns {
                let sum = Float(behind[x] &- before[x]) * sign
                marks[x] = sum - Float(greys[x]) * count > least ? 1 : 0
            }
        }
        let inner = min(half, width)..<max(min(half, width), width - half)
        mark(inner, of: rows * (2 * half + 1))
        for x in 0..<width where !inner.contains(x) {
            mark(x..<x + 1, of: rows * (min(x + half, width - 1) - max(x - half, 0) + 1))
        }
    }

    private static func pack(
        _ marks: UnsafeMutablePointer<UInt8>, into bits: UnsafeMutableBufferPointer<UInt64>
    ) {
        for index in bits.indices {
            var word: UInt64 = 0
            for byte in 0..<8 {
                let eight = UnsafeRawPointer(marks + index * 64 + byte * 8).loadUnaligned(as: UInt64.self)
                // Collects the lowest bits of eight bytes in the highest byte.
                word |= ((eight.littleEndian &* 0x0102_0408_1020_4080) >> 56) << UInt64(byte * 8)
            }
            bits[index] = word
        }
    }
}

/// Whether letters are darker or lighter than their background.
package enum Ink: Sendable { case dark, light }

/// A component measured along a reading direction.
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
