// Labels as libraries print them, as black and white modules.

/// ISO/IEC 16388 (Code 39), EN 798 (Codabar) and ISO/IEC 15417 (Code 128, set B).
public enum HouseLabel: String, CaseIterable, Sendable {
    case code39, codabar, code128

    /// `true` for black.
    public func modules(_ text: String) -> [Bool] {
        switch self {
        case .code39: Self.drawn("*\(text)*".compactMap { Self.wideIn39[$0] }, gap: true)
        case .codabar: Self.drawn(text.compactMap { Self.wideInCodabar[$0] }, gap: true)
        case .code128: Self.drawn(Self.widths128(text), gap: false)
        }
    }

    /// `LIB-00042` as a QR code of 21 modules (ISO/IEC 18004): a row each, the leftmost module in bit 20, 1 for black.
    public static let square: [Int] = [
        0x1FCB7F, 0x105A41, 0x17595D, 0x174A5D, 0x17515D, 0x105341, 0x1FD57F, 0x001F00, 0x1A6C76, 0x1BBC61,
        0x08D587, 0x0FA623, 0x08615A, 0x001E3B, 0x1FD8BD, 0x1047AA, 0x174245, 0x175A33, 0x174D15, 0x1050F9,
        0x1FD31C,
    ]

    /// Bars and spaces in turn, with the widths of each character; between characters a space if there is a gap.
    private static func drawn(_ characters: [String], gap: Bool) -> [Bool] {
        characters.flatMap { widths -> [Bool] in
            let bars = widths.enumerated().flatMap { place, width -> [Bool] in
                let modules = gap ? (width == "1" ? 3 : 1) : width.wholeNumberValue ?? 0
                return [Bool](repeating: place.isMultiple(of: 2), count: modules)
            }
            return gap ? bars + [false] : bars
        }
    }

    /// 1 for wide elements.
    private static let wideIn39: [Character: String] = [
        "0": "000110100", "1": "100100001", "2": "001100001", "3": "101100000", "4": "000110001",
        "5": "100110000", "6": "001110000", "7": "000100101", "8": "100100100", "9": "001100100",
        "A": "100001001", "K": "100000011", "-": "010000101", "*": "010010100",
    ]
    private static let wideInCodabar: [Character: String] = [
        "0": "0000011", "1": "0000110", "2": "0001001", "3": "1100000", "4": "0010010", "5": "1000010",
        "6": "0100001", "7": "0100100", "8": "0110000", "9": "1001000", "A": "0011010", "B": "0101001",
    ]

    /// Of the values 16 to 25, the digits in set B.
    private static let digits128 = [
        "123122", "123221", "223211", "221132", "221231", "213212", "223112", "312131", "311222", "321122",
    ]
    /// Of the values below 16, for the check character of texts that have such a one.
    private static let first128 = [
        "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213",
        "221312", "231212", "112232", "122132", "122231", "113222",
    ]

    /// - Parameter text: digits whose check character has a value up to 25.
    private static func widths128(_ text: String) -> [String] {
        let values = text.compactMap { $0.wholeNumberValue.map { $0 + 16 } }
        let check = values.enumerated().reduce(104) { $0 + ($1.offset + 1) * $1.element } % 103
        let table = first128 + digits128
        precondition(check < table.count)
        return ["211214"] + (values + [check]).map { table[$0] } + ["2331112"]
    }
}
