// Numbers that are not ISBNs: their normal forms and check digits.
import Testing

@testable import Books

struct OtherNumberValueTests {
    /// The Library of Congress's own examples, and forms of imprints.
    @Test(arguments: [
        ("n78-890351", "n78890351"), ("n78-89035", "n78089035"), ("n 78890351 ", "n78890351"),
        (" 85000002 ", "85000002"), ("85-2 ", "85000002"), ("2001-000002", "2001000002"),
        ("75-425165//r75", "75425165"), (" 79139101 /AC/r932", "79139101"),
        ("A51-1234", "a51001234"), ("agr 25-3", "agr25000003"), ("2007025382", "2007025382"),
        ("67–12345", "67012345"), ("98-1", "98000001"),
    ])
    func `normalizes an LCCN as the Library of Congress does`(text: String, value: String) {
        #expect(OtherNumber(.lccn, text)?.value == value)
    }

    @Test(arguments: [
        "", "67", "67-", "67-1234567", "abcd67-12345", "67-12345-7", "1998-12345", "abc2007025382",
        "67-12a45",
        "670123456", "O7-12345", "/67-12345",
    ])
    func `takes nothing else for an LCCN`(text: String) { #expect(OtherNumber(.lccn, text) == nil) }

    @Test(arguments: [
        (OtherNumber.Kind.issn, "20457731", "2045-7731"), (.issn, "2434-561x", "2434-561X"),
        (.ismn, "M-2306-7118-7", "9790230671187"), (.ismn, "979-0-2600-0043-8", "9790260000438"),
        (.dnb, "963874799", "963874799"), (.dnb, "118540238", "118540238"),
        (.bnf, "FRBNF12423662", "cb12423662g"), (.bnf, "ark:/12148/cb11907966z", "cb11907966z"),
        (.upc, "070999007991+37077", "070999007991+37077"),
    ])
    func `brings each kind to its normal form`(kind: OtherNumber.Kind, text: String, value: String) {
        #expect(OtherNumber(kind, text)?.value == value)
        #expect(OtherNumber(kind, value)?.value == value, "the normal form is one of the forms")
    }

    @Test(arguments: [
        (OtherNumber.Kind.issn, "2045-7732"), (.issn, "2045-773"), (.ismn, "M-2306-7118-8"),
        (.ismn, "9780306406157"), (.dnb, "963874798"), (.bnf, "cb12423662h"), (.bnf, "12423662"),
        (.upc, "070999007991"), (.upc, "070999007992+37077"), (.upc, "070999007991+3707"),
    ])
    func `refuses wrong check digits and lengths`(kind: OtherNumber.Kind, text: String) {
        #expect(OtherNumber(kind, text) == nil)
    }

    /// What no digit checks is believed only if it is read twice.
    @Test(arguments: [
        (OtherNumber.Kind.lccn, "65-21362", false), (.issn, "2045-7731", true),
        (.ismn, "M-2306-7118-7", true), (.dnb, "963874799", true), (.bnf, "FRBNF12423662", true),
        (.upc, "070999007991+37077", true),
        (.label, "LIB 12", false),
    ])
    func `kinds have a check digit or not`(kind: OtherNumber.Kind, text: String, isChecked: Bool) throws {
        #expect(try #require(OtherNumber(kind, text)).hasCheckDigit == isChecked)
    }

    @Test func `a barcode of a serial or of music names it`() {
        #expect(OtherNumber(ean: "9772045773005")?.value == "2045-7731")
        #expect(OtherNumber(ean: "9790260000438")?.description == "ISMN 9790260000438")
        #expect(OtherNumber(ean: "9780306406157") == nil)
    }

    /// Paperbacks of Ballantine and Morrow, and invented ones of publishers with longer prefixes.
    @Test(arguments: [
        ("070999002255+30054", "0345300548"), ("070999007991+37077", "0345370775"),
        ("043144003957+07336", "0688073360"), ("014794002959+11234", "0804112347"),
        ("071125002958+77123", "0886771234"),
    ])
    func `the UPC-A of a paperback stands for an ISBN`(upc: String, isbn10: String) throws {
        #expect(try #require(OtherNumber(.upc, upc)).paperbackISBN?.isbn10 == isbn10)
    }

    @Test func `other numbers stand for none`() throws {
        #expect(try #require(OtherNumber(.upc, "036000291452+30054")).paperbackISBN == nil)
        #expect(try #require(OtherNumber(.lccn, "67-12345")).paperbackISBN == nil)
    }

    /// No other digit in any one place is right as well.
    @Test(arguments: [
        (OtherNumber.Kind.issn, "2045-7731"), (.ismn, "9790260000438"), (.dnb, "963874799"),
        (.bnf, "cb12423662g"),
    ])
    func `notices any one misread digit`(kind: OtherNumber.Kind, value: String) {
        for place in value.indices where value[place].isNumber {
            for digit in "0123456789" where digit != value[place] {
                let wrong = value.replacingCharacters(in: place...place, with: String(digit))
                #expect(OtherNumber(kind, wrong) == nil, "\(wrong)")
            }
        }
    }

    @Test func `any year and serial number comes back`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let (year, serial) = (
                Int.random(in: 0...99, using: &random), Int.random(in: 1...999_999, using: &random)
            )
            let prefix = ["", "a", "ca", "agr"].randomElement(using: &random) ?? ""
            let years = year < 10 ? "0\(year)" : "\(year)"
            let printed = "\(prefix.uppercased())\(years)-\(serial)"
            let number = OtherNumber(.lccn, printed)
            #expect(number?.value.count == prefix.count + 8)
            #expect(number?.value.hasPrefix(prefix + years) == true)
            #expect(number.flatMap { Int($0.value.suffix(6)) } == serial)
            #expect(number.flatMap { OtherNumber(.lccn, $0.value) } == number)
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: ClosedRange<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[index(after: range.upperBound)...]
    }
}
