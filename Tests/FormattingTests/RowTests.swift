// Common properties of the rows of every listing.
import Books
import Testing

@testable import Formatting

struct RowTests {
    /// The CSV headers of each kind.
    private static let kinds: [[String]] = [
        ScanRow.columns.map(\.head), BookRow.columns.map(\.head), CommentRow.columns.map(\.head),
        ISBNAnswer.columns.map(\.head),
    ]

    @Test(arguments: kinds) func `heads are in snake case and differ`(heads: [String]) {
        #expect(heads.allSatisfy { $0.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil })
        #expect(Set(heads).count == heads.count)
    }

    @Test func `nothing printed is a head in CSV alone`() throws {
        let heads = ISBNAnswer.columns.filter { $0.cell != nil }.map(\.head).joined(separator: ",") + "\r\n"
        let printed = try OutputFormat.allCases.map { try RowPrinter<ISBNAnswer>.printed($0, []) }
        #expect(printed == OutputFormat.allCases.map { $0 == .csv ? heads : "" })
    }
}
