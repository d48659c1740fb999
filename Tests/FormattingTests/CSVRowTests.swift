// CSV cells according to RFC 4180, and none that a spreadsheet would compute.
import Output
import Testing

@testable import Formatting

struct CSVRowTests {
    @Test(arguments: [
        ("a", "a"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("a\nb", "\"a\nb\""), ("-", "-"),
        ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("＝1", "'＝1"),
        ("\r\nx", "\"'\r\nx\""), ("", ""),
    ])
    func cells(text: String, cell: String) {
        #expect(CSVRow.line([text]) == cell + "\r\n")
    }

    @Test func `missing cells are empty`() {
        #expect(CSVRow.line([nil, "b", nil]) == ",b,\r\n")
    }
}
