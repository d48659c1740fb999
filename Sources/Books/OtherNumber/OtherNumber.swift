// Numbers of books, serials and music that are not ISBNs, as values in normal form.

/// A number other than an ISBN by which a library or a shop knows a publication.
public struct OtherNumber: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Library of Congress Control Number, formerly catalogue card number.
        case lccn
        /// International Standard Serial Number (ISO 3297).
        case issn
        /// International Standard Music Number (ISO 10957).
        case ismn
        /// The record number (IDN) of the Deutsche Nationalbibliothek.
        case dnb
        /// The record number of the Bibliothèque nationale de France, as the name in its ARK.
        case bnf
        /// A UPC-A with the five digits beside it, as on American paperbacks.
        case upc
        /// What a house has put on its copy: the text of a Code 39, Code 128, Codabar or QR code.
        case label
    }

    public let kind: Kind
    /// In normal form: `a51001234`, `2045-7731`, `9790260000438`, `963874799`, `cb12423662g`, `070999007991+37077`;
    /// of a label, see `BookCopy.label(_:)`.
    public let value: String

    /// Reads one number and nothing else, in any form that is usual for its kind; `nil` if it is none, or its check
    /// digit is wrong.
    public init?(_ kind: Kind, _ text: some StringProtocol) {
        if kind == .label {
            guard let label = BookCopy.label(String(text)), label.utf8.count <= BookCopy.longestLabel else {
                return nil
            }
            (self.kind, value) = (kind, label)
            return
        }
        let folded = FoldedText(String(text)).bytes.filter { !$0.isBlank }
        let plain = String(decoding: folded, as: UTF8.self).uppercased()
        let value: String? =
            switch kind {
            case .lccn: Self.lccn(plain)
            case .issn: Self.issn(plain)
            case .ismn: Self.ismn(plain)
            case .dnb: Self.dnb(plain)
            case .bnf: Self.bnf(plain)
            case .upc: Self.upc(plain)
            case .label: nil
            }
        guard let value else { return nil }
        (self.kind, self.value) = (kind, value)
    }

    /// The serial or the sheet music whose barcode this is.
    ///
    /// - Parameter ean: thirteen digits with a valid check digit.
    public init?(ean: String) {
        switch ean.prefix(4) {
        case "9790": self.init(.ismn, ean)
        case let prefix where prefix.hasPrefix("977"):
            let body = ean.dropFirst(3).prefix(7)
            self.init(.issn, body + String(Self.checkDigit(of: body, weights: 2...8)))
        default: return nil
        }
    }

    /// Whether a digit of it checks the others, so that a misreading is noticed.
    package var hasCheckDigit: Bool {
        switch kind {
        case .issn, .ismn, .dnb, .bnf, .upc: true
        case .lccn, .label: false
        }
    }

    // MARK: Each kind

    /// As the Library of Congress normalizes it: without blanks and suffix, the serial number filled to six digits.
    /// Up to three letters and eight digits; since 2001 up to two letters and ten digits.
    private static func lccn(_ text: String) -> String? {
        let parts = text.prefix { $0 != "/" }.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let prefix = first.prefix { ("A"..."Z").contains($0) }
        var digits = first.dropFirst(prefix.count)
        if parts.count == 2 {
            guard (1...6).contains(parts[1].count), [2, 4].contains(digits.count) else { return nil }
            digits += String(repeating: "0", count: 6 - parts[1].count) + parts[1]
        }
        guard digits.allSatisfy(isDigit) else { return nil }
        let isValid =
            switch digits.count {
            case 8: prefix.count <= 3
            case 10: prefix.count <= 2 && (2001...2099).contains(Int(digits.prefix(4)) ?? 0)
            default: false
            }
        return isValid ? prefix.lowercased() + digits : nil
    }

    private static func issn(_ text: String) -> String? {
        let digits = text.filter { $0 != "-" }
        guard digits.count == 8, isChecked(digits, weights: 2...8) else { return nil }
        return digits.prefix(4) + "-" + digits.suffix(4)
    }

    private static func ismn(_ text: String) -> String? {
        var digits = text.filter { $0 != "-" }
        if digits.first == "M" { digits = "9790" + digits.dropFirst() }
        guard digits.count == 13, digits.hasPrefix("9790") else { return nil }
        return isEAN(digits) ? digits : nil
    }

    private static func dnb(_ text: String) -> String? {
        let digits = text.filter { $0 != "-" }
        guard (9...10).contains(digits.count), isChecked(digits, weights: 2...10) else { return nil }
        return digits
    }

    /// `FRBNF` and eight digits, which may be followed by other marks of the record, or the ARK's name.
    private static func bnf(_ text: String) -> String? {
        let text = text.replacing("ARK:/12148/", with: "")
        let isARK = text.hasPrefix("CB")
        guard isARK || text.hasPrefix("FRBNF") else { return nil }
        let rest = text.dropFirst(isARK ? 2 : 5)
        let name = "cb" + rest.prefix(8)
        guard rest.count >= 8, rest.prefix(8).allSatisfy(isDigit) else { return nil }
        let check = arkCheck(of: name)
        if isARK, rest.dropFirst(8).lowercased() != String(check) { return nil }
        return name + String(check)
    }

    private static func upc(_ text: String) -> String? {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 12, parts[1].count == 5, parts[1].allSatisfy(isDigit),
            isEAN("0" + parts[0])
        else { return nil }
        return text
    }
}

