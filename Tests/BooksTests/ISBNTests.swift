// The number itself: what is parsed, what is refused and why, and how it is written.
import Foundation
import TestSupport
import Testing

@testable import Books

struct ISBNTests {
    private static let readsTable: [(String, String?)] = [
        ("9780306406157", "9780306406157"),
        ("978-0-306-40615-7", "9780306406157"),
        ("0-306-40615-2", "9780306406157"),
        ("0 8044 2957 X", "9780804429573"),
        ("080442957x", "9780804429573"),
        ("306406152", "9780306406157"),  // SBN
        (" 978–0–306—40615−7 ", "9780306406157"),
        ("978\u{2010}0\u{2011}306\u{00AD}40615\u{30FC}7", "9780306406157"),
        ("９７８－０－３０６－４０６１５－７", "9780306406157"),
        ("٩٧٨٠٣٠٦٤٠٦١٥٧", "9780306406157"),
        ("०-३०६-४०६१५-२", "9780306406157"),
        ("0-8044-2957-Ｘ", "9780804429573"),
        ("0-8044-2957-Х", "9780804429573"),  // Cyrillic
        ("\u{200F}978-0-306-40615-7\u{FEFF}", "9780306406157"),
        ("978\n0306\u{00A0}40615\t7", "9780306406157"),
        ("979-10-90636-07-1", "9791090636071"),
    ]

    @Test(arguments: readsTable)
    func `reads each form`(_ text: String, _ isbn13: String?) {
        #expect((try? ISBN(text))?.isbn13 == isbn13)
    }

    private static let refusesTable: [(String, ISBNError)] = [
        ("", .length(0)),
        ("  - ", .length(0)),
        ("7", .length(1)),
        ("03064061", .length(8)),
        ("03064061520", .length(11)),
        ("97803064061571", .length(14)),
        (String(repeating: "9", count: 100_000), .length(100_000)),
        ("978-0-306-40615-7 (pbk.)", .character("(", at: 18)),
        ("ISBN 0306406152", .character("I", at: 0)),
        ("0306\u{0}406152", .character("\u{0}", at: 4)),
        ("0X06406152", .character("X", at: 1)),
        ("080442957X1", .character("X", at: 9)),
        ("978080442957X", .character("X", at: 12)),
        ("0-8044-2957-XX", .character("X", at: 12)),
        ("977-0-306-40615-7", .prefix("977")),
        ("0030640615200", .prefix("003")),
        ("9790260000438", .prefix("9790")),
        ("978-0-306-40615-2", .checkDigit(found: "2", expected: "7")),
        ("0-306-40615-X", .checkDigit(found: "X", expected: "2")),
        ("0-8044-2957-3", .checkDigit(found: "3", expected: "X")),
        ("306406151", .checkDigit(found: "1", expected: "2")),
    ]

    @Test(arguments: refusesTable)
    func `refuses invalid ISBNs`(_ text: String, _ error: ISBNError) {
        #expect(throws: error) { try ISBN(text) }
    }

    /// What people type, and the ISBN-13 that it is; nothing for what is not one ISBN.
    private static let typed: [(String, String?)] = {
        let file = Repository.root.appending(path: "Tests/typed-isbns.tsv")
        return (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t").map(String.init)
            return (fields[0], fields.count > 1 ? fields[1] : nil)
        } ?? []
    }()

    @Test func `there are examples of what people type`() { #expect(Self.typed.count > 80) }

    @Test(arguments: typed)
    func `reads what people type`(_ text: String, _ isbn13: String?) {
        #expect((try? ISBN(given: text))?.isbn13 == isbn13)
    }

    @Test(arguments: [
        "978-0-306-40615-7", "306406152", "urn:isbn:0306406152", "URN:ISBN:978-0-306-40615-7",
        "ISBN 0-306-40615-2", "isbn-13: 9780306406157", "978.0.306.40615.7",
    ])
    func `reads what a person gives`(_ text: String) throws {
        #expect(try BookSpecifier(given: text) == .isbn(ISBN("9780306406157")))
    }

    @Test(arguments: [
        "", "huh", "ISBN 978-0-306-40615-8", "ISBN 0-306-40615-2, ISBN 0-8044-2957-X", "ISBN O-3O6-4O6l5-2",
        "ISBN 0-306-40615-2 (wrong)", "ISBN 9780306406157x9", "ISBN 9780306406157-9",
        "9780306406157/9780306406",
        "0306406152 0439023484", "0306406152 and 1234567890", "not 9780306406157", "urn 0306406152 2",
    ])
    func `what may be another number is refused`(_ text: String) {
        #expect(throws: ISBNError.self) { try ISBN(given: text) }
    }

    @Test func `writes every form`() throws {
        let isbn = try ISBN("080442957X")
        #expect(isbn.isbn13 == "9780804429573")
        #expect(isbn.isbn10 == "080442957X")
        #expect(isbn.hyphenated == "978-0-8044-2957-3")
        #expect(isbn.hyphenated10 == "0-8044-2957-X")
        #expect(isbn.urn == "urn:isbn:9780804429573")
        #expect("\(isbn)" == "978-0-8044-2957-3")
    }

    @Test func `prefix 979 has no ISBN-10`() throws {
        let isbn = try ISBN("9791090636071")
        #expect(isbn.isbn10 == nil)
        #expect(isbn.hyphenated10 == nil)
        #expect(isbn.hyphenated == "979-10-90636-07-1")
    }

    private static let valueIsCheckedTable: [UInt64] = [
        0, 1, 306_406_152, 9_780_306_406_150, 9_770_306_406_157, 9_790_260_000_438, 9_799_999_999_999, .max,
    ]

    @Test(arguments: valueIsCheckedTable)
    func `value is checked`(_ value: UInt64) {
        #expect(ISBN(value: value) == nil)
    }

    @Test func `every ISBN-10 converts there and back`() throws {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<2_000 {
            let isbn = ISBN.random(using: &random)
            #expect(ISBN(value: isbn.value) == isbn)
            #expect(try ISBN(isbn.isbn13) == isbn)
            #expect(try ISBN(isbn.hyphenated) == isbn)
            if let isbn10 = isbn.isbn10 {
                #expect(try ISBN(isbn10) == isbn)
                if isbn10.hasPrefix("0") { #expect(try ISBN(isbn10.dropFirst()) == isbn) }
            }
        }
    }

    @Test func `orders by value`() throws {
        let numbers = try ["9791090636071", "0306406152", "080442957X"].map { try ISBN($0) }
        #expect(numbers.sorted().map(\.isbn13) == ["9780306406157", "9780804429573", "9791090636071"])
    }

    @Test func `codes as thirteen digits`() throws {
        let isbn = try ISBN("0306406152")
        let data = try JSONEncoder().encode([isbn])
        #expect(String(decoding: data, as: UTF8.self) == #"["9780306406157"]"#)
        #expect(try JSONDecoder().decode([ISBN].self, from: data) == [isbn])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ISBN].self, from: Data(#"["9780306406150"]"#.utf8))
        }
    }
}
