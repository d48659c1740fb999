// The order of attempts on a page: cheap and promising ones before expensive and rare ones.
import Books
import Imaging
import ReadingExamples
import Testing

@testable import Reading

struct PagePlanTests {
    /// Long sides in pixels, and whether the page can be decoded at a reduced size, like a JPEG.
    private static let pages = [300, 700, 1600, 2500, 4000, 6000, 12_000].flatMap {
        [($0, true), ($0, false)]
    }

    private static func attempts(_ readers: Set<WitnessReader>, _ page: (longSide: Int, isJPEG: Bool))
        -> [Attempt]
    {
        PagePlan(readers, longSide: page.longSide) { side in
            page.isJPEG ? [8, 4, 2].first { page.longSide / $0 >= side } ?? 1 : 1
        }
        .attempts
    }

    private static func scale(_ attempt: Attempt) -> Double? {
        if case .bars(_, let scale) = attempt { scale } else { nil }
    }

    private static func line(_ attempt: Attempt) -> (directions: TextLineFinder.Directions, ink: Ink)? {
        if case .lines(_, let directions, let ink) = attempt { (directions, ink) } else { nil }
    }

    @Test(arguments: [[.ocr], [.barcode], [.ocr, .barcode]] as [Set<WitnessReader>], pages)
    func `tries small pictures before large ones, the whole one last`(
        readers: Set<WitnessReader>, page: (Int, Bool)
    ) {
        let attempts = Self.attempts(readers, page)
        let reductions = attempts.map(\.reduction)
        #expect(reductions == reductions.sorted(by: >))
        #expect(reductions.last == 1)
        for reduction in Set(reductions) {
            let scales = attempts.filter { $0.reduction == reduction }.compactMap(Self.scale)
            #expect(scales == Set(scales).sorted())
            #expect(scales.isEmpty || scales.last == 1)
        }
    }

    @Test(arguments: [[.ocr], [.barcode], [.ocr, .barcode]] as [Set<WitnessReader>], pages)
    func `tries bars before text, straight lines before slanted, dark ink before light`(
        readers: Set<WitnessReader>, page: (Int, Bool)
    ) throws {
        let attempts = Self.attempts(readers, page)
        for reduction in Set(attempts.map(\.reduction)) {
            let here = attempts.filter { $0.reduction == reduction }
            if let firstLine = here.firstIndex(where: { Self.line($0) != nil }) {
                #expect(here[firstLine...].allSatisfy { Self.scale($0) == nil })
            }
            let lines = here.compactMap(Self.line)
            if let slanted = lines.firstIndex(where: { $0.directions == .slanted }) {
                #expect(lines[slanted...].allSatisfy { $0.directions == .slanted })
                #expect(slanted > 0)
            }
            for directions in [TextLineFinder.Directions.straight, .slanted] {
                let inks = lines.filter { $0.directions == directions }.map(\.ink)
                #expect([[], [.dark], [.dark, .light]].contains(inks))
            }
        }
    }

    @Test(arguments: pages) func `seeks only bars for the bar reader`(page: (Int, Bool)) {
        let attempts = Self.attempts([.barcode], page)
        #expect(attempts.contains { Self.scale($0) != nil })
        for case .lines(_, let directions, let ink) in attempts {
            #expect(directions == .straight && ink == .dark)
        }
        for case .thumbnail in attempts { Issue.record("text is looked for") }
        for case .surroundings in attempts { Issue.record("text is looked for") }
    }

    @Test(arguments: pages) func `does not search bars for the text reader`(page: (Int, Bool)) {
        let attempts = Self.attempts([.ocr], page).filter {
            if case .otherLines = $0 { false } else { true }
        }
        #expect(attempts.allSatisfy { Self.line($0) != nil })
        let lines = attempts.compactMap(Self.line)
        #expect(lines.contains { $0.directions == .slanted } && lines.contains { $0.ink == .light })
    }

    @Test(arguments: pages) func `looks around bars in the picture that they were read in`(page: (Int, Bool))
    {
        let attempts = Self.attempts([.ocr, .barcode], page)
        for place in attempts.indices where Self.scale(attempts[place]) != nil {
            let reduction = attempts[place].reduction
            #expect(
                attempts[(place + 1)...].prefix(2) == [
                    .thumbnail(reduction: reduction), .surroundings(reduction: reduction),
                ])
        }
    }

    @Test(arguments: pages) func `tries nothing twice`(page: (Int, Bool)) {
        let attempts = Self.attempts([.ocr, .barcode], page).filter {
            switch $0 {
            case .thumbnail, .surroundings: false
            case .bars, .lines, .blurredBars, .otherBars, .otherLines, .labels, .title: true
            }
        }
        #expect(Set(attempts).count == attempts.count)
    }

    @Test func `reads bars of large photos in small pictures first`() {
        #expect(Self.attempts([.barcode], (4000, true)).first == .bars(reduction: 4, scale: 1))
        #expect(Self.attempts([.barcode], (4000, false)).first == .bars(reduction: 1, scale: 0.25))
        #expect(Self.attempts([.barcode], (500, true)).first == .bars(reduction: 1, scale: 1))
    }

    @Test(arguments: pages) func `titles are read last, and only if they are asked for`(page: (Int, Bool)) {
        let usual = Self.attempts([.ocr, .barcode], page)
        let attempts = Self.attempts([.ocr, .barcode, .title], page)
        #expect(Array(attempts.dropLast()) == usual)
        let title: Attempt? = if case .title? = attempts.last { attempts.last } else { nil }
        #expect(title != nil)
    }
}
