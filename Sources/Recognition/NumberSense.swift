// Whether a line can hold an ISBN, told from a glance: reading a line takes Tesseract some fifty times as long.
import Foundation
import Imaging

/// A small convolutional network; `scripts/training/number_sense.py` trains it.
///
/// A line of 16 × w pixels becomes 8 × w/2 cells of 8 numbers, 4 × w/4 of 16, w/4 of 32, then w/4 of 16, and in each
/// of these last columns two scores of what stands around it, of which the best counts.
package struct NumberSense: LineSense, Sendable {
    private let layers: [Layer]
    private let last: LastLayer

    package init() {
        var numbers = Numbers(NumberSense.weights)
        layers = [
            Layer(&numbers, rows: 3, columns: 3, inputs: 1, outputs: 8, stride: 2, above: 1),
            Layer(&numbers, rows: 3, columns: 3, inputs: 8, outputs: 16, stride: 2, above: 1),
            Layer(&numbers, rows: 4, columns: 3, inputs: 16, outputs: 32),
            Layer(&numbers, rows: 1, columns: 5, inputs: 32, outputs: 16),
        ]
        last = LastLayer(&numbers, columns: 17)
    }

    package func likelihood(of glance: LineGlance) -> LineLikelihood {
        let best = last.best(in: layers.reduce(Cells(glance)) { $1.applied(to: $0) })
        return LineLikelihood(number: NumberSense.share(best.number), label: NumberSense.share(best.label))
    }

    private static func share(_ logit: Float) -> Double { 1 / (1 + exp(-Double(logit))) }
}

/// What is known of each place of a line, row by row.
private struct Cells {
    var rows: Int
    var columns: Int
    var values: [Float]

    /// The line's ink, 0…1, with blank columns behind it up to a multiple of four.
    init(_ line: LineGlance) {
        rows = LineGlance.height
        columns = (line.width + 3) / 4 * 4
        values = [Float](repeating: 0, count: rows * columns)
        for row in 0..<rows {
            for column in 0..<line.width {
                values[row * columns + column] = Float(line.ink[row * line.width + column]) / 255
            }
        }
    }

    init(rows: Int, columns: Int, values: [Float]) {
        (self.rows, self.columns, self.values) = (rows, columns, values)
    }
}

/// Sixteen outputs of one convolution.
private typealias Block = SIMD16<Float>

/// A convolution; what is negative becomes 0.
private struct Layer: Sendable {
    private let rows: Int
    private let columns: Int
    private let inputs: Int
    private let outputs: Int
    private let stride: Int
    private let above: Int
    private let biases: [Block]
    /// By block, row, column and input.
    private let weights: [Block]

    /// - Parameters:
    ///   - outputs: 8 or a multiple of 16.
    ///   - above: so many blank rows are added above; at the sides as many columns as keep the line's length.
    init(
        _ numbers: inout Numbers, rows: Int, columns: Int, inputs: Int, outputs: Int, stride: Int = 1,
        above: Int = 0
    ) {
        (self.rows, self.columns, self.inputs, self.outputs) = (rows, columns, inputs, outputs)
        (self.stride, self.above) = (stride, above)
        let scales = numbers.floats(outputs)
        let biases = numbers.floats(outputs)
        let bytes = numbers.bytes(rows * columns * inputs * outputs)
        func block(_ first: Int, _ number: (Int) -> Float) -> Block {
            var block = Block()
            for output in first..<min(first + 16, outputs) { block[output - first] = number(output) }
            return block
        }
        let firsts = Swift.stride(from: 0, to: outputs, by: 16)
        self.biases = firsts.map { block($0) { biases[$0] } }
        weights = firsts.flatMap { first in
            (0..<rows * columns * inputs).map { place in
                block(first) { bytes[place * outputs + $0] * scales[$0] }
            }
        }
    }

    func applied(to cells: Cells) -> Cells {
        let (height, width) = ((cells.rows + 2 * above - rows) / stride + 1, cells.columns / stride)
        let total = height * width * outputs
        let values = [Float](unsafeUninitializedCapacity: total) { values, count in
            cells.values.withUnsafeBufferPointer { inputs in
                weights.withUnsafeBufferPointer { weights in
                    let out = UnsafeMutableRawBufferPointer(values)
                    for y in 0..<height {
                        for x in 0..<width {
                            for block in biases.indices {
                                let sum = sum(block, x * stride, y * stride, cells, inputs, weights)
                                let place = 4 * ((y * width + x) * outputs + block * 16)
                                if outputs == 8 {
                                    out.storeBytes(
                                        of: sum.lowHalf, toByteOffset: place, as: SIMD8<Float>.self)
                                } else {
                                    out.storeBytes(of: sum, toByteOffset: place, as: Block.self)
                                }
                            }
                        }
                    }
                }
            }
            count = total
        }
        return Cells(rows: height, columns: width, values: values)
    }

    @inline(__always)
    private func sum(
        _ block: Int, _ x: Int, _ y: Int, _ cells: Cells, _ values: UnsafeBufferPointer<Float>,
        _ weights: UnsafeBufferPointer<Block>
    ) -> Block {
        var sum = biases[block]
        let left = x - columns / 2
        let (start, end) = (max(0, -left) * inputs, min(columns, cells.columns - left) * inputs)
        for row in max(0, above - y)..<min(rows, cells.rows + above - y) {
            // Neighbouring cells lie one behind the other, as do their weights.
            let cell = ((y + row - above) * cells.columns + left) * inputs
            let weight = (block * rows + row) * columns * inputs
            for index in start..<end { sum += weights[weight + index] * values[cell + index] }
        }
        return sum.replacing(with: 0, where: sum .< 0)
    }
}

/// A number's and a label's score at each column; sixteen inputs.
private struct LastLayer: Sendable {
    private let columns: Int
    private let biases: [Float]
    private let number: [Block]
    private let label: [Block]

    init(_ numbers: inout Numbers, columns: Int) {
        self.columns = columns
        let scales = numbers.floats(2)
        biases = numbers.floats(2)
        let bytes = numbers.bytes(columns * 32)
        func blocks(_ output: Int) -> [Block] {
            (0..<columns).map { column in
                Block((0..<16).map { bytes[(column * 16 + $0) * 2 + output] * scales[output] })
            }
        }
        (number, label) = (blocks(0), blocks(1))
    }

    func best(in cells: Cells) -> (number: Float, label: Float) {
        let inputs = cells.values.withUnsafeBytes { bytes in
            (0..<cells.columns).map { bytes.loadUnaligned(fromByteOffset: $0 * 64, as: Block.self) }
        }
        var best = (number: -Float.infinity, label: -Float.infinity)
        for x in 0..<cells.columns {
            let left = x - columns / 2
            var (numbers, labels) = (Block(), Block())
            for column in max(0, -left)..<min(columns, cells.columns - left) {
                numbers += number[column] * inputs[left + column]
                labels += label[column] * inputs[left + column]
            }
            best.number = max(best.number, numbers.sum() + biases[0])
            best.label = max(best.label, labels.sum() + biases[1])
        }
        return best
    }
}

/// The network's numbers, in the order in which the layers take them.
private struct Numbers {
    private let data: [UInt8]
    private var place = 0

    init(_ base64: String) { data = Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }

    mutating func floats(_ count: Int) -> [Float] {
        defer { place += 4 * count }
        return (0..<count).map { index in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[place + 4 * index + $1]) << (8 * $1) })
        }
    }

    mutating func bytes(_ count: Int) -> [Float] {
        defer { place += count }
        return data[place..<place + count].map { Float(Int8(bitPattern: $0)) }
    }
}
