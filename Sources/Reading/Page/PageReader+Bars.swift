// Barcodes of a page, where ZBar finds them or their shape shows.
import Books
import Foundation
import Imaging
import Recognition

extension PageReader {
    mutating func readBars(in view: PageView, scale: Double) {
        guard let scaled = view.picture.scaled(by: scale) else { return }
        let found = engines.bars.read(scaled, field: scale == 1 ? view.field : nil)
        debug?.write(found, in: scaled)
        for bars in found {
            let quad = bars.quad.scaled(by: 1 / scale)
            remember(quad.scaled(by: view.placement.scale))
            evidence.add(
                bars, scanLines: bars.quality, rotation: view.placement.turn(toRead: bars.degrees ?? 0),
                box: view.placement.upright(quad), addOn: addOn(of: bars, in: scaled))
            readOther(bars, in: scaled, box: view.placement.upright(quad))
        }
    }

    /// Labels that a house has put on its book.
    mutating func readLabels(in view: PageView) {
        for label in engines.bars.labels(in: view.picture) {
            guard let number = OtherNumber(.label, label.text) else { continue }
            evidence.add(
                OtherReading(
                    number: number, confidence: 0.99,
                    box: view.placement.upright(label.quad)))
        }
    }

    /// The five digits beside a book's bars, if they were not read at another size.
    private func addOn(of bars: ReadBars, in picture: GreyImage) -> String? {
        guard let isbn = bars.measuredDigits.flatMap({ UInt64($0) }).flatMap({ ISBN(value: $0) }),
            !evidence.hasAddOn(of: isbn)
        else { return nil }
        return engines.bars.addOn(of: bars, in: picture)
    }

    /// What bars say that are not a book's: serials, music, the UPC-A of paperbacks.
    mutating func readOther(_ bars: ReadBars, in picture: GreyImage, box: [PhotoPoint]) {
        guard bars.quality >= EvidenceRules.fewestScanLines, let digits = bars.measuredDigits,
            !evidence.showsOther(at: box)
        else { return }
        var number = OtherNumber(ean: digits)
        // An EAN-13 that begins with 0 is a UPC-A.
        if digits.hasPrefix("0"), let addOn = engines.bars.addOn(of: bars, in: picture) {
            number = OtherNumber(.upc, "\(digits.dropFirst())+\(addOn)")
        }
        guard let number else { return }
        evidence.add([OtherSighting(number: number, weakest: 1, confidence: 0.999, box: box)])
    }

    mutating func readBlurredBars(in view: PageView) {
        for bars in engines.blurredBars.read(view.picture, regions: view.field?.regions() ?? []) {
            evidence.add(
                bars, rotation: view.placement.turn(toRead: bars.degrees),
                box: view.placement.upright(bars.quad))
        }
    }

    /// Only once for a barcode that is read at several sizes.
    mutating func remember(_ quad: Quad) {
        let bounds = Bounds(quad)
        if !bars.contains(where: { Bounds($0).overlaps(bounds) }) { bars.append(quad) }
    }

    private static let mostBarBlocks = 4
    /// The width to which the narrowest bar is scaled, in pixels.
    private static let moduleWidth = 3.0

    /// Barcodes found by their shape, cropped and levelled: at any angle, and enlarged.
    mutating func readBars(_ blocks: [BarBlock], on sheet: Sheet) {
        if !blocks.isEmpty { hasUnreadBars = false }
        for block in blocks.prefix(PageReader.mostBarBlocks) {
            let box = sheet.upright(block.line.corners())
            if evidence.hasBars(at: box) { continue }
            if readBars(along: block.line, module: block.module, of: sheet, at: box) == false {
                hasUnreadBars = true
            }
        }
    }

    /// Reads bars in a strip that is cut out along them: levelled, and enlarged or reduced to one size.
    ///
    /// - Parameters:
    ///   - module: the width of the narrowest bar, in the sheet's pixels.
    ///   - region: where they are, in the upright photo.
    /// - Returns: whether there are any; `nil` if the strip can't be cut out.
    mutating func readBars(
        along line: TextLine, module: Double, of sheet: Sheet, at region: [PhotoPoint]
    ) -> Bool? {
        let scale = PageReader.moduleWidth / module
        guard let strip = sheet.strip(of: line, digitHeight: line.height * scale) else { return nil }
        let found = engines.bars.read(strip.image)
        debug?.write(found, in: strip.image)
        for bars in found { add(bars, in: strip, scale: scale, of: sheet, at: region) }
        return !found.isEmpty
    }

    /// Takes bars that were read in a strip of a sheet.
    ///
    /// - Parameters:
    ///   - scale: of the strip to the sheet.
    ///   - region: where they were sought, in the upright photo. It is longer than the bars, and may reach a neighbour.
    mutating func add(
        _ bars: ReadBars, in strip: LineStrip, scale: Double, of sheet: Sheet, at region: [PhotoPoint]
    ) {
        let line = strip.line
        var box = region
        if bars.measurement != nil, bars.box.left < bars.box.right {
            let (left, right) = (Double(bars.box.left), Double(bars.box.right))
            box = sheet.upright(line.corners(of: strip.part(atColumn: left)...strip.part(atColumn: right)))
        }
        // Rows that were made from the same row agree without being further evidence.
        evidence.add(
            bars, scanLines: Int(Double(bars.quality) / max(1, scale * sheet.factor)),
            rotation: sheet.placement.turn(toRead: (line.direction.degrees + (bars.degrees ?? 0)) % 360),
            box: box)
        readOther(bars, in: strip.image, box: box)
    }
}
