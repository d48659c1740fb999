// The layers of small convolutional networks over a line.
import Foundation
import Imaging

/// What is known of each place of a line, row by row.
struct Cells {
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
typealias Block = SIMD16<Float>

/// A convolution; what is negative becomes 0, save in a network's last one.
struct Layer: Sendable {
    private let rows: Int
    private let columns: Int
    private let inputs: Int
    private let outputs: Int
    private let stride: (rows: Int, columns: Int)
    private let above: Int
    /// Whether what is negative stays so.
    private let isLast: Bool
    private let biases: [Block]
    /// By block, row, column and input.
    private let weights: [Block]

    /// - Parameters:
    ///   - outputs: 8 or a multiple of 16.
    ///   - above: so many blank rows are added above; at the sides as many columns as keep the line's length.
    init(
        _ numbers: inout Numbers, rows: Int, columns: Int, inputs: Int, outputs: Int,
        stride: (rows: Int, columns: Int) = (1, 1), above: Int = 0, isLast: Bool = false
    ) {
        (self.rows, self.columns, self.inputs, self.outputs) = (rows, columns, inputs, outputs)
        (self.stride, self.above, self.isLast) = (stride, above, isLast)
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
        let (height, width) = (
            (cells.rows + 2 * above - rows) / stride.rows + 1, cells.columns / stride.columns
        )
        let total = height * width * outputs
        let values = [Float](unsafeUninitializedCapacity: total) { values, count in
            cells.values.withUnsafeBufferPointer { inputs in
                weights.withUnsafeBufferPointer { weights in
                    let out = UnsafeMutableRawBufferPointer(values)
                    for y in 0..<height {
                        for x in 0..<width {
                            for block in biases.indices {
                                let sum = sum(
                                    block, x * stride.columns, y * stride.rows, cells, inputs, weights)
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
        return isLast ? sum : sum.replacing(with: 0, where: sum .< 0)
    }
}

/// The network's numbers, in the order in which the layers take them.
struct Numbers {
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
