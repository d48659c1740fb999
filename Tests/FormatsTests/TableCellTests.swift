// Dates and ratings in tables.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct TableCellTests {
    @Test(arguments: [
        ("2021-03-14", "2021-03-14"), ("2021/3/14", "2021-03-14"), ("[2007-04-16]", "2007-04-16"),
        ("2021-01-19T22:41:16+01:00", "2021-01-19"), ("2021-03-14 10:22:00", "2021-03-14"), ("2021", "2021"),
        ("2021-03", "2021-03"), ("2021/03", "2021-03"), ("03/2021", "2021-03"), ("20210314", "2021-03-14"),
        ("14/03/2021", "2021-03-14"), ("3/14/2021", "2021-03-14"), ("14.03.2021", "2021-03-14"),
        ("3.4.2021", "2021-04-03"), ("14. 3. 2021", "2021-03-14"), ("2021. 3. 14.", "2021-03-14"),
        ("March 2021", "2021-03"), ("14 March 2021", "2021-03-14"), ("Mar 14, 2021", "2021-03-14"),
        ("14. März 2021", "2021-03-14"), ("14 de marzo de 2021", "2021-03-14"), ("mars 2021", "2021-03"),
        ("Sunday, March 14, 2021", "2021-03-14"), ("14 марта 2021", "2021-03-14"), ("5/5/2021", "2021-05-05"),
        ("2021年3月14日", "2021-03-14"), ("2021年", "2021"), ("14-Mar-21", "2021-03-14"),
        ("1 mars 99", "1999-03-01"), ("14.3.21", "2021-03-14"), ("12/31/99", "1999-12-31"),
        ("3/14/21 10:22", "2021-03-14"), ("31.12.68", "1968-12-31"),
    ])
    func `dates are understood`(cell: String, date: String) {
        guard case .date(let read, _) = DateCell(cell) else {
            Issue.record("\(cell): \(DateCell(cell))")
            return
        }
        #expect(read.description == date)
    }

    @Test(arguments: [
        "sometime", "14/03/21", "32.01.2021", "31/13/2021", "2021-02-30", "2099-01-01", "44269", "1614988800",
        "March", "0000-00-00", "13.14.2021", "2021-03-14-15", "",
        "14-03-21", "99-Dec-31", "Mar-21", "31.2.21", "12/31/9",
    ])
    func `invalid and future dates are reported`(cell: String) {
        #expect(DateCell(cell) == .unknown)
    }

    @Test func `what may be two dates is both`() throws {
        let (march, april) = (PartialDate("2021-03-04"), PartialDate("2021-04-03"))
        for cell in ["03/04/2021", "3/4/21"] {
            #expect(try DateCell(cell) == .either(dayFirst: #require(april), monthFirst: #require(march)))
        }
    }

    @Test func `every day is read in every form`() throws {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<300 {
            let (year, month) = (
                Int.random(in: 1900...2025, using: &random), Int.random(in: 1...12, using: &random)
            )
            let day = Int.random(in: 1...28, using: &random)
            let date = try #require(PartialDate(year: year, month: month, day: day))
            for cell in [
                "\(year)-\(month)-\(day)", "\(day).\(month).\(year)", "\(year)/\(month)/\(day) 12:00",
            ] {
                guard case .date(date, _) = DateCell(cell) else {
                    Issue.record("\(cell)")
                    return
                }
            }
            switch DateCell("\(day)/\(month)/\(year)") {
            case .date(let read, _): #expect(read == date)
            case .either(let dayFirst, let monthFirst):
                #expect(dayFirst == date && monthFirst == PartialDate(year: year, month: day, day: month))
            case .unknown: Issue.record("\(day)/\(month)/\(year)")
            }
        }
    }

    @Test(arguments: [
        ("4", 4.0), ("4,5", 4.5), ("5/5", 5), ("5.0/5.0", 5), ("4,5 / 5,0", 4.5), ("8/10", 4),
        ("9 / 10", 4.5), ("90/100", 4.5),
        ("4 out of 5", 4),
        ("****", 4), ("★★★½", 3.5), ("★★★¼", 3.25), ("★★★☆☆", 3), ("⭐⭐⭐", 3), ("⭐️⭐️", 2), ("4 stars", 4),
        ("0", 0),
        ("1 star", 1), ("☆☆☆☆☆", 0), ("4★", 4), ("4/5 stars", 4), ("8/10 Sterne", 4), ("80%", 4),
        ("90 %", 4.5),
        ("3,5 étoiles", 3.5),
    ])
    func `ratings are understood`(cell: String, stars: Double) { #expect(RatingCell.stars(cell) == stars) }

    @Test(arguments: [
        "8", "great", "6/5", "5/0", "******", "-1", "1e0", "nan", "4/5/6", "١", "", "120%", "%", "stars",
    ])
    func `invalid ratings are reported`(cell: String) { #expect(RatingCell.stars(cell) == nil) }

    @Test func `books without a rating say nothing about the scale`() {
        #expect(RatingScale(of: [0, 0, 0, 0, 0, 90, 85, 10, 7, 70]) == .unknown)
        #expect(RatingScale(of: [0, 0, 8]) == .ten && RatingScale(of: [0, 4]) == .five)
    }

    @Test(arguments: [
        ("2008", 2008), ("2008.0", 2008), ("-720", -720), ("14.03.2008", 2008), ("03/14/08", 2008),
        ("20080314", 2008), ("1st ed. 2005", 2005), ("c1987", 1987), ("昭和54年", nil), ("12345", nil),
        ("-5001", nil), ("99999999999999999999", nil), ("", nil),
    ])
    func `years are understood, or none is taken`(cell: String, year: Int?) {
        #expect(CellText.year(cell) == year)
    }

    @Test(arguments: [
        ("374", 374), ("374.0", 374), ("374 p.", 374), ("1,024", 1024), ("1.024", 1024), ("1 024 S.", 1024),
        ("xii, 374 p. ; 22 cm", 374), ("1e9", nil), ("99999999", nil), ("-5", nil), ("12-34", nil),
        ("many", nil), ("[374] p.", 374), ("ca. 300", 300), ("300+", 300), ("20 cm", nil),
        ("[4] 374 p.", 374),
    ])
    func `numbers of pages are understood, or none is taken`(cell: String, pages: Int?) {
        #expect(CellText.pages(cell) == pages)
    }

    @Test func `cells with several values are read back unchanged`() {
        var random = SeededGenerator(seed: 23)
        let pieces = ["a", ";", "\\", ",", "; ", "|", "é", "\u{301}", "\"", "한", "👩‍👧"]
        for _ in 0..<2000 {
            let values = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                    pieces.randomElement(using: &random)
                }
                .joined().tidied
            }
            let escaped = values.map { $0.replacing("\\", with: "\\\\").replacing(";", with: "\\;") }
            #expect(CellText.escapedParts(escaped.joined(separator: "; ")) == values)
        }
    }

    @Test(arguments: [
        "read", "read to 2019", "read 2019-01 to 2019-02-03", "reading 2026-11-02 to", "abandoned to 2020",
    ])
    func `readings of a cell come back`(cell: String) {
        #expect(ReadingStatus(cell: cell, person: "ion")?.cell == cell)
    }

    @Test(arguments: [
        "", "to 2019", "read 2019", "read to", "read 2019 to 2020 to", "read to yesterday", "2023|2024|",
    ])
    func `invalid readings are reported`(cell: String) {
        let reading = ReadingStatus(cell: cell, person: "ion")
        #expect(reading == nil || reading?.cell == "read")
    }
}
