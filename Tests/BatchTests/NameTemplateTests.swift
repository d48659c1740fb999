// Names made from data of books: whatever that contains, file systems accept the name.
import Books
import Foundation
import Output
import TestSupport
import Testing

@testable import Batch

struct NameTemplateTests {
    private let isbn: ISBN

    init() throws { isbn = try ISBN("9780306406157") }

    private func name(
        _ template: String, of old: String = "IMG_1.jpg", _ book: Book = Book(), number: Int = 1
    ) throws -> String? {
        let values = NameTemplate.Values(isbn: isbn, book: book, number: number)
        return try NameTemplate(template).name(of: old, values).map { String(path: $0) }
    }

    private static let atlas = Book(
        title: "The Lantern Atlas",
        contributors: [
            Contributor(name: "Ada Novak"), Contributor(name: "Ion Petru"),
            Contributor(name: "Mia Sand", role: .translator),
        ], publisher: "Harbour Press", year: 1999)

    @Test(arguments: [
        ("{isbn13} {title}.{ext}", "9780306406157 The Lantern Atlas.jpg"),
        ("{isbn13} {title}", "9780306406157 The Lantern Atlas.jpg"),
        (
            "{authors} - {title} ({year}, {publisher})",
            "Ada Novak, Ion Petru - The Lantern Atlas (1999, Harbour Press).jpg"
        ),
        ("{isbn10}_{number}-{name}.{ext}", "0306406152_3-IMG_1.jpg"),
        ("{ext} {isbn13}", "jpg 9780306406157.jpg"),
        ("{name}", "IMG_1.jpg"),
    ])
    func `fields are filled in`(template: String, expected: String) throws {
        #expect(try name(template, Self.atlas, number: 3) == expected)
    }

    @Test(arguments: [
        ("{isbn13} {title}.{ext}", "9780306406157.jpg"), ("{title} {isbn13}", "9780306406157.jpg"),
        ("{authors} - {title} ({year}) {isbn13}", "9780306406157.jpg"),
        ("{isbn13} [{publisher}] {name}", "9780306406157 IMG_1.jpg"), ("{title}.{ext}", nil),
    ])
    func `what is not known is left out with its brackets`(template: String, expected: String?) throws {
        #expect(try name(template) == expected)
    }

    @Test(arguments: [
        ("Dune: Part 1/2", "Dune - Part 1-2.jpg"), ("../../etc/passwd", "etc-passwd.jpg"),
        (".hidden", "hidden.jpg"),
        ("-rf *", "rf.jpg"), ("Why?", "Why.jpg"), ("a\nb\u{7}c\u{202E}d", "a b c d.jpg"), ("CON", "CON_.jpg"),
        ("nul.txt", "nul_.txt.jpg"), ("Com1 ", "Com1_.jpg"), ("Contact", "Contact.jpg"),
        ("The End...", "The End.jpg"),
        ("say \"yes\" <now>|C:\\x", "say 'yes' (now)-C--x.jpg"),
        ("x\u{10FF2F}y\u{10FF00}z\u{10FFE9}", "xyz.jpg"), ("...", nil),
    ])
    func `titles make no paths, options or devices`(title: String, expected: String?) throws {
        #expect(try name("{title}.{ext}", Book(title: title)) == expected)
    }

    @Test(arguments: ["{number} - {title}", "{title}.{ext}", "{authors} {year} ({publisher}) {number}"])
    func `a number or words of the template alone are no name`(template: String) throws {
        #expect(try name(template) == nil)
        #expect(try name("{number}.{ext}") == "1.jpg")
    }

    @Test(arguments: [
        ("a.jpg~", "9780306406157.jpg~"), ("b.jpg (2)", "9780306406157.jpg (2)"),
        ("IMG_1.jpg ", "9780306406157.jpg"), ("a.JPEG", "9780306406157.JPEG"),
        ("vol. 2", "9780306406157"), (".jpg", "9780306406157"),
    ])
    func `the extension is kept, with what programs append to a name`(old: String, expected: String) throws {
        let template = try NameTemplate("{isbn13}.{ext}")
        #expect(try name("{isbn13}.{ext}", of: old) == expected)
        #expect(template.fits(expected, NameTemplate.Values(isbn: isbn, book: nil, number: 1)))
    }

    @Test func `long titles give way to the number, at a character's end`() throws {
        for letter in ["a", "é", "e\u{301}", "書", "👨‍👩‍👧‍👦"] {
            let made = try #require(
                try name("{title} {authors} {isbn13}", Book(title: String(repeating: letter, count: 400))))
            #expect(
                (200...240).contains(made.utf8.count) && made.hasSuffix(" 9780306406157.jpg"), "\(letter)")
            #expect(made.dropLast(18).allSatisfy { $0 == Character(letter) }, "\(letter)")
        }
        let old = String(repeating: "n", count: 240) + ".jpg"
        #expect(try name("{isbn13} {name}", of: old)?.utf8.count == 240)
    }

    @Test(arguments: [
        ("{isbn}", NameTemplate.Fault.unknownField("isbn")), ("{isbn13", .unclosed),
        ("{isbn13}/{title}", .slash),
        ("photo.{ext}", .noField), ("photo.jpg", .noField), ("", .noField),
    ])
    func `an invalid template is refused`(text: String, fault: NameTemplate.Fault) {
        #expect(throws: fault) { try NameTemplate(text) }
    }

    @Test func `any bytes become a name that is safe, and fits its template`() throws {
        var random = SeededGenerator(seed: 27)
        let templates = [
            "{isbn13} {title}.{ext}", "{title} ({authors})", "{name} {isbn13}", "{isbn13}-{name}.{ext}",
            "{title}{name}{year}",
            "{number} {name} - {title}",
        ]
        func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
            (0..<Int.random(in: count, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
        }
        for round in 0..<900 {
            var old = bytes(1...(round % 9 == 0 ? 255 : 20)).map { $0 == UInt8(ascii: "/") ? 0x41 : $0 }
            if round % 2 == 0 { old = old.prefix(251) + Array(".jpg".utf8) }
            let values = NameTemplate.Values(
                isbn: isbn,
                book: Book(
                    title: String(path: bytes(0...300)),
                    contributors: [Contributor(name: String(decoding: bytes(0...40), as: UTF8.self))]),
                number: round)
            let template = try NameTemplate(try #require(templates.randomElement(using: &random)))
            guard let new = template.name(of: String(path: old), values) else { continue }
            #expect(
                !new.isEmpty && new.count <= 240 && !new.contains(UInt8(ascii: "/"))
                    && new[0] != UInt8(ascii: "."))
            #expect(!new.contains { $0 < 0x20 || $0 == 0x7F }, "\(new)")
            if round % 2 == 0 { #expect(new.suffix(4).elementsEqual(".jpg".utf8)) }
            #expect(template.fits(String(path: new), values), "\(String(path: old)) \(String(path: new))")
            #expect(
                template.fits(String(path: NameTemplate.numbered(new, 2)), values), "\(String(path: new))")
        }
    }
}
