// Decodes barcodes with ZBar.
import CZBar
import Foundation
import Imaging

/// Reads each picture with a new ZBar scanner: a scanner that is reused may join half a number from the last picture
/// with half of the next one's.
package struct BarReader {
    fileprivate typealias Place = (x: Int, y: Int)

    package init() {}

    /// Returns barcodes confirmed by their widths first, then by quality.
    ///
    /// - Parameter field: the picture's, if it is known already.
    package func read(_ picture: GreyImage, field: @autoclosure () -> BarField? = nil) -> [ReadBars] {
        picture.withRaster { read($0) { field() ?? BarField(of: $0) } } ?? []
    }

    private func read(_ picture: Raster, field: (Raster) -> BarField) -> [ReadBars] {
        // Scan lines take most of the time, and a few are enough for sharp bars.
        let (short, long) = (min(picture.width, picture.height), max(picture.width, picture.height))
        let wide = max(1, short / 90)
        let few = read(picture, spacing: wide)
        let sure = few.filter { $0.isConfirmed && $0.quality > 1 }
        if sure.contains(where: { 3 * $0.length > long }) { return few }
        // Other barcodes may be as small as those found.
        let narrow = max(1, short / (sure.isEmpty ? 500 : 250))
        if narrow == wide { return few }
        if !few.isEmpty { return read(picture, spacing: narrow) }
        // Most pictures show no bars at all, and more lines are only scanned where they may be.
        var found: [ReadBars] = []
        for region in field(picture).regions(isTrimmed: true, coherence: BarReader.leastCoherence) {
            for bars in read(picture, spacing: narrow, within: BarReader.box(around: region, in: picture))
            where !found.contains(where: { $0.digits == bars.digits && $0.overlaps(bars) }) {
                found.append(bars)
            }
        }
        return found.sorted(by: BarReader.isBetter)
    }

    /// The ends of low bars are edges in another direction.
    private static let leastCoherence: Float = 0.6

    /// The outermost bars may be faint.
    private static func box(around region: BarRegion, in picture: Raster) -> Box {
        let (bounds, margin) = (region.quad.bounds, 0.2 * region.length + 16)
        return (
            max(0, Int(bounds.left - margin)), max(0, Int(bounds.top - margin)),
            min(picture.width, Int(bounds.right + margin)), min(picture.height, Int(bounds.bottom + margin))
        )
    }

    /// Confirmed ones first.
    private static func isBetter(_ one: ReadBars, than other: ReadBars) -> Bool {
        (one.isConfirmed ? 1 : 0, one.quality) > (other.isConfirmed ? 1 : 0, other.quality)
    }

    /// The five digits of the add-on beside a barcode that was read in a picture; `nil` if there is none, or its reading
    /// direction is unknown.
    package func addOn(of bars: ReadBars, in picture: GreyImage) -> String? {
        guard let degrees = bars.degrees, let (part, bars) = bars.cut(from: picture, degrees: degrees) else {
            return nil
        }
        let spacing = max(1, min(part.width, part.height) / BarReader.addOnLines)
        return part.withRaster { read($0, spacing: spacing, [ZBAR_EAN13, ZBAR_EAN5]) }?.first {
            $0.digits.utf8.count == 5 && $0.quality >= BarReader.leastAddOnQuality
                && $0.isAddOn(of: bars, degrees: degrees)
        }?.digits
    }

    /// The number of scan lines across a barcode and its surroundings.
    private static let addOnLines = 100

    /// An add-on has a check digit, but its widths are not measured.
    private static let leastAddOnQuality = 4

    /// Labels that houses put on their books, in Code 39, Code 128, Codabar or QR.
    package func labels(in picture: GreyImage) -> [ReadLabel] {
        var found: [ReadLabel] = []
        picture.withRaster { raster in
            // Several lines must cross each of a square's corners.
            for (lines, types) in [(90, [ZBAR_CODE39, ZBAR_CODE128, ZBAR_CODABAR]), (600, [ZBAR_QRCODE])] {
                let spacing = max(1, min(raster.width, raster.height) / lines)
                scan(raster, spacing: spacing, types) { symbol, text in
                    if let label = ReadLabel(symbol, text) { found.append(label) }
                }
            }
        }
        return found
    }

    fileprivate typealias Box = (left: Int, top: Int, right: Int, bottom: Int)

    /// - Parameters:
    ///   - spacing: the distance between scan lines, in pixels.
    ///   - box: the part to scan; `nil` for everything.
    private func read(
        _ picture: Raster, spacing: Int, _ types: [zbar_symbol_type_t] = [ZBAR_EAN13], within box: Box? = nil
    ) -> [ReadBars] {
        var found: [ReadBars] = []
        scan(picture, spacing: spacing, types, within: box) { symbol, text in
            found += BarReader.bars(symbol, text, in: picture)
        }
        return found.sorted(by: BarReader.isBetter)
    }

    /// Passes on each symbol of some types, with its text.
    private func scan(
        _ picture: Raster, spacing: Int, _ types: [zbar_symbol_type_t], within box: Box? = nil,
        _ body: (OpaquePointer, String) -> Void
    ) {
        guard let image = zbar_image_create() else { return }
        defer { zbar_image_destroy(image) }
        guard let scanner = zbar_image_scanner_create() else { return }
        defer { zbar_image_scanner_destroy(scanner) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        for type in types { zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1) }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, Int32(spacing))
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, Int32(spacing))
        zbar_image_set_format(image, 0x3030_3859)  // "Y800"
        zbar_image_set_size(image, UInt32(picture.width), UInt32(picture.height))
        zbar_image_set_data(image, picture.pixels.baseAddress, UInt(picture.pixels.count), nil)
        if let box {
            zbar_image_set_crop(
                image, UInt32(box.left), UInt32(box.top), UInt32(box.right - box.left),
                UInt32(box.bottom - box.top))
        }
        guard zbar_scan_image(scanner, image) > 0 else { return }
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol {
            if types.contains(zbar_symbol_get_type(current)), let text = zbar_symbol_get_data(current) {
                body(current, String(cString: text))
            }
            symbol = zbar_symbol_next(current)
        }
    }

    /// The pixels at which ZBar found a symbol.
    fileprivate static func places(of symbol: OpaquePointer) -> [Place] {
        (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            (Int(zbar_symbol_get_loc_x(symbol, index)), Int(zbar_symbol_get_loc_y(symbol, index)))
        }
    }

    /// Usually one; several if the same bars are at several places, as on a pile of one book: ZBar gives a number once, with
    /// all positions at which it found it.
    private static func bars(_ symbol: OpaquePointer, _ digits: String, in raster: Raster) -> [ReadBars] {
        var rest = places(of: symbol)
        let degrees: Int? =
            switch zbar_symbol_get_orientation(symbol) {
            case ZBAR_ORIENT_UP: 0
            case ZBAR_ORIENT_RIGHT: 90
            case ZBAR_ORIENT_DOWN: 180
            case ZBAR_ORIENT_LEFT: 270
            default: nil
            }
        var whole = ReadBars(
            digits: digits, quality: Int(zbar_symbol_get_quality(symbol)), degrees: degrees,
            box: box(around: rest))
        measure(&whole, in: raster)
        guard whole.isConfirmed, let module = whole.measurement?.module else { return [whole] }
        let length = module * Double(EANPattern.width)
        var found: [ReadBars] = []
        while let start = rest.first {
            let near = rest.filter {
                Double(max(abs($0.x - start.x), abs($0.y - start.y))) <= mostApart * length
            }
            if found.isEmpty, near.count == rest.count { break }
            var one = whole
            (one.degrees, one.box) = (nil, box(around: near))
            let areColumns = measure(&one, in: raster, near: start, length)
            let lines = Set(
                rest.filter { one.distance(to: $0) < length / 4 }.map { areColumns == true ? $0.x : $0.y })
            let isAnother =
                one.isConfirmed && lines.count >= fewestLines && !found.contains { $0.overlaps(one) }
            if isAnother {
                // Only the first one's direction is known; most others lie the same way.
                if areColumns == whole.degrees.map({ $0 % 180 == 90 }) { one.degrees = whole.degrees }
                found.append(one)
            }
            // Halves of other bars may have been joined to the same number.
            rest.removeAll { place in
                isAnother && one.distance(to: place) < length
                    || hypot(Double(place.x - start.x), Double(place.y - start.y)) < length / 4
            }
        }
        return found.count > 1 ? found : [whole]
    }

    /// How far apart positions of one symbol are at most, in its lengths.
    private static let mostApart = 1.25
    /// The number of scan lines at each of several places.
    private static let fewestLines = 2

    fileprivate static func box(around places: [Place]) -> Box {
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        return (xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0)
    }

    /// Measures bars, which also says more exactly where they are.
    ///
    /// - Parameters:
    ///   - start: an end of the bars; they may be anywhere if it is `nil`.
    ///   - length: of the bars, in pixels.
    /// - Returns: whether they read from top to bottom or upwards; `nil` if they can't be measured.
    @discardableResult
    private static func measure(
        _ read: inout ReadBars, in raster: Raster, near start: Place? = nil, _ length: Double = 0
    ) -> Bool? {
        read.measurement = nil
        guard let (measurement, areColumns) = measured(read, in: raster, near: start, length) else {
            return nil
        }
        read.measurement = measurement
        // ZBar often returns the position of only one half.
        let (first, last) = (Int(measurement.ends.lowerBound), Int(measurement.ends.upperBound))
        if areColumns {
            (read.box.top, read.box.bottom) = (max(first, 0), min(last, raster.height))
            (read.box.left, read.box.right) = trimmed(read.box.left, read.box.right, to: measurement.rows)
        } else {
            (read.box.left, read.box.right) = (max(first, 0), min(last, raster.width))
            (read.box.top, read.box.bottom) = trimmed(read.box.top, read.box.bottom, to: measurement.rows)
        }
        return areColumns
    }

    /// ZBar joins a half of one symbol with the half of another above or below it whose other half is the same, as on books of
    /// one publisher, and places the number at both.
    private static func trimmed(_ start: Int, _ end: Int, to rows: Range<Int>) -> (Int, Int) {
        let isOfTwo = Double(rows.count) < mostOfTwo * Double(end - start)
        return isOfTwo ? (max(start, rows.lowerBound), min(end, rows.upperBound)) : (start, end)
    }

    /// The part of a place that one of two symbols has at most.
    private static let mostOfTwo = 0.6

    private static func measured(
        _ bars: ReadBars, in raster: Raster, near start: Place?, _ length: Double
    ) -> (measurement: BarMeasurement, areColumns: Bool)? {
        guard let pattern = EANPattern(bars.digits) else { return nil }
        for areColumns in bars.degrees.map({ [$0 % 180 == 90] }) ?? [false, true] {
            let across = areColumns ? bars.box.left...bars.box.right : bars.box.top...bars.box.bottom
            let along = areColumns ? bars.box.top...bars.box.bottom : bars.box.left...bars.box.right
            var lines = ScanLines(
                areColumns: areColumns,
                range: max(
                    0, across.lowerBound - around)..<min(
                        areColumns ? raster.width : raster.height, across.upperBound + around + 1),
                pivot: (along.lowerBound + along.upperBound) / 2)
            if let start {
                let end = Double(areColumns ? start.y : start.x)
                lines.middles = end - 0.75 * length...end + 0.75 * length
            }
            for (slope, reach) in attempts {
                (lines.slope, lines.reach) = (slope, reach)
                if let found = BarMeasurement(of: pattern, in: raster, along: lines) {
                    return (found, areColumns)
                }
            }
        }
        return nil
    }

    /// In pixels: how far beside ZBar's scan lines bars are searched.
    private static let around = 4
    /// Lines as ZBar scans them; thicker ones, with less noise; and slanted ones, because ZBar joins the halves of a
    /// barcode that no horizontal line crosses completely.
    private static let attempts = [(0.0, 0), (0, 2), (0.18, 1), (-0.18, 1), (0.36, 1), (-0.36, 1)]
}

