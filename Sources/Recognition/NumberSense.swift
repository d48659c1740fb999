// Whether a line can hold an ISBN, told from a glance: reading a line takes Tesseract some fifty times as long.
import Foundation
import Imaging

/// A small convolutional network; `scripts/training/number_sense.py` trains it.
///
/// A line of 16 × w pixels becomes 8 × w/2 cells of 8 numbers, 4 × w/4 of 16, w/4 of 32, then w/4 of 16, and in each
/// of these last columns two scores of what stands around it, of which the best counts.
package struct NumberSense: LineSense, Sendable {
    private let first: Layer<SIMD8<Float>>
    private let second: Layer<SIMD16<Float>>
    private let third: Layer<SIMD32<Float>>
    private let fourth: Layer<SIMD16<Float>>
    private let last: Layer<SIMD2<Float>>

    package init() {
        var numbers = Numbers(NumberSense.weights)
        first = Layer(&numbers, rows: 3, columns: 3, inputs: 1, stride: 2, above: 1)
        second = Layer(&numbers, rows: 3, columns: 3, inputs: 8, stride: 2, above: 1)
        third = Layer(&numbers, rows: 4, columns: 3, inputs: 16)
        fourth = Layer(&numbers, rows: 1, columns: 5, inputs: 32)
        last = Layer(&numbers, rows: 1, columns: 17, inputs: 16, isLast: true)
    }

    package func likelihood(of glance: LineGlance) -> LineLikelihood {
        let scores = last(fourth(third(second(first(Cells(glance)))))).values
        var (number, label) = (-Float.infinity, -Float.infinity)
        for place in stride(from: 0, to: scores.count, by: 2) {
            number = max(number, scores[place])
            label = max(label, scores[place + 1])
        }
        return LineLikelihood(number: NumberSense.share(number), label: NumberSense.share(label))
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

/// A convolution that gives as many numbers a cell as `Output` has; what is negative becomes 0.
private struct Layer<Output: SIMD & Sendable>: Sendable where Output.Scalar == Float {
    private let rows: Int
    private let columns: Int
    private let inputs: Int
    private let stride: Int
    private let above: Int
    private let lowest: Output
    private let bias: Output
    private let weights: [Output]

    /// - Parameters:
    ///   - above: so many blank rows are added above; at the sides as many columns as keep the line's length.
    ///   - isLast: negative values stay.
    init(
        _ numbers: inout Numbers, rows: Int, columns: Int, inputs: Int, stride: Int = 1, above: Int = 0,
        isLast: Bool = false
    ) {
        (self.rows, self.columns, self.inputs) = (rows, columns, inputs)
        (self.stride, self.above) = (stride, above)
        lowest = Output(repeating: isLast ? -.greatestFiniteMagnitude : 0)
        let scale: Output = numbers.floats()
        bias = numbers.floats()
        weights = (0..<rows * columns * inputs).map { _ in numbers.bytes() * scale }
    }

    func callAsFunction(_ cells: Cells) -> Cells {
        let (height, width) = ((cells.rows + 2 * above - rows) / stride + 1, cells.columns / stride)
        let outputs = Output.scalarCount
        let values = [Float](unsafeUninitializedCapacity: height * width * outputs) { values, count in
            cells.values.withUnsafeBufferPointer { cells_ in
                weights.withUnsafeBufferPointer { weights in
                    for y in 0..<height {
                        for x in 0..<width {
                            let sum = sum(around: x * stride, y * stride, cells, cells_, weights)
                            let place = (y * width + x) * outputs
                            for output in 0..<outputs { values[place + output] = sum[output] }
                        }
                    }
                }
            }
            count = height * width * outputs
        }
        return Cells(rows: height, columns: width, values: values)
    }

    @inline(__always)
    private func sum(
        around x: Int, _ y: Int, _ cells: Cells, _ values: UnsafeBufferPointer<Float>,
        _ weights: UnsafeBufferPointer<Output>
    ) -> Output {
        var sum = bias
        let left = x - columns / 2
        let within = max(0, -left)..<min(columns, cells.columns - left)
        for down in max(0, above - y)..<min(rows, cells.rows + above - y) {
            // Neighbouring cells lie one behind the other, as do their weights.
            let cell = ((y + down - above) * cells.columns + left) * inputs
            let weight = down * columns * inputs
            for index in within.lowerBound * inputs..<within.upperBound * inputs {
                sum += weights[weight + index] * values[cell + index]
            }
        }
        return sum.replacing(with: lowest, where: sum .< lowest)
    }
}

/// The network's numbers, in the order in which the layers take them.
private struct Numbers {
    private let data: Data
    private var place = 0

    init(_ base64: String) { data = Data(base64Encoded: base64) ?? Data() }

    mutating func floats<Output: SIMD>() -> Output where Output.Scalar == Float {
        var output = Output()
        for index in output.indices {
            let bits = data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            output[index] = Float(bitPattern: bits)
            place += 4
        }
        return output
    }

    mutating func bytes<Output: SIMD>() -> Output where Output.Scalar == Float {
        var output = Output()
        for index in output.indices {
            output[index] = Float(Int8(bitPattern: data[place]))
            place += 1
        }
        return output
    }
}
