// A calendar day, the same in every time zone.
import Foundation

/// A day of the Gregorian calendar, written `2026-11-02`.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// As `2026-11-02`, which sorts in order of date.
    public let description: String

    /// `nil` unless `text` is a valid day in this format.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.map(\.count) == [4, 2, 2],
            numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = numbers.compactMap { Int($0) }
        guard DateComponents(year: parts[0], month: parts[1], day: parts[2]).isValidDate(in: calendar) else {
            return nil
        }
        description = String(text)
    }

    /// The day of a moment; `nil` after the year 9999.
    public init?(_ moment: Date, in zone: TimeZone = .current) {
        self.init(moment.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day()))
    }

    /// In the local time zone.
    public static var today: Day? { Day(.now) }

    public static func < (left: Day, right: Day) -> Bool { left.description < right.description }
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let day = Day(try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "a day is written 2026-11-02")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }
}
