// Bars drawn for tests, by the encoding table of the GS1 General Specifications (5.2.1.2).

enum EAN13 {
    private static let odd = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111",
        "0001011",
    ]
    private static let parities = [
        "OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE", "OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO",
    ]

    private static let addOnParities = [
        "EEOOO", "EOEOO", "EOOEO", "EOOOE", "OEEOO", "OOEEO", "OOOEE", "OEOEO", "OEOOE", "OOEOE",
    ]

    /// The 47 modules of an add-on of five digits (5.2.1.3.2), `true` for black.
    static func addOn(_ digits: String) -> [Bool] {
        let digits = digits.compactMap(\.wholeNumberValue)
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 9) }
        let drawn = zip(digits, addOnParities[sum % 10]).map { digit, parity in
            parity == "O" ? odd[digit] : String(odd[digit].map { $0 == "0" ? "1" : "0" }.reversed())
        }
        return ("1011" + drawn.joined(separator: "01")).map { $0 == "1" }
    }

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
