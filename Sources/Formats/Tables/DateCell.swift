// Parses dates in cells, whose format depends on the program and country.
import Books
import Foundation

enum DateCell: Hashable {
    /// - Parameter isDayFirst: whether the day is before the month; `nil` if the cell does not show that.
    case date(PartialDate, isDayFirst: Bool?)
    /// A date such as `03/04/2021`, whose month is ambiguous.
    case either(dayFirst: PartialDate, monthFirst: PartialDate)
    /// Not a date, or one in the future.
    case unknown

    init(_ cell: String) {
        let text = cell.trimmingCharacters(in: Self.wrapping)
        let parsed = Self.yearFirst(text) ?? Self.yearLast(text) ?? Self.named(text) ?? .unknown
        self =
            switch parsed {
            case .date(let date, _) where date.isInFuture: .unknown
            case .either(let date, let other) where date.isInFuture && other.isInFuture: .unknown
            case .either(let date, let other) where date.isInFuture: .date(other, isDayFirst: false)
            case .either(let date, let other) where other.isInFuture: .date(date, isDayFirst: true)
            default: parsed
            }
    }

    /// Known even if the month is not.
    var year: Int? {
        switch self {
        case .date(let date, _), .either(let date, _): Int(date.description.prefix(4))
        case .unknown: nil
        }
    }

    private static let wrapping = CharacterSet(charactersIn: "[]()\"'").union(.whitespacesAndNewlines)

    /// `2021`, `2021-03`, `2021/3/14`, `2021. 3. 14.`, `20210314`, `2021年3月14日`, optionally followed by a time.
    private static func yearFirst(_ text: String) -> DateCell? {
        let match =
            text.wholeMatch(
                of: /(\d{4})(?:[\-\/.]\s?(\d{1,2})(?:[\-\/.]\s?(\d{1,2})\.?)?)?(?:[T\s]\s*\d{1,2}:.*)?/)
            ?? text.wholeMatch(of: /(\d{4})\s?[年년](?:\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?)?/)
        if let match {
            let (_, year, month, day) = match.output
            return date(year, month, day)
        }
        return text.wholeMatch(of: /(\d{4})(\d\d)(\d\d)/).flatMap { date($0.1, $0.2, $0.3) }
    }

    /// `14/03/2021`, `14.03.2021`, `3/14/2021`, `03/2021`, `14.3.21`, `3/14/21`, optionally followed by a time.
    private static func yearLast(_ text: String) -> DateCell? {
        if let match = text.wholeMatch(of: /(\d{1,2})[\-\/.]\s?(\d{4})/) {
            return date(match.2, match.1, nil)
        }
        let form = /(\d{1,2})([\-\/.])\s?(\d{1,2})[\-\/.]\s?(\d{4}|\d\d)(?:[T\s,]\s*\d{1,2}:.*)?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        let year = fullYear(match.4)
        // `14/03/21` may begin with the year.
        if match.2 != ".", match.1.count == 2, match.4.count == 2,
            PartialDate(fullYear(match.1), match.3, match.4) != nil
        {
            return nil
        }
        let dayFirst = PartialDate(year, match.3, match.1)
        let monthFirst = PartialDate(year, match.1, match.3)
        // With points between the numbers, the day is always first.
        guard match.2 != ".", let dayFirst, let monthFirst else {
            return dayFirst.map { .date($0, isDayFirst: true) }
                ?? (match.2 == "." ? nil : monthFirst.map { .date($0, isDayFirst: false) })
        }
        return dayFirst == monthFirst
            ? .date(dayFirst, isDayFirst: nil) : .either(dayFirst: dayFirst, monthFirst: monthFirst)
    }

    /// One of two digits is the latest one that is not in the future.
    private static func fullYear(_ digits: Substring) -> Substring {
        guard digits.count < 3, let year = Int(digits) else { return digits }
        let this = Calendar(identifier: .gregorian).component(.year, from: .now)
        let century = this - this % 100
        return "\(century + year > this ? century - 100 + year : century + year)"
    }

    /// `March 2021`, `14 March 2021`, `Mar 14, 2021`, `14. März 2021`, `14 de marzo de 2021`, `14-Mar-21`.
    private static func named(_ text: String) -> DateCell? {
        let words = text.split { !$0.isLetter }.map { MonthNames.folded($0) }
        let months = words.compactMap { MonthNames.months[$0] }
        let numbers = text.split { !$0.isNumber }
        guard months.count == 1, let month = months.first, (1...2).contains(numbers.count) else { return nil }
        if let year = numbers.first(where: { $0.count == 4 }) {
            return date(year, "\(month)", numbers.first { $0.count < 3 })
        }
        guard let match = text.wholeMatch(of: /(\d{1,2})\D+(\d\d)/) else { return nil }
        return date(fullYear(match.2), "\(month)", match.1)
    }

    private static func date(
        _ year: Substring, _ month: Substring?, _ day: Substring?
    ) -> DateCell? {
        PartialDate(year, month, day).map { .date($0, isDayFirst: nil) }
    }
}

extension PartialDate {
    fileprivate init?(_ year: Substring, _ month: Substring?, _ day: Substring?) {
        guard let year = Int(year) else { return nil }
        self.init(year: year, month: month.flatMap { Int($0) }, day: day.flatMap { Int($0) })
    }
}

/// The names of the months in languages that are common in tables.
private enum MonthNames {
    static func folded(_ word: some StringProtocol) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// 1…12 by name and abbreviation, without words that mean different months in different languages.
    static let months: [String: Int] = {
        var found: [String: Set<Int>] = [:]
        for language in [
            "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "ro", "ru", "el",
        ] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = Locale(identifier: language)
            let names = [
                calendar.monthSymbols, calendar.standaloneMonthSymbols, calendar.shortMonthSymbols,
                calendar.shortStandaloneMonthSymbols,
            ]
            for names in names where names.count == 12 {
                for (index, name) in names.enumerated() {
                    found[folded(name.filter(\.isLetter)), default: []].insert(index + 1)
                }
            }
        }
        return found.compactMapValues { $0.count == 1 ? $0.first : nil }
    }()
}
