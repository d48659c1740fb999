// The charts at the top of a report, drawn as SVG: the outcomes of a run, in total and along the run, and the times
// of its photos.
import Books
import Formatting
import Foundation
import Translation

struct ReportCharts {
    let counts: RunCounts
    let language: Language

    var html: String { "\(outcomes)\n\(times)" }

    // MARK: Outcomes

    private var outcomes: String {
        let total = max(1, counts.total)
        let legend = zip(ScanStatus.allCases, counts.outcomes).map { status, count in
            let share = language.number(Double(count) / Double(total) * 100, digits: 1)
            return
                #"<li><span class="dot \#(status)"></span><b>\#(language.number(count))</b> \#(language(status.words)) <span>\#(share) %</span></li>"#
        }
        let words = zip(ScanStatus.allCases, counts.outcomes).map {
            "\(language.number($1)) \(language($0.words))"
        }
        return """
            <figure><figcaption>\(language("Outcomes")) <span>\(language("in all, and along the run"))</span></figcaption>
            <svg viewBox="0 0 720 156" role="img" aria-label="\(language("Outcomes: \(words.joined(separator: ", "))"))">
            \(bar(y: 0, height: 34))
            \(strip(y: 52, height: 84))
            <text x="0" y="150">\(language("first photo"))</text><text x="720" y="150" text-anchor="end">\(language("last photo"))</text>
            </svg>
            <ul class="legend">\(legend.joined())</ul></figure>
            """
    }

    private func bar(y: Int, height: Int) -> String {
        var x = 0.0
        return zip(ScanStatus.allCases, counts.outcomes).map { status, count in
            let width = 720 * Double(count) / Double(max(1, counts.total))
            defer { x += width }
            return count == 0 ? "" : Self.rectangle(status, x, Double(y), width, Double(height))
        }.joined()
    }

    /// One column per stretch of the run, stacked by outcome.
    private func strip(y: Int, height: Int) -> String {
        let width = 720 / Double(max(1, counts.stretches.count))
        return counts.stretches.enumerated().map { place, outcomes in
            let total = Double(max(1, outcomes.reduce(0, +)))
            var bottom = Double(y + height)
            return zip(ScanStatus.allCases, outcomes).map { status, count in
                let tall = Double(height) * Double(count) / total
                bottom -= tall
                return count == 0
                    ? ""
                    : Self.rectangle(status, Double(place) * width, bottom, width - min(1, width / 5), tall)
            }.joined()
        }.joined()
    }

    // MARK: Times

    private static let (left, floor, ceiling) = (8.0, 184.0, 18.0)

    private var times: String {
        let bars = counts.timeBars
        let (median, late) = (counts.time(below: 0.5), counts.time(below: 0.95))
        let words = language("median \(words(median)), 95 % within \(words(late))")
        return """
            <figure><figcaption>\(language("Time per photo")) <span>\(counts.total == 0 ? language("no photos read") : words)</span></figcaption>
            <svg viewBox="0 0 720 206" role="img" aria-label="\(language("Times: \(words)"))">
            <line class="rule" x1="0" x2="720" y1="\(Self.floor)" y2="\(Self.floor)"/>
            \(columns(bars))
            \(ticks(bars))
            \(bars.isEmpty ? "" : mark(median, language("median"), bars) + mark(late, "95 %", bars))
            </svg></figure>
            """
    }

    private func columns(_ bars: [(from: Double, outcomes: RunCounts.Outcomes)]) -> String {
        let most = Double(max(1, bars.map { $0.outcomes.reduce(0, +) }.max() ?? 1))
        let width = Self.width(bars.count)
        return bars.enumerated().map { place, bar in
            var bottom = Self.floor
            return zip(ScanStatus.allCases, bar.outcomes).map { status, count in
                let tall = (Self.floor - Self.ceiling) * Double(count) / most
                bottom -= tall
                return count == 0
                    ? "" : Self.rectangle(status, Self.left + Double(place) * width, bottom, width - 2, tall)
            }.joined()
        }.joined()
    }

    /// At 1, 10, 100 ms and so on, and at the first and last bar.
    private func ticks(_ bars: [(from: Double, outcomes: RunCounts.Outcomes)]) -> String {
        let width = Self.width(bars.count)
        return bars.enumerated().map { place, bar in
            let exponent = log10(bar.from)
            guard abs(exponent - exponent.rounded()) < 0.01 || place == 0 else { return "" }
            let x = Self.left + Double(place) * width
            return #"<text x="\#(Self.digits(x))" y="201">\#(words(bar.from))</text>"#
        }.joined()
    }

    private func mark(
        _ time: Double, _ name: String, _ bars: [(from: Double, outcomes: RunCounts.Outcomes)]
    ) -> String {
        guard let first = bars.first?.from else { return "" }
        let place = log10(max(time, first) / first) * 5
        let x = min(716, Self.left + place * Self.width(bars.count))
        let anchor = x > 640 ? "end" : "start"
        let at = Self.digits(x + (x > 640 ? -4 : 4))
        return
            #"<line class="mark" x1="\#(Self.digits(x))" x2="\#(Self.digits(x))" y1="2" y2="\#(Self.floor)"/><text x="\#(at)" y="11" text-anchor="\#(anchor)">\#(name)</text>"#
    }

    private static func width(_ count: Int) -> Double { min(80, (720 - 2 * left) / Double(max(1, count))) }

    private static func rectangle(
        _ status: ScanStatus, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) -> String {
        #"<rect class="\#(status)" x="\#(digits(x))" y="\#(digits(y))" width="\#(digits(width))" height="\#(digits(height))"/>"#
    }

    private static func digits(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    /// `61 ms`, `1.2 s`.
    private func words(_ milliseconds: Double) -> String {
        if milliseconds >= 1000 { return "\(language.number(milliseconds / 1000, digits: 1)) s" }
        return "\(language.number(milliseconds, digits: milliseconds < 10 ? 1 : 0)) ms"
    }
}
