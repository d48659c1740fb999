// The order of names with numbers, as a person would put them.

/// IMG_2 before IMG_10, `case 2` before `case 10`.
package enum NaturalOrder {
    /// Consecutive digits are compared as a number, ASCII letters without regard to case; equal names are ordered by
    /// their bytes, so that the order is always the same.
    package static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let (a, b) = (number(in: left, at: &i), number(in: right, at: &j))
                if a.count != b.count { return a.count < b.count }
                if a != b { return a.lexicographicallyPrecedes(b) }
            } else {
                let (a, b) = (folded(left[i]), folded(right[j]))
                if a != b { return a < b }
                (i, j) = (i + 1, j + 1)
            }
        }
        if left.count - i != right.count - j { return left.count - i < right.count - j }
        return left.lexicographicallyPrecedes(right)
    }

    /// The digits without leading zeros; moves `place` after them.
    private static func number(in name: [UInt8], at place: inout Int) -> ArraySlice<UInt8> {
        let digits = name[place...].prefix(while: isDigit)
        place = digits.endIndex
        return digits.drop { $0 == UInt8(ascii: "0") }
    }

    package static func precedes(_ left: String, _ right: String) -> Bool {
        precedes(Array(left.utf8), Array(right.utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
}
