// Years, months and days.
import Foundation
import TestSupport
import Testing

@testable import Books

struct PartialDateTests {
    @Test(arguments: [
        ("2021", true), ("2021-03", true), ("2021-03-14", true), ("2024-02-29", true), ("2021-02-29", false),
        ("2021-13", false), ("2021-00", false), ("2021-3", false), ("0999", false), ("21", false),
        ("", false),
        ("2021-", false), ("2021-03-14-1", false), ("２０２１", false), ("-2021", false),
    ])
    func `a year, a month or a day of the calendar`(text: String, isDate: Bool) {
        #expect(PartialDate(text)?.description == (isDate ? text : nil))
    }

    @Test(arguments: [
        ("14.3.1999", "1999-03-14"), ("14.03.1999", "1999-03-14"), ("14. 3. 1999", "1999-03-14"),
        ("3.1999", "1999-03"), ("1999-03-14", "1999-03-14"), ("1999", "1999"),
        ("31.2.1999", nil), ("3.14.1999", nil), ("14.3.99", nil), ("14.3.", nil), ("1999.3.14", nil),
        ("14.3-1999", nil), ("1.14.3.1999", nil), (".1999", nil), ("14/3/1999", nil), ("٣.1999", nil),
    ])
    func `a date is typed with points, too`(text: String, date: String?) {
        #expect(PartialDate(typed: text)?.description == date)
    }

    @Test func `a date's text keeps its precision, and sorts`() throws {
        var random = SeededGenerator(seed: 21)
        var dates: [PartialDate] = []
        for _ in 0..<500 {
            let month = Bool.random(using: &random) ? Int.random(in: 0...13, using: &random) : nil
            let day =
                month == nil
                ? nil : Bool.random(using: &random) ? Int.random(in: 0...32, using: &random) : nil
            let date = PartialDate(year: Int.random(in: 1990...2030, using: &random), month: month, day: day)
            guard let date else { continue }
            let json = try JSONEncoder().encode([date])
            #expect(PartialDate(date.description) == date)
            #expect(try JSONDecoder().decode([PartialDate].self, from: json) == [date])
            dates.append(date)
        }
        #expect(dates.count > 200)
        #expect(dates.sorted().map(\.description) == dates.map(\.description).sorted())
    }

    @Test func `dates agree if one is a more precise form of the other`() throws {
        let (year, month, day) = (PartialDate("2021"), PartialDate("2021-03"), PartialDate("2021-03-14"))
        #expect(try #require(year).agrees(with: #require(day)) && #require(day).agrees(with: #require(month)))
        #expect(try !#require(month).agrees(with: #require(PartialDate("2021-04"))))
        let today = try #require(Day("2021-03-14"))
        #expect(try !#require(year).isAfter(today) && !#require(day).isAfter(today))
        #expect(try #require(PartialDate("2021-04")).isAfter(today))
    }
}
