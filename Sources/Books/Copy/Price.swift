// A price with its currency.

/// An amount in the minor unit of a currency, such as cents.
public struct Price: Hashable, Sendable, CustomStringConvertible {
    /// 0…`most`.
    public var minorUnits: Int
    /// Three capital letters (ISO 4217).
    public var currency: String

    public static let most = 1_000_000_000_000

    /// `nil` outside of these ranges.
    public init?(minorUnits: Int, currency: String) {
        let letters = currency.utf8
        guard (0...Self.most).contains(minorUnits), letters.count == 3,
            letters.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
        else { return nil }
        (self.minorUnits, self.currency) = (minorUnits, currency)
    }

    /// - Parameter text: such as `12.50 EUR`, `EUR 12,50`, `12,50 €` or `1.250,50 EUR`, with no more decimals than the currency has.
    ///   `nil` for anything else, and if it is not clear where the decimals begin, as in `1.250 EUR`.
    public init?(_ text: some StringProtocol) {
        guard let (amount, currency) = Self.parts(of: text) else { return nil }
        self.init(amount: amount, currency: currency)
    }

    /// The same with amount and currency apart.
    public init?(amount: some StringProtocol, currency: String) {
        let places = Self.decimals(of: currency)
        // A currency with three decimals is written so.
        guard
            let written = places == 3 ? WrittenAmount(withDecimalPoint: amount) : WrittenAmount(amount),
            let whole = Int(written.whole), whole <= Self.most
        else { return nil }
        let decimals = written.decimals
        guard decimals.utf8.count <= places,
            let fraction = Int("0" + decimals + String(repeating: "0", count: places - decimals.utf8.count))
        else { return nil }
        self.init(minorUnits: whole * Self.power(places) + fraction, currency: currency)
    }

    /// The price in the five digits beside a book's barcode (EAN-5, as the Book Industry Study Group has laid them down):
    /// the first one names the currency, the others are its minor units.
    ///
    /// - Returns: `nil` if they give no price, or only that it is 99.99 or more.
    public init?(addOn digits: String) {
        guard digits.utf8.count == 5, let amount = Int(digits.dropFirst()), 1..<9999 ~= amount,
            let currency = Self.addOnCurrencies[digits.prefix(1)]
        else { return nil }
        self.init(minorUnits: amount, currency: currency)
    }

    /// Whether it is an amount with a currency that may have thousands or decimals, such as `1.250 EUR`.
    package static func isAmbiguous(_ text: some StringProtocol) -> Bool {
        guard let (amount, currency) = parts(of: text), Price(text) == nil else { return false }
        return WrittenAmount.isAmbiguous(amount) && Price(amount: "0", currency: currency) != nil
    }

    private static func parts(of text: some StringProtocol) -> (amount: String, currency: String)? {
        let parts = String(text).replacing("€", with: " EUR ").split(whereSeparator: \.isWhitespace)
        guard parts.count == 2 else { return nil }
        let isCodeFirst = parts[0].allSatisfy(\.isLetter)
        return (String(parts[isCodeFirst ? 1 : 0]), parts[isCodeFirst ? 0 : 1].uppercased())
    }

    private static let addOnCurrencies: [Substring: String] = [
        "0": "GBP", "1": "GBP", "3": "AUD", "4": "NZD", "5": "USD", "6": "CAD",
    ]

    /// Without the currency: `12.50`.
    public var amount: String {
        let places = Self.decimals(of: currency)
        guard places > 0 else { return String(minorUnits) }
        let unit = Self.power(places)
        let fraction = String(minorUnits % unit)
        return
            "\(minorUnits / unit).\(String(repeating: "0", count: places - fraction.utf8.count))\(fraction)"
    }

    /// `12.50 EUR`.
    public var description: String { "\(amount) \(currency)" }

    private static func power(_ places: Int) -> Int { [1, 10, 100, 1000, 10_000][places] }

    /// How many decimals a currency's amounts have, by ISO 4217.
    private static func decimals(of currency: String) -> Int {
        if withoutDecimals.contains(currency) { return 0 }
        if ["CLF", "UYW"].contains(currency) { return 4 }
        return withThreeDecimals.contains(currency) ? 3 : 2
    }

    private static let withoutDecimals: Set = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV",
        "XAF",
        "XOF", "XPF",
    ]
    private static let withThreeDecimals: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
