// What is said of one number in each format.
import Books
import Foundation
import Testing

@testable import Reporting

struct ISBNAnswerTests {
    @Test func aTextIsOneNumberOrHoldsSome() {
        #expect(ISBNAnswer.answers(for: "0-306-40615-2").map(\.isbn?.isbn13) == ["9780306406157"])
        #expect(ISBNAnswer.answers(for: "306-40615-2").map(\.isbn?.isbn13) == ["9780306406157"])
        let several = ISBNAnswer.answers(for: "ISBN 0-306-40615-2 (pbk.), ISBN 0-8044-2957-1")
        #expect(several.map(\.isbn?.isbn13) == ["9780306406157", nil])
        #expect(several.map(\.qualifier) == ["pbk.", nil])
        #expect(several.last?.error == .checkDigit(found: "1", expected: "X"))
        #expect(ISBNAnswer.answers(for: "").map(\.error) == [.length(0)])
    }

    @Test func aTableRowExplains() {
        #expect(
            ISBNAnswer("080442957X").lines(.table)
                == "978-0-8044-2957-3  0-8044-2957-X  English language, registrant 8044 (range 7000–8499)  "
                + "080442957X\n")
        #expect(
            ISBNAnswer("9797301085263").lines(.table)
                == "9797301085263                     outside the registered ranges                     "
                + "9797301085263\n")
        #expect(ISBNAnswer("\u{1B}[2J").lines(.table).contains("\u{1B}") == false)
        #expect(ISBNAnswer("0306406153").lines(.table).hasPrefix("not valid"))
    }

    @Test func textIsTheNumberAlone() {
        #expect(ISBNAnswer("080442957X").lines(.text) == "9780804429573\n")
        #expect(ISBNAnswer("0804429571").lines(.text) == "")
    }

    @Test(arguments: [
        "0-306-40615-2", "9791090636071", "9797301085263", "0306406153", "a\"\\\u{1B}\u{202E}é\n",
    ])
    func jsonHoldsEveryKeyInOrder(_ text: String) throws {
        let line = ISBNAnswer(text).lines(.jsonl)
        #expect(line.hasSuffix("}\n") && line.dropLast().allSatisfy { !$0.isNewline && $0 != "\u{1B}" })
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let record = try #require(object as? [String: Any])
        #expect(record["text"] as? String == text)
        #expect(record["valid"] as? Bool == ((try? ISBN(text)) != nil))
        #expect(record["isbn13"] as? String == (try? ISBN(text))?.isbn13)
        let keys = line.matches(of: /"(\w+)":/).map { String($0.1) }
        #expect(keys == keys.sorted() && Set(keys) == Set(record.keys))
        #expect(keys.count == 17)
    }

    @Test func csvHasAColumnForEachHeading() {
        let columns = ISBNAnswer.csvHeader.split(separator: ",").count
        for text in ["0-306-40615-2", "9797301085263", "0306406153"] {
            let row = ISBNAnswer(text).lines(.csv)
            let plain = row.replacing(/"[^"]*"/, with: "quoted")
            #expect(plain.split(separator: ",", omittingEmptySubsequences: false).count == columns)
        }
        #expect(ISBNAnswer("=1+1").lines(.csv).hasPrefix("'=1+1,"))
    }
}
