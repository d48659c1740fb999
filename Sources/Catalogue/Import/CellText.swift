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

    /// What this program's own tables have in one cell: separated by semicolons, with a backslash before those, and before
    /// backslashes, that belong to a value.
    static func escapedParts(_ text: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if !isEscaped, character == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            isEscaped = false
        }
        return parts.compactMap(\.tidied)
    }
}

extension String {
    fileprivate var isFullName: Bool { contains(" ") }
}