// MARK: - Check digits

extension OtherNumber {
    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// The check digit modulo 11 of some digits, the last of which has the first weight; ten is `X`.
    private static func checkDigit(of digits: some StringProtocol, weights: ClosedRange<Int>) -> Character {
        let sum = zip(digits.reversed(), weights).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
        return CheckDigit.character(UInt64((11 - sum % 11) % 11))
    }

    private static func isChecked(_ digits: String, weights: ClosedRange<Int>) -> Bool {
        digits.dropLast().allSatisfy(isDigit)
            && checkDigit(of: digits.dropLast(), weights: weights) == digits.last
    }

    /// Whether these are thirteen digits with the check digit of an EAN-13.
    private static func isEAN(_ digits: String) -> Bool {
        guard digits.count == 13, digits.allSatisfy(isDigit), let value = UInt64(digits) else { return false }
        return value % 10 == CheckDigit.isbn13(of: value / 10)
    }

    private static let arkLetters = Array("0123456789bcdfghjkmnpqrstvwxz")

    /// The check character of a name in NOID's alphabet (`cb12423662` has `g`).
    private static func arkCheck(of name: String) -> Character {
        let sum = name.enumerated().reduce(0) { sum, next in
            sum + (next.offset + 1) * (arkLetters.firstIndex(of: next.element) ?? 0)
        }
        return arkLetters[sum % arkLetters.count]
    }
}

extension OtherNumber: Codable {
    private enum CodingKeys: String, CodingKey { case kind, value }

    /// Decodes any form that `init(_:_:)` reads.
    public init(from decoder: any Decoder) throws {
        let number = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try number.decode(Kind.self, forKey: .kind)
        guard let read = OtherNumber(kind, try number.decode(String.self, forKey: .value)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .value, in: number, debugDescription: "no \(kind.name)")
        }
        self = read
    }

    public func encode(to encoder: any Encoder) throws {
        var number = encoder.container(keyedBy: CodingKeys.self)
        try number.encode(kind, forKey: .kind)
        try number.encode(value, forKey: .value)
    }
}

extension OtherNumber: CustomStringConvertible {
    /// `LCCN 65021362`.
    public var description: String { "\(kind.name) \(value)" }
}

extension OtherNumber.Kind {
    /// As people write it: `LCCN`.
    public var name: String {
        switch self {
        case .bnf: "BnF"
        case .label: rawValue
        case .lccn, .issn, .ismn, .dnb, .upc: rawValue.uppercased()
        }
    }
}
