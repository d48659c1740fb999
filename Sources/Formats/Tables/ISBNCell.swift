// Parses ISBNs in cells that a spreadsheet may have damaged.
import Books
import Catalogue
import Foundation

/// A cell of an ISBN column. Damaged numbers are repaired only if something in the cell confirms the result.
enum ISBNCell: Hashable {
    /// Empty, or not meant as an ISBN (`nan`, an ASIN).
    case none
    case isbn(ISBN)
    /// An ISBN-10 that lost its leading zeros; with them, it has a valid check digit and a registered range.
    case padded(ISBN)
    /// An ISBN-13 of which only the first digits are left: it can confirm another number, but is not one itself.
    case rounded(lowest: UInt64, highest: UInt64)
    /// Meant as an ISBN, but invalid.
    case wrong(WrongISBN)

    init(_ cell: some StringProtocol) {
        let text = cell.trimmingCharacters(in: Self.wrapping)
        if let isbn = try? ISBN(text) {
            self = text.utf8.count == 9 ? Self.padding(text) : .isbn(isbn)
        } else if let digits = Self.wholeNumber(text) ?? Self.grouped(text) {
            self = Self.padding(digits)
        } else if let rounded = Self.rounded(text) {
            self = rounded
        } else {
            self = Self.wrongOrNone(text)
        }
    }

    /// The ISBN, if there is one.
    var isbn: ISBN? {
        switch self {
        case .isbn(let isbn), .padded(let isbn): isbn
        case .none, .rounded, .wrong: nil
        }
    }

    /// Whether it is a rounded number, and not this one, in ten digits or thirteen.
    func contradicts(_ isbn: ISBN) -> Bool {
        guard case .rounded(let lowest, let highest) = self else { return false }
        let numbers = [isbn.value, isbn.isbn10.flatMap { UInt64($0) }].compactMap(\.self)
        return !numbers.contains { (lowest...highest).contains($0) }
    }

    /// The numbers of a cell that may contain several.
    static func cells(_ text: String) -> [ISBNCell] {
        let cell = ISBNCell(text)
        switch cell {
        case .wrong, .none: if grouped(text.trimmingCharacters(in: wrapping)) != nil { return [cell] }
        default: return [cell]
        }
        let parts = text.split(whereSeparator: { ",;|/\n".contains($0) }).map { ISBNCell($0) }
        if parts.count > 1 { return parts }
        // Separated by spaces and words.
        let found = ISBN.find(in: text).matches.filter(\.repairs.isEmpty).map(\.isbn)
        return found.count > 1 ? found.map { .isbn($0) } : [cell]
    }

    /// Quotes, brackets and the equals sign, which keep a spreadsheet from converting a number.
    private static let wrapping = CharacterSet(charactersIn: "=\"'[]").union(.whitespacesAndNewlines)

    /// The digits of a number that a spreadsheet wrote in full, with or without `.0` at the end.
    private static func wholeNumber(_ text: String) -> String? {
        var digits = Substring(text)
        if let point = digits.lastIndex(of: "."), digits[point...].dropFirst().allSatisfy({ $0 == "0" }) {
            digits = digits[..<point]
        }
        let body = digits.last == "X" || digits.last == "x" ? digits.dropLast() : digits
        guard !body.isEmpty, body.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return String(digits)
    }

    /// The digits of a number that a spreadsheet wrote in thousands: `9,780,306,406,157`.
    private static func grouped(_ text: String) -> String? {
        let thousands = /\d{1,3}([,.'’\u{A0}\u{202F}])\d{3}(?:\1\d{3})+/
        guard text.wholeMatch(of: thousands) != nil else { return nil }
        return text.filter(\.isNumber)
    }

    /// With six digits or fewer, one number in eleven would become an ISBN.
    private static func padding(_ digits: String) -> ISBNCell {
        if digits.allSatisfy({ $0 == "0" }) { return .none }
        guard (7...9).contains(digits.count) else {
            do throws(ISBNError) { return .isbn(try ISBN(digits)) } catch {
                return .wrong(.misread(digits, error))
            }
        }
        let padded = String(repeating: "0", count: 10 - digits.count) + digits
        do throws(ISBNError) {
            let isbn = try ISBN(padded)
            return isbn.isRegistered
                ? .padded(isbn) : .wrong(.padded(padded, nil))
        } catch {
            return .wrong(.padded(padded, error))
        }
    }

    /// `9.78043902348e+12`: the number is between the two that round to it.
    private static func rounded(_ text: String) -> ISBNCell? {
        let parts = text.lowercased().replacing(",", with: ".").split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]),
            let value = Double(parts.joined(separator: "e")),
            (1e8..<1e14).contains(value)
        else { return nil }
        let decimals =
            parts[0].split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
        let lost = exponent - decimals
        if lost <= 0 { return padding(String(UInt64(value))) }
        let half = UInt64(pow(10, Double(lost))) / 2
        let middle = UInt64(value.rounded())
        return .rounded(lowest: middle - half, highest: middle + half)
    }

    private static func wrongOrNone(_ text: String) -> ISBNCell {
        let digits = text.unicodeScalars.count { $0.properties.numericType == .decimal }
        let letters = text.unicodeScalars.count { $0.properties.isAlphabetic }
        if text.count > 2, text.allSatisfy({ $0 == "#" }) { return .wrong(.hidden(text)) }
        if letters > 1, let labelled = labelled(text) { return labelled }
        guard digits >= 7, letters <= 1 else { return .none }
        do throws(ISBNError) { return .isbn(try ISBN(text)) } catch {
            return .wrong(.misread(text, error))
        }
    }

    /// `ISBN 0-439-02348-3`, `0439023483 (pbk.)`; `nil` if there is no number that looks like an ISBN.
    private static func labelled(_ text: String) -> ISBNCell? {
        let found = ISBN.find(in: text)
        let matches = found.matches.filter(\.repairs.isEmpty)
        if let match = matches.first { return Set(matches.map(\.isbn)).count == 1 ? .isbn(match.isbn) : nil }
        return found.nearMisses.first.map { .wrong(.misread(text, $0.error)) }
    }
}
