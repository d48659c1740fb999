// Data that is shared beside the project: ten thousand ISBNs of real books, and the agency's range message.
import Foundation
import TestSupport
import Testing

@testable import Books

struct SharedDataTests {
    private static let folder = Repository.shared.appending(path: "data")
    private static let isPresent = FileManager.default.fileExists(atPath: folder.path)
    private static let absence: Testing.Comment = "needs ../shared/data, which is not beside this checkout"

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test(.enabled(if: isPresent, absence))
    func `real books are registered`() throws {
        let rows = try Self.text("goodbooks-10k-books.csv").split(separator: "\n").dropFirst()
        let isbn10s = rows.compactMap { row in
            let fields = row.split(separator: ",", maxSplits: 6, omittingEmptySubsequences: false)
            guard fields.count > 5, !fields[5].isEmpty else { return nil as String? }
            return String(repeating: "0", count: max(0, 10 - fields[5].count)) + fields[5]
        }
        // A few rows of the file are wrong.
        let isbns = isbn10s.compactMap { text in (try? ISBN(text)).map { (text, $0) } }
        #expect(isbns.count > 9_200 && isbn10s.count - isbns.count < 30)
        for (text, isbn) in isbns { #expect(isbn.isbn10 == text) }
        #expect(isbns.filter { !$0.1.isRegistered }.count < 10)
    }

    /// The first and the last number of every rule, split as the rule says.
    @Test(.enabled(if: isPresent, absence))
    func `every rule of the range message holds`() throws {
        var group = ""
        var range = ("", "")
        var rules = 0
        for match in try Self.text("RangeMessage.xml").matches(of: /<(Prefix|Range|Length)>(.+?)</) {
            switch match.1 {
            case "Prefix": group = String(match.2)
            case "Range": range = (String(match.2.prefix(7)), String(match.2.suffix(7)))
            default:
                guard group.contains("-") else { continue }
                let length = try #require(Int(match.2))
                rules += 1
                for (start, filler) in [(range.0, "0"), (range.1, "9")] {
                    try holds(group, start, filler, length)
                }
            }
        }
        #expect(rules > 1_000)
    }

    private func holds(_ group: String, _ start: String, _ filler: String, _ length: Int) throws {
        let room = 13 - group.count
        let digits = String((start + String(repeating: filler, count: room)).prefix(room))
        let twelve = try #require(UInt64(group.filter { $0 != "-" } + digits))
        let isbn = ISBN(twelve: twelve)
        if length == 0 {
            #expect(!isbn.isRegistered, "\(isbn.isbn13)")
        } else {
            let expected = [group, String(digits.prefix(length)), String(digits.dropFirst(length))]
            #expect(isbn.hyphenated.dropLast(2) == expected.joined(separator: "-"))
        }
    }
}
