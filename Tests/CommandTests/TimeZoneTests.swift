// Dates are the same in every time zone; times are shown in the local time zone.
import Foundation
import Testing

struct TimeZoneTests {
    private static let zones = ["America/Los_Angeles", "UTC", "Pacific/Kiritimati"]
    private static let table = """
        isbn,title,authors,lists,rating,review,date read,date started
        9780439023481,The Lantern Atlas,Ana Novak,read,4,Bright.,2024-03-14,2024-02-29
        9780306406157,Another,Ana Novak,read,,,2024-01-01,
        9780439554930,A Third,Ana Novak,read,5,Long ago.,2021,
        """

    /// The lines of all commands that show a date that was given.
    private static func days(_ zone: String) async throws -> [String] {
        let program = try Program()
        try program.write(Data(table.utf8), to: "books.csv")
        let outcome = try await program.shell(
            """
            bookzone import csv books.csv >/dev/null
            bookzone list show read --format card | grep -E '^(Read|ana )'
            bookzone lookup --offline 9780439023481 | grep -E '^(Read|ana )'
            bookzone comment list 9780439023481; bookzone comment list 9780439554930
            bookzone comment list 9780439023481 --format jsonl | grep -o '"written":"[^"]*"'
            bookzone comment list 9780439023481 --format csv | grep -o '2024-[-0-9T:Z]*'
            bookzone list show read --format jsonl | grep -oE '"(written|started|ended)":"[^"]*"'
            bookzone export csv -o - 2>/dev/null | grep -oE '2024-[-0-9T:Z]*'
            bookzone store dump 2>/dev/null | grep -oE '"day":"[^"]*"'
            """, environment: ["TZ": zone, "BOOKZONE_USER": "ana"])
        #expect(outcome.exitCode == 0, "\(outcome.stderr)")
        return outcome.lines
    }

    @Test func `a day from a table is the same day in every time zone`() async throws {
        let lines = try await Self.days("UTC")
        #expect(lines.filter { $0.hasPrefix("ana      4   2024-03-14") }.count == 2, "\(lines)")
        #expect(lines.contains("Read     ana, 2024-02-29 to 2024-03-14"), "\(lines)")
        #expect(
            lines.contains("\"written\":\"2024-03-14\"") && lines.contains("\"day\":\"2024-03-14\""),
            "\(lines)")
        #expect(lines.contains { $0.hasPrefix("ana      5   2021  Long ago.") }, "\(lines)")
        #expect(lines.contains("\"written\":\"2021\""), "\(lines)")
        for zone in Self.zones { #expect(try await Self.days(zone) == lines, "\(zone)") }
    }

    /// A comment written now has today's local date, in the command and in its history.
    @Test func `a comment of this moment has the day that it is here`() async throws {
        for zone in Self.zones {
            let program = try Program()
            let outcome = try await program.shell(
                """
                before=$(date +%F); bookzone comment add 9780439023481 Fine. >/dev/null
                bookzone list add read 9780439023481 >/dev/null 2>&1
                after=$(date +%F); echo "$before"; echo "$after"
                bookzone lookup --offline 9780439023481 | grep -oE '^ana .*[0-9]{4}-[0-9]{2}-[0-9]{2}' | grep -oE '[0-9-]{10}$'
                bookzone history --limit 1 | cut -c1-10
                """, environment: ["TZ": zone, "BOOKZONE_USER": "ana"])
            let days = outcome.lines
            try #require(days.count == 4, "\(outcome)")
            #expect(days.dropFirst(2).allSatisfy { $0 == days[0] || $0 == days[1] }, "\(zone): \(days)")
        }
    }
}
