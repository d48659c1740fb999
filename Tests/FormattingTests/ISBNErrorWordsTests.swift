// Messages for numbers that are not ISBNs.
import Books
import Formatting
import Testing

struct ISBNErrorWordsTests {
    private static let table: [(ISBNError, String)] = [
        (.length(0), "contains no digits"),
        (.length(1), "has 1 digit, not 13, 10 or 9"),
        (.length(9), "seems to be part of a longer number"),
        (.length(8), "has 8 digits, not 13, 10 or 9"),
        (.character("Q", at: 0), "“Q” at 1 is not allowed in an ISBN"),
        (.character("\u{1B}", at: 4), "U+001B at 5 is not allowed in an ISBN"),
        (.character("\u{202E}", at: 4), "U+202E at 5 is not allowed in an ISBN"),
        (.prefix("9790"), "begins with 979-0, which is for sheet music (ISMN)"),
        (.prefix("977"), "begins with 977, not 978 or 979"),
        (.checkDigit(found: "3", expected: "X"), "check digit is 3, should be X"),
    ]

    @Test(arguments: table)
    func `says what is wrong`(_ error: ISBNError, _ message: String) {
        #expect(error.words == message)
    }
}
