// Barcodes that were not found at first: of other books in the photo, or too small for how it was decoded.
import Books
import Imaging
import Recognition

extension PageReader {
    /// The maximum number of striped regions that are read in a view: beside a result, and without one.
    private static let (mostRegions, mostRegionsInVain) = (24, 8)
    /// Bars whose narrowest is less wide, in pixels, are legible in a larger picture.
    private static let smallModule = 2.2

    /// Barcodes found by their stripes: any number of them, at any angle, each enlarged or reduced to one size.
    mutating func readOtherBars(of view: PageView) throws(ScanError) {
        let known = bars.count
        timed(\.bars) { reader in
            let most =
                reader.evidence.isEnough ? PageReader.mostRegions : PageReader.mostRegionsInVain
            // Only stripes of about one width are seen in a picture: those of large bars in a small copy.
            let small = view.overview().flatMap { $0.factor < 1 ? $0 : nil }
            for sheet in [small, view.whole()].compactMap(\.self) {
                let field = sheet.factor < 1 ? BarField(of: sheet.picture) : view.field
                var left = most
                for region in field?.regions(isTrimmed: true) ?? [] where left > 0 {
                    if reader.readBars(region, on: sheet) { left -= 1 }
                }
            }
        }
        guard options.readers.contains(.ocr), evidence.isEnough else { return }
        for quad in bars[known...] { try readLines(around: quad, in: view) }
    }

    /// - Returns: whether bars were looked for; not where they were read before.
    private mutating func readBars(_ region: BarRegion, on sheet: Sheet) -> Bool {
        let box = sheet.upright(region.quad)
        if evidence.hasBars(at: box) { return false }
        let line = TextLine.bars(
            middle: region.middle, direction: region.direction, length: region.length, height: region.height)
        switch readBars(along: line, module: region.module, of: sheet, at: box) {
        case true?: remember(region.quad.scaled(by: sheet.placement.scale / sheet.factor))
        case false? where region.module / sheet.factor < PageReader.smallModule: hasSmallBars = true
        default: break
        }
        return true
    }
}
