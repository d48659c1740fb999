// Which of the numbers in an EPUB is its own, wherever the others are.
import Books
import Documents
import Foundation
import TestSupport
import Testing

@testable import Reading

struct EPUBReaderTests {
    private func answer(_ bytes: Data) throws -> DocumentAnswer {
        var reader = try EPUBReader(bytes)
        return try reader.answer(readsText: true, isStrict: false)
    }

    private static func package(_ isbn: String) -> String {
        "<dc:identifier id='id'>urn:isbn:\(isbn)</dc:identifier>"
    }

    private static let isbns = [
        "978-1-936218-47-9", "978-0-306-40615-7", "978-0-7458-3172-5", "978-1-4053-6217-7",
        "978-0-439-02348-1",
    ]

    private static let prose = "<p>\(String(repeating: "It was a dark and stormy night. ", count: 20))</p>"

    private static func code(_ isbn: String, _ random: inout SeededGenerator) -> String {
        let plain = isbn.filter(\.isNumber)
        return [
            "<pre>book = Book(isbn=\"\(plain)\")</pre>",
            "<p>Type <code>find ISBN \(isbn)</code> and wait.</p>",
            "<div><pre><code>{\"isbn\": \"\(isbn)\"}</code></pre></div>",
            "<p><tt>\(plain)</tt> is valid.</p>",
        ].randomElement(using: &random)!
    }

    private static func link(_ isbn: String, _ random: inout SeededGenerator) -> String {
        let plain = isbn.filter(\.isNumber)
        return [
            "<p>See https://example.org/books/\(plain) for more.</p>",
            "<p><a href='x'>https://example.org/isbn/\(isbn)</a></p>",
            "<p>www.example.org/dp/\(plain)/ref</p>",
        ].randomElement(using: &random)!
    }

    private static func imprint(_ isbn: String, _ random: inout SeededGenerator) -> String {
        [
            "<p>© 2020 Windward Press. All rights reserved.</p><p>ISBN \(isbn)</p>",
            "<svg viewBox='0 0 9 9'><text>Copyright 2020</text><text><tspan>ISBN </tspan>\(isbn)</text></svg>",
            "<p>First published 2020</p><p>ISBN: \(isbn.filter(\.isNumber))</p>",
        ].randomElement(using: &random)!
    }

    /// Numbers in package and imprint, in program code, in a link and in an advertisement, in any order.
    @Test func `numbers far from an imprint don't contradict the book's own`() throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<300 {
            let numbers = Self.isbns.shuffled(using: &random)
            let package = Bool.random(using: &random) ? numbers[0] : nil
            let imprint = Bool.random(using: &random) ? numbers[[0, 1].randomElement(using: &random)!] : nil
            var parts = ["<h1>A book</h1>", Self.prose]
            if let imprint { parts.append(Self.imprint(imprint, &random)) }
            if Bool.random(using: &random) { parts.append(Self.prose + Self.code(numbers[2], &random)) }
            if Bool.random(using: &random) { parts.append(Self.link(numbers[3], &random)) }
            if Bool.random(using: &random) {
                parts.append("<p>Out now: The Other Book</p><p>ISBN \(numbers[4])</p>")
            }
            parts.shuffle(using: &random)
            let answer = try answer(
                EPUBFile.bytes(identifiers: package.map(Self.package) ?? "", parts))
            let found = answer.isbns.map(\.isbn.hyphenated)
            switch (package, imprint) {
            case (let package?, let imprint?) where package != imprint:
                #expect(found == [], "\(parts)")
                #expect(answer.candidates.prefix(2).map(\.isbn.hyphenated) == [imprint, package], "\(parts)")
            case (let own?, _), (nil, let own?): #expect(found == [own], "\(parts)")
            case (nil, nil):
                #expect(found == [], "\(parts)")
            }
        }
    }

    @Test(arguments: ["978-1-234-56789-7", "1-234-56789-X", "978-0-12-345678-6"])
    func `the number of a template is none`(sample: String) throws {
        for package in ["", Self.package(sample)] {
            let text = "<p>© 2020 Windward Press</p><p>ISBN \(sample)</p>"
            let answer = try answer(EPUBFile.bytes(identifiers: package, [text]))
            #expect(answer.isbns.isEmpty && answer.candidates.isEmpty)
        }
    }

    @Test func `a long part has an imprint only where its words are`() throws {
        let far = String(repeating: Self.prose, count: 10)
        let text = "<p>© 2020 Windward Press. ISBN \(Self.isbns[0])</p>\(far)<p>ISBN \(Self.isbns[1])</p>"
        let answer = try answer(EPUBFile.bytes([text]))
        #expect(answer.isbns.map(\.isbn.hyphenated) == [Self.isbns[0]])
    }
}
