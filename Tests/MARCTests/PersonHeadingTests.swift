// The full stop at the end of persons' names in library records.
import Foundation
import Testing

@testable import MARC

struct PersonHeadingTests {
    private func names(_ fields: [MARCRecord.Field], _ dialect: MARCDialect) -> [String]? {
        var record = MARCRecord()
        let title = dialect == .marc21 ? "245" : "200"
        record.fields = [MARCRecord.Field(tag: title, subfields: [("a", "Winter light")])] + fields
        return record.book(dialect)?.contributors.map(\.name)
    }

    @Test(arguments: [
        ("Okafor, Ada.", "Ada Okafor"), ("Novak, Amy.", "Amy Novak"), ("Eva.", "Eva"),
        ("Chen, Li.", "Li Chen"),
        ("Brown, Ed.", "Ed Brown"), ("Novak, Maria.", "Maria Novak"), ("Ng, Ai-Li.", "Ai-Li Ng"),
        ("Толстой, Лев.", "Лев Толстой"), ("Novak, Zoë.", "Zoë Novak"),
        ("Novak, J.", "J. Novak"), ("Tolkien, J. R. R.", "J. R. R. Tolkien"),
        ("Tolkien, J.R.R.", "J.R.R. Tolkien"), ("Novak, J.-P.", "J.-P. Novak"), ("Novak, É.", "É. Novak"),
        ("Brown, Geo.", "Geo. Brown"), ("Brown, Wm.", "Wm. Brown"), ("Brown, Chas.", "Chas. Brown"),
        ("Brown, Edw.", "Edw. Brown"), ("Martin Luther King Jr.", "Martin Luther King Jr."),
        ("Ludwig XIV.", "Ludwig XIV."),
    ])
    func `only initials and abbreviations keep it`(heading: String, name: String) {
        #expect(
            names([MARCRecord.Field(tag: "100", indicator1: "1", subfields: [("a", heading)])], .marc21) == [
                name
            ])
    }

    @Test func `given names of their own lose it, too`() {
        let field = MARCRecord.Field(tag: "700", subfields: [("a", "Okafor,"), ("b", "Ada.")])
        #expect(names([field], .unimarc) == ["Ada Okafor"])
    }
}