/// A code with a text, which is no barcode of a trade item.
package struct ReadLabel: Sendable {
    package var text: String
    /// A box around the positions where it was found, in the picture's pixels.
    package var quad: Quad

    /// Fewer scan lines may have joined parts of other bars. Code 128 has a check character, and QR corrects errors.
    private static let (fewestLines, fewestCheckedLines) = (3, 2)
    /// Shorter texts are found in patterns that are no codes.
    private static let (shortest, shortestChecked) = (4, 2)

    /// - Returns: `nil` if it is not sure.
    fileprivate init?(_ symbol: OpaquePointer, _ text: String) {
        let type = zbar_symbol_get_type(symbol)
        let isChecked = type == ZBAR_CODE128
        // The letters at both ends of a Codabar are no part of the number.
        self.text = type == ZBAR_CODABAR ? String(text.dropFirst().dropLast()) : text
        if type != ZBAR_QRCODE {
            guard
                zbar_symbol_get_quality(symbol) >= (isChecked ? Self.fewestCheckedLines : Self.fewestLines),
                self.text.count >= (isChecked ? Self.shortestChecked : Self.shortest)
            else { return nil }
        }
        let places = BarReader.places(of: symbol)
        if places.isEmpty { return nil }
        quad = Quad(BarReader.box(around: places))
    }
}

