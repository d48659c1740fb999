// Which pixels are ink: darker (or lighter) than what is around them, and what of it hangs together.
import Foundation

/// Whether letters are darker or lighter than their ground.
package enum Ink: Sendable { case dark, light }

/// The connected components of a picture's ink, kept as runs of pixels so that they can be measured along any
/// direction.
struct InkMap {
    /// Ink from one column up to another, in one row, of one component.
    private struct Run {
        let left: Int32
        let right: Int32
        let row: Int32
        var component: Int32
    }

    private var runs: [Run] = []
    private var count = 0

    /// Components smaller than this, in pixels of their longer side, are no letters.
    private static let smallest: Int32 = 6

    /// A pixel is ink when it differs from the mean of the square around it by more than `contrast`.
    ///
    /// - Parameters:
    ///   - window: the square's side in pixels.
    ///   - contrast: in greys, 1…255.
    init(of image: GrayImage, ink: Ink, window: Int, contrast: Int) {
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
        settle(&links)
    }

    private static func root(of component: Int32, _ links: inout [Int32]) -> Int32 {
        var component = component
        while links[Int(component)] != component {
            links[Int(component)] = links[Int(links[Int(component)])]
            component = links[Int(component)]
        }
        return component
    }

    /// Numbers the components from 0 and drops the runs of specks.
    private mutating func settle(_ links: inout [Int32]) {
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

    /// Every component's box along a direction.
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

    /// The reading direction of bars, across their long sides, if there are many of one direction.
    var barAxis: Direction? {
        var shapes = [Moments](repeating: Moments(), count: count)
        for run in runs { shapes[Int(run.component)].add(run.left, run.right, run.row) }
        // How many bars lie in each twelve degrees, and their directions' mean.
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
        // Bars stand upright on their reading direction.
        let angle = (atan2(most.y, most.x) + .pi) / 2
        let axis = Direction(x: cos(angle), y: sin(angle))
        return axis.x < -0.2 ? axis.reversed : axis
    }
}

extension InkMap {
    /// Calls `body` with each run of set bits, from its first column up to the one behind its last.
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

    /// Calls `body` with each row's ink, 64 pixels to a word, the lowest bit leftmost.
    ///
    /// Box means by running sums: the time does not depend on the window.
    private static func forEachRow(
        of image: GrayImage, _ ink: Ink, window: Int, contrast: Int,
        _ body: (_ row: Int, _ bits: UnsafeMutablePointer<UInt64>) -> Void
    ) {
        let (width, height) = (image.width, image.height)
        let half = max(1, window / 2)
        let stride = image.stride
        let sign: Int32 = ink == .dark ? 1 : -1
        let contrast = Int32(contrast)
        // Sums of columns lie in memory as Leptonica has the pixels, four to a word the wrong way round, with noughts
        // on both sides, so that no step of the inner loops has to look where it is.
        let padding = (half + 4) & ~3
        let words = (width + 63) / 64
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { bits in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: stride + 2 * padding) { padded in
                padded.initialize(repeating: 0)
                bits.initialize(repeating: 0)
                let columns = padded.baseAddress! + padding
                func add(row: Int, _ factor: Int32) {
                    let line = image.row(row).memory
                    for place in 0..<stride { columns[place] &+= factor &* Int32(line[place]) }
                    for x in width..<stride { columns[GrayRow.place(of: x)] = 0 }
                }
                for row in 0..<min(half, height) { add(row: row, 1) }
                for y in 0..<height {
                    if y + half < height { add(row: y + half, 1) }
                    if y - half - 1 >= 0 { add(row: y - half - 1, -1) }
                    let rows = Int32(min(y + half, height - 1) - max(y - half, 0) + 1)
                    var sum: Int32 = 0
                    for x in 0..<half { sum &+= columns[GrayRow.place(of: x)] }
                    let line = image.row(y)
                    var word: UInt64 = 0
                    for x in 0..<width {
                        sum &+=
                            columns[GrayRow.place(of: x + half)] &- columns[GrayRow.place(of: x - half - 1)]
                        let count = rows &* Int32(min(x + half, width - 1) - max(x - half, 0) + 1)
                        // Compares with the mean without dividing.
                        let difference = (sum &- Int32(line[x]) &* count) &* sign
                        word = word >> 1 | (difference > contrast &* count ? 1 << 63 : 0)
                        if x & 63 == 63 { bits[x >> 6] = word }
                    }
                    if width & 63 != 0 { bits[words - 1] = word >> UInt64(64 - width & 63) }
                    body(y, bits.baseAddress!)
                }
            }
        }
    }
}
