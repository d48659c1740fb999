// The series of library records.
import Foundation
import Testing

@testable import MARC

struct SeriesTests {
    private func book(_ fields: [MARCRecord.Field]) -> (series: String?, number: String?) {
        var record = MARCRecord()
        record.fields = [MARCRecord.Field(tag: "245", subfields: [("a", "Winter light")])] + fields
        let book = record.book(.marc21)
        return (book?.series, book?.seriesNumber)
    }

    /// The caption and punctuation of the number are removed.
    @Test(arguments: [
        ("Harbour stories ;", "3", "Harbour stories", "3"),
        ("Harbour stories ;", "bk. 3", "Harbour stories", "3"),
        ("Hafengeschichten", "Bd. 3", "Hafengeschichten", "3"),
        ("Harbour stories,", "1-3.", "Harbour stories", "1-3"),
        ("Harbour stories", "no. 12A", "Harbour stories", "12A"),
        ("Harbour stories", "Winter", "Harbour stories", "Winter"),
        ("[Harbour stories ;", "[2]]", "Harbour stories", "2"),
    ])
    func `series and number`(name: String, number: String, series: String, place: String) {
        let found = book([
            MARCRecord.Field(tag: "490", indicator1: "0", subfields: [("a", name), ("v", number)])
        ])
        #expect(found.series == series && found.number == place)
    }

    @Test func `the name in the book is preferred to the library's`() {
        let traced = MARCRecord.Field(
            tag: "800", indicator1: "1",
            subfields: [("a", "Novak, Maria."), ("t", "Harbour stories (Quayside) ;"), ("v", "2.")])
        #expect(book([traced]).series == "Harbour stories (Quayside)" && book([traced]).number == "2")
        let printed = MARCRecord.Field(tag: "490", subfields: [("a", "A harbour story")])
        #expect(
            book([traced, printed]).series == "A harbour story" && book([traced, printed]).number == nil)
        let uniform = MARCRecord.Field(
            tag: "830", subfields: [("a", "Lights."), ("n", "Series 2,"), ("p", "Coast ;"), ("v", "vol. 7")])
        #expect(book([uniform]).series == "Lights. Series 2. Coast" && book([uniform]).number == "7")
        #expect(book([]).series == nil && book([]).number == nil)
    }
}
