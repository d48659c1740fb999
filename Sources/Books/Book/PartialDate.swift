// A date of which only the year, or year and month, may be known.
import Foundation

/// A year, a month or a day of the Gregorian calendar: `2021`, `2021-03` or `2021-03-14`. Years are 1000…9999.
public struct PartialDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// In ISO 8601 format. The text sorts like the dates, a year before its months and a month before its days.
    public let description: String

    /// `nil` unless `text` is a valid year, month or day in this format.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard [[4], [4, 2], [4, 2, 2]].contains(parts.map(\.utf8.count)), text.first != "0" else {
            return nil
        }
        let rest = parts.count == 1 ? "-01-01" : parts.count == 2 ? "-01" : ""
        guard Day("\(text)\(rest)") != nil else { return nil }
        description = String(text)
    }

    /// As people type it: also with points, as `14.3.1999` and `3.1999`.
    public init?(typed text: some StringProtocol) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).reversed().map {
            String($0.filter { $0 != " " })
        }
        guard numbers.count > 1 else {
            self.init(text)
            return
        }
        guard numbers.count < 4, numbers[0].utf8.count == 4,
            numbers.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
        else { return nil }
        let parts = numbers.map { $0.utf8.count == 1 ? "0\($0)" : $0 }
        self.init(parts.joined(separator: "-"))
    }

    public init(_ day: Day) { description = day.description }

    /// `nil` if there is no such date. Without a month the day is ignored.
    public init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1000...9999).contains(year) else { return nil }
        func twoDigits(_ number: Int) -> String { number < 10 ? "-0\(number)" : "-\(number)" }
        self.init("\(year)" + (month.map { twoDigits($0) + (day.map(twoDigits) ?? "") } ?? ""))
    }

    /// In the local time zone.
    public static var today: PartialDate? { Day.today.map(PartialDate.init) }

    /// Its year, month and day, as far as they are known.
    package var parts: DateComponents {
        let numbers = description.split(separator: "-").map { Int($0) }
        return DateComponents(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// Its first moment, in UTC.
    public var beginning: Date? { beginning(in: .gmt) }

    /// Its first moment.
    public func beginning(in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.date(from: parts)
    }

    /// Whether both may be the same day, one of them being more precise: `2021` and `2021-03`.
    public func agrees(with other: PartialDate) -> Bool {
        description.hasPrefix(other.description) || other.description.hasPrefix(description)
    }

    /// Whether it is in the future in every time zone.
    public var isInFuture: Bool { Day(.now + 86400, in: .gmt).map(isAfter) ?? true }

    /// Whether it begins after `day`.
    public func isAfter(_ day: Day) -> Bool { description > day.description.prefix(description.utf8.count) }

    public static func < (left: PartialDate, right: PartialDate) -> Bool {
        left.description < right.description
    }
}

extension PartialDate: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let date = PartialDate(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "a date is written 2026-11-02, 2026-11 or 2026")
        }
        self = date
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
