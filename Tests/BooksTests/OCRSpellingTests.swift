// Which texts OCR may have made of known words.
import Books
import Testing

struct OCRSpellingTests {
    private static func mayBegin(_ text: String, _ expression: String) -> Bool {
        let letters = [text, expression].map { OCRSpelling.letters(OCRSpelling.folded($0)) }
        return OCRSpelling.mayBegin(letters[0], with: letters[1])
    }

    @Test(arguments: [
        ("Also by Ann Lee", "also by"), ("AIS0 BY ANN LEE", "also by"), ("ASO BY ANN LEE", "also by"),
        ("IN IHE SAME SERIES", "in the same series"), ("OIHER TITLE5", "other titles"),
        ("VOU MAYALSO LIKE", "you may also"), ("_ OU MAY ALSO LIKE", "you may also"),
        ("WEITERE TITEI", "weitere titel"), ("Ähnliche Bucher", "ähnliche bücher"),
    ])
    func `a text may begin with a misread expression`(text: String, expression: String) {
        #expect(Self.mayBegin(text, expression))
    }

    @Test(arguments: [
        ("", "also by"), ("Also", "also by"), ("All rights reserved", "also by"),
        ("The author", "by the same author"), ("A friend of his: you may also like", "you may also"),
        ("Weiter Himmel", "weitere titel"), ("Printed in Great Britain", "previous titles"),
    ])
    func `another text does not`(text: String, expression: String) {
        #expect(!Self.mayBegin(text, expression))
    }
}