/// A decoded EAN-13, or the add-on of one.
package struct ReadBars: Sendable {
    /// Thirteen digits with a valid check digit; five of an add-on.
    package var digits: String
    /// How many scan lines agreed on it; if the same bars are at several places, all together.
    package var quality: Int
    /// The reading direction, clockwise from left to right: 0, 90, 180 or 270; `nil` if unknown.
    package var degrees: Int?
    /// A box around the positions where it was found: left, top, right, bottom in the picture's pixels. If the bars
    /// could be measured, it extends from the first to the last.
    package var box: (left: Int, top: Int, right: Int, bottom: Int)
    /// The measured bar widths; `nil` if they could not be measured.
    package var measurement: BarMeasurement?

    /// Whether the widths fit this number and no other.
    package var isConfirmed: Bool { measurement.map { $0.isSure && $0.likeliest == digits } ?? false }

    /// The number that the widths fit and no other, which may differ from the decoded one; `nil` if there is none.
    package var measuredDigits: String? { measurement.flatMap { $0.isSure ? $0.likeliest : nil } }

    /// Whether it lies behind another barcode in its reading direction: ZBar gives the place of its end.
    fileprivate func isAddOn(of bars: ReadBars, degrees: Int) -> Bool {
        let isUpright = degrees % 180 == 0
        let (ours, theirs) = (isUpright ? box : turned(box), isUpright ? bars.box : turned(bars.box))
        let gap = degrees < 180 ? ours.left - theirs.right : theirs.left - ours.right
        let reach = theirs.right - theirs.left
        return -reach / 10...reach * 3 / 4 ~= gap && ours.top <= theirs.bottom && theirs.top <= ours.bottom
    }

    /// From its box, in pixels; 0 in it.
    fileprivate func distance(to place: BarReader.Place) -> Double {
        hypot(
            Double(max(0, box.left - place.x, place.x - box.right)),
            Double(max(0, box.top - place.y, place.y - box.bottom)))
    }

    fileprivate func overlaps(_ bars: ReadBars) -> Bool {
        box.left < bars.box.right && bars.box.left < box.right && box.top < bars.box.bottom
            && bars.box.top < box.bottom
    }

    /// The part of a picture with the barcode and with what may lie behind it, and the barcode's place there.
    fileprivate func cut(from picture: GreyImage, degrees: Int) -> (GreyImage, ReadBars)? {
        let (near, far) = (length / 3, length)
        let left = max(0, box.left - (degrees == 180 ? far : near))
        let top = max(0, box.top - (degrees == 270 ? far : near))
        let right = min(picture.width, box.right + (degrees == 0 ? far : near))
        let bottom = min(picture.height, box.bottom + (degrees == 90 ? far : near))
        guard right > left, bottom > top,
            let part = picture.cropped(x: left, y: top, width: right - left, height: bottom - top)
        else { return nil }
        var bars = self
        bars.box = (box.left - left, box.top - top, box.right - left, box.bottom - top)
        return (part, bars)
    }

    private func turned(_ box: BarReader.Box) -> BarReader.Box { (box.top, box.left, box.bottom, box.right) }

    package var quad: Quad { Quad(box) }

    /// The longer side of the box, in pixels.
    var length: Int { max(box.right - box.left, box.bottom - box.top) }
}

extension Quad {
    fileprivate init(_ box: BarReader.Box) {
        self.init(
            left: Double(box.left), top: Double(box.top), right: Double(box.right), bottom: Double(box.bottom)
        )
    }
}
