// Bars drawn for tests, by the encoding table of the GS1 General Specifications (5.2.1.2).

enum EAN13 {
    private static let odd = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
        "0001011",
    ]
    private static let parities = [
        "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
    ]

    /// 95 modules, `true` for black.
    static func modules(_ digits: String) -> [Bool] {
        let digits = digits.compactMap(\.wholeNumberValue)
        let right = odd.map { String($0.map { $0 == "0" ? "1" : "0" }) }
        var code = "101"
        for (digit, parity) in zip(digits[1...6], parities[digits[0]]) {
            code += parity == "O" ? odd[digit] : String(right[digit].reversed())
        }
        code += "01010" + digits[7...12].map { right[$0] }.joined() + "101"
        return code.map { $0 == "1" }
    }
}
