// Barcodes as read from an ideal print.
@testable import Imaging
@testable import Recognition

extension ReadBars {
    /// - Parameters:
    ///   - digits: as drawn, with four pixels per module.
    ///   - misread: the digits that were read, if they differ.
    ///   - isMeasured: whether their widths were measured.
    static func drawn(_ digits: String, readAs misread: String? = nil, isMeasured: Bool = true) -> ReadBars {
        let read = misread ?? digits
        var bars = ReadBars(digits: read, quality: 40, degrees: 0, box: (60, 0, 440, 39))
        guard isMeasured, let drawn = EANPattern(digits), let pattern = EANPattern(read) else { return bars }
        let darkness = BarModel(spread: 0, blur: 0.35).darkness(of: drawn.edges, in: 0..<BarProfile.count)
        let row = (0..<500).map { x -> UInt8 in
            let sample = BarProfile.sample(at: Double(x) / 4 - 15)
            return 220 - UInt8(180 * max(0, darkness.indices.contains(sample) ? darkness[sample] : 0))
        }
        bars.measurement = [[UInt8]](repeating: row, count: 40).flatMap { $0 }.withUnsafeBufferPointer {
            BarMeasurement(
                of: pattern, in: Raster(pixels: $0, width: 500, height: 40),
                along: ScanLines(areColumns: false, range: 0..<40, pivot: 0))
        }
        return bars
    }
}
