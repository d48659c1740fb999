// The layers of small convolutional networks for lines.
import CConvolution
import Foundation
import Imaging

/// Features for each position in a line, row by row.
struct FeatureMap {
    var rows: Int
    var columns: Int
    var values: [Float]

    /// The line's ink, 0…1, padded with blank columns to a multiple of four.
    init(_ line: LineThumbnail) {
        rows = LineThumbnail.height
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

/// A convolution followed by ReLU, except in a network's last layer.
struct Layer: Sendable {
    private let rows: Int
    private let columns: Int
    private let inputs: Int
    private let outputs: Int
    private let stride: (rows: Int, columns: Int)
    private let above: Int
    /// Whether it is without ReLU.
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

    func applied(to features: FeatureMap) -> FeatureMap {
        let (height, width) = (
            (features.rows + 2 * above - rows) / stride.rows + 1, features.columns / stride.columns
        )
        let total = height * width * outputs
        let values = [Float](unsafeUninitializedCapacity: total) { values, count in
            biases.withUnsafeBytes { biases in
                weights.withUnsafeBytes { weights in
                    var layer = ConvolutionLayer(
                        rows: Int32(rows), columns: Int32(columns), inputs: Int32(inputs),
                        outputs: Int32(outputs), row_stride: Int32(stride.rows),
                        column_stride: Int32(stride.columns), above: Int32(above),
                        keeps_negative: isLast ? 1 : 0,
                        biases: biases.assumingMemoryBound(to: Float.self).baseAddress,
                        weights: weights.assumingMemoryBound(to: Float.self).baseAddress)
                    convolution_apply(
                        &layer, features.values, Int32(features.rows), Int32(features.columns),
                        values.baseAddress)
                }
            }
            count = total
        }
        return FeatureMap(rows: height, columns: width, values: values)
    }
}

/// A network's weights, in the order in which the layers take them.
struct Numbers {
    private let data: [UInt8]
    private var place = 0

    init(_ bytes: UnsafePointer<UInt8>?, count: Int32) {
        data = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

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
