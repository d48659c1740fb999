// Memory does not grow with the number of books that are looked up.
import Foundation
import Testing

struct LookUpMemoryTests {
    private static let imported = 16_000

    @Test func `memory stays flat, and every line is there`() async throws {
        let program = try Program()
        let numbers = (0..<Self.imported).map { Self.isbn($0) }
        let table = numbers.enumerated().map { "\($1),Title \($0),Ann Author,Press,1990,eng,owned\n" }
        try program.write(
            Data("isbn13,title,authors,publisher,year,language,shelves\n\(table.joined())".utf8),
            to: "table.csv")
        // The first again, long after its answer was printed.
        let list = (numbers + [numbers[0]]).joined(separator: "\n")
        try program.write(Data(list.utf8), to: "list")
        let outcome = try await program.shell(
            """
            bookzone import csv table.csv >/dev/null
            for count in 2000 \(numbers.count + 1); do
                head -$count list | python3 -c 'import resource, subprocess
            subprocess.run(["bookzone", "lookup", "--offline", "-"], check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
            done
            """)
        #expect(outcome.exitCode == 0 && outcome.stderr == "")
        let lines = outcome.lines
        try #require(lines.count == 2000 + 1 + numbers.count + 1 + 1)
        #expect(lines[2001].contains("Title 0,") && lines[lines.count - 2] == lines[2001])
        let (few, many) = (try #require(Int(lines[2000])), try #require(Int(lines[lines.count - 1])))
        #expect(Double(many) <= 1.2 * Double(few), "\(few) kB and \(many) kB")
    }

    private static func isbn(_ place: Int) -> String {
        let body = "978" + String(String(1_000_000_000 + place).dropFirst())
        let sum = zip(body, 0...).reduce(0) { $0 + $1.0.wholeNumberValue! * ($1.1.isMultiple(of: 2) ? 1 : 3) }
        return body + "\((10 - sum % 10) % 10)"
    }
}
