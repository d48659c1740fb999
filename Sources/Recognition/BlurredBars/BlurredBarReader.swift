// Reads book barcodes that are too blurred for edges to be visible. The symbol of the whole number is deformed and
// blurred until it matches; the best number must match far better than every other.
import Books
import Foundation
import Imaging

/// Reads barcodes that nothing else could, some twenty times slower than `BarReader`.
///
/// Based on Gallo and Manduchi, *Reading 1-D barcodes with mobile phones using deformable templates*, TPAMI 2011,
/// with the symbol's blur and ink spread as further unknowns, and with only those numbers as candidates that have the
/// prefix, check digit and registered range of a book.
package struct BlurredBarReader {
    package init() {}

    /// The maximum number of regions to read; barcodes have more contrast than most other stripes.
    private static let mostRegions = 2
    /// The number of turning points in the profile of a symbol: blur merges bars, and other bars may be next to it.
    private static let turns = 9...72

    /// - Parameter regions: of the picture, the likeliest first.
    package func read(_ picture: GreyImage, regions: [BarRegion]) -> [BlurredBars] {
        picture.withRaster { raster in
            regions.prefix(BlurredBarReader.mostRegions).compactMap { region in
                bars(in: BarRows(of: region, in: raster), of: region)
            }
        } ?? []
    }

    private func bars(in rows: BarRows, of region: BarRegion) -> BlurredBars? {
        for profile in rows.profiles() where BlurredBarReader.turns.contains(profile.turns) {
            for isReversed in [false, true] {
                let ordered = isReversed ? profile.reversed() : profile
                guard
                    let symbol = BlurredSymbol(
                        in: ordered, length: region.length * rows.density), symbol.isSure
                else { continue }
                let (first, last) = symbol.ends
                let count = Double(profile.count)
                return BlurredBars(
                    isbn: symbol.isbn,
                    degrees: (region.direction.degrees + (isReversed ? 180 : 0)) % 360,
                    quad: isReversed
                        ? rows.quad(from: count - last, to: count - first) : rows.quad(from: first, to: last))
            }
        }
        return nil
    }
}

/// A book's number that is the only one to match blurred bars.
package struct BlurredBars: Sendable {
    package let isbn: ISBN
    /// The reading direction, clockwise from left to right.
    package let degrees: Int
    /// Around the bars, in the picture's pixels.
    package let quad: Quad
}

/// The number that matches a profile best, and how much better than others.
struct BlurredSymbol {
    let isbn: ISBN
    /// The standard deviation of the blur, in modules.
    let blur: Float
    /// The share of the profile's variation that it explains, up to 1.
    let explained: Float
    /// The natural logarithm of how much likelier it is than the next ISBN, and than the likeliest other EAN-13.
    let (odds, oddsAgainstOthers): (Float, Float)
    /// How much larger the largest residual of a digit is than the mean: 2 to 3, and more if a stripe or a crease
    /// hides its bars.
    let concentration: Float
    /// The first and last edge, in the profile's samples.
    let ends: (first: Double, last: Double)

    /// On `scripts/stress` and photos without book barcodes, 440 profiles led to a wrong number; none of these with
    /// such blur had odds above 8, and half as many had odds above x + 2.5 as above x. The odds assume noise that is
    /// spread evenly; of bars under a stripe, 6 of 600 had odds above 16 for a wrong number.
    var isSure: Bool {
        let weight = min(1, BlurredSymbol.usualConcentration / max(concentration, 1))
        return weight * min(odds, oddsAgainstOthers) >= BlurredSymbol.sureOdds
            && blur <= BlurredSymbol.mostBlur && explained >= BlurredSymbol.leastExplained
    }

    private static let sureOdds: Float = 20
    private static let usualConcentration: Float = 2.5
    private static let mostBlur: Float = 1.9
    private static let leastExplained: Float = 0.93
    /// The number of independent samples of a symbol, whose odds are multiplied: about one for every two modules.
    private static let looks: Float = 50
    private static let (rivals, rivalsOfOthers) = (16, 2)

