// The answer about one number in each format.
import Books
import Foundation
import Output
import TestSupport
import Testing

@testable import Formatting

struct ISBNAnswerTests {
    @Test func `text is one number or holds some`() {
        #expect(ISBNAnswer.answers(for: "0-306-40615-2").map(\.isbn?.isbn13) == ["9780306406157"])
        #expect(ISBNAnswer.answers(for: "306-40615-2").map(\.isbn?.isbn13) == ["9780306406157"])
        let several = ISBNAnswer.answers(for: "ISBN 0-306-40615-2 (pbk.), ISBN 0-8044-2957-1")
        #expect(several.map(\.isbn?.isbn13) == ["9780306406157", nil])
        #expect(several.map(\.qualifier) == ["pbk.", nil])
        #expect(several.last?.error == .checkDigit(found: "1", expected: "X"))
        #expect(ISBNAnswer.answers(for: "").map(\.error) == [.length(0)])
    }

    @Test func `table row explains`() {
        #expect(
            ISBNAnswer("080442957X").tableLines(width: nil) == [
                "978-0-8044-2957-3  0-8044-2957-X  English language, registrant 8044 (range 7000–8499)  "
                    + "080442957X"
            ])
        #expect(
            ISBNAnswer("9797301085263").tableLines(width: nil) == [
                "9797301085263                     outside the registered ranges                     "
                    + "9797301085263"
            ])
        #expect(ISBNAnswer("\u{1B}[2J").tableLines(width: nil).first?.contains("\u{1B}") == false)
        #expect(ISBNAnswer("0306406153").tableLines(width: nil).first?.hasPrefix("not valid") == true)
    }

    @Test func `text is the number alone`() {
        #expect(ISBNAnswer("080442957X").textLines == ["9780804429573"])
        #expect(ISBNAnswer("0804429571").textLines == [])
    }

    @Test(arguments: [
        "0-306-40615-2", "9791090636071", "9797301085263", "0306406153", "306-40615-2",
        "a\"\\\u{1B}\u{202E}é\n",
    ])
    func `object fits its schema`(_ text: String) throws {
        let line = try JSONLine.line(ISBNAnswer(text))
        #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { !$0.isNewline && $0 != "\u{1B}" })
        let value = try JSONValue(line)
        #expect(try JSONSchema.named("isbn").problems(value) == [])
        #expect(value["text"] == .text(text))
        #expect(value["valid"] == .truth((try? ISBN(text)) != nil))
        #expect(value["isbn13"] == (try? ISBN(text)).map { .text($0.isbn13) } ?? .null)
    }

    @Test func `CSV disarms formulas`() throws {
        let rows = try RowPrinter.printed(.csv, [ISBNAnswer("=1+1")]).split(separator: "\r\n")
        #expect(rows.last?.hasPrefix("'=1+1,") == true)
    }
}
