// What stands in the cells of a table: several values in one, names turned round, numbers and dates in many forms.
import Books
import Foundation

enum CellText {
    /// Separated by semicolons or bars where there are any, else by commas.
    static func parts(_ text: String) -> [String] {
        let separator: Character = text.contains(";") ? ";" : text.contains("|") ? "|" : ","
        return text.split(separator: separator).compactMap { String($0).tidied }
    }

    /// `Collins, Suzanne` is one person turned round, `Suzanne Collins, Tim O’Brien` are two.
    static func names(_ text: String) -> [String] {
        let parts = parts(text)
        guard !text.contains(";"), !text.contains("|"), parts.count == 2,
            !parts[0].isFullName || !parts[1].isFullName
        else { return parts.map { $0.contains(", ") ? turned($0) : $0 } }
        return [turned(parts.joined(separator: ", "))]
    }

    private static func turned(_ name: String) -> String {
        let parts = name.split(separator: ", ")
        return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name
    }

    /// The number a cell begins with: `2008`, `2008.0`, `374 p.`, `-720`.
    static func number(_ text: String) -> Int? {
        let sign = text.hasPrefix("-") ? "-" : ""
        return Int(sign + text.drop { !$0.isNumber }.prefix { $0.isASCII && $0.isNumber })
    }

    /// `2026/11/02`, `2026-11-02` and what follows.
    static func date(_ text: String) -> Date? {
        let numbers = text.split(whereSeparator: { !$0.isNumber }).prefix(3).compactMap { Int($0) }
        guard numbers.count == 3, (1000...9999).contains(numbers[0]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
    }
}

extension String {
    fileprivate var isFullName: Bool { contains(" ") }
}