    /// `nil` if nothing resembles a book's symbol, or it is clear that the number can't be certain.
    init?(in profile: [Float], length: Double) {
        let guesses = SymbolSearch(in: profile, length: length).guesses()
        let fits = guesses.compactMap { BlurredSymbol.fit($0, in: profile) }
        guard let lead = fits.min(by: { $0.cost < $1.cost })?.improved(on: profile, rounds: 6) else {
            return nil
        }
        let next = fits.filter { $0.digits != lead.digits }.map(\.cost).min() ?? .infinity
        // A number that is not certain need not be compared with more candidates.
        guard lead.shape.blur <= BlurredSymbol.mostBlur, lead.explained >= BlurredSymbol.leastExplained,
            BlurredSymbol.looks * log(next / lead.cost) >= BlurredSymbol.sureOdds
        else { return nil }
        let templates = DigitTemplates(lead.shape)
        let costs = templates.costs(of: lead.darkness, first: 9)
        var books = [lead] + fits.filter { $0.digits != lead.digits }
        for digits in NumberSearch.books.best(costs, count: BlurredSymbol.rivals)
        where !books.contains(where: { $0.digits == digits }) {
            guard let fit = SymbolFit(digits, in: profile, at: lead.place, lead.shape) else { continue }
            books.append(fit.improved(on: profile, rounds: 3))
        }
        books.sort { $0.cost < $1.cost }
        guard let best = books.first?.improved(on: profile, rounds: 4),
            let value = UInt64(best.digits.map(String.init).joined()), let isbn = ISBN(value: value),
            isbn.isRegistered
        else { return nil }
        self.isbn = isbn
        blur = best.shape.blur
        explained = best.explained
        ends = (best.place.sample(at: 0), best.place.sample(at: Double(EANPattern.width)))
        let second = books.dropFirst().map(\.cost).min() ?? .infinity
        odds = BlurredSymbol.looks * log(second / best.cost)
        let others = BlurredSymbol.costOfOthers(in: profile, best, lead.darkness, templates)
        oddsAgainstOthers = BlurredSymbol.looks * log(others / best.cost)
        let residuals = best.residuals
        concentration = (residuals.max() ?? 0) / max(residuals.reduce(0, +) / Float(residuals.count), 1e-9)
    }

    /// Improves a guess and decodes it again, until both agree; `nil` if the check digit stays wrong.
    private static func fit(_ guess: SymbolGuess, in profile: [Float]) -> SymbolFit? {
        let shape = BlurredShape(blur: guess.blur, spread: 0)
        guard var fit = SymbolFit(guess.digits, in: profile, at: guess.place, shape) else { return nil }
        fit = fit.improved(on: profile, rounds: 3)
        for _ in 0..<4 {
            let costs = DigitTemplates(fit.shape).costs(of: fit.darkness, first: 9)
            guard let digits = NumberSearch.books.best(costs, count: 1).first, digits != fit.digits,
                let next = SymbolFit(digits, in: profile, at: fit.place, fit.shape)?
                    .improved(on: profile, rounds: 4)
            else { break }
            if next.cost >= fit.cost, EANPattern.hasCheckDigit(fit.digits) { break }
            fit = next
        }
        return EANPattern.hasCheckDigit(fit.digits) ? fit : nil
    }

    /// The residual of the likeliest EAN-13 that is not a book's.
    private static func costOfOthers(
        in profile: [Float], _ best: SymbolFit, _ darkness: [Module], _ templates: DigitTemplates
    ) -> Float {
        var least = Float.infinity
        for first in 0...9 {
            let costs = templates.costs(of: darkness, first: first)
            for digits in NumberSearch.any(first: first).best(costs, count: rivalsOfOthers)
            where !(digits[0] == 9 && digits[1] == 7 && digits[2] >= 8) {
                guard let fit = SymbolFit(digits, in: profile, at: best.place, best.shape) else { continue }
                least = min(least, fit.improved(on: profile, rounds: 2).cost)
            }
        }
        return least
    }
}

extension [Float] {
    /// How often it turns between rising and falling by more than a small part of its range.
    fileprivate var turns: Int {
        guard let low = self.min(), let high = self.max() else { return 0 }
        let (least, first) = ((high - low) * 0.04, self[0])
        var (count, extreme, isRising) = (0, first, true)
        for value in self {
            if isRising ? value > extreme : value < extreme {
                extreme = value
            } else if abs(value - extreme) > least {
                (count, extreme) = (count + 1, value)
                isRising.toggle()
            }
        }
        return count
    }
}
