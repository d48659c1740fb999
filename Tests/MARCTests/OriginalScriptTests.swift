// MARC 21's fields 880: the original script beside the romanized form.
import Books
import Foundation
import Testing

@testable import MARC

struct OriginalScriptTests {
    /// A record of fields written as `245 $6880-01$aTitle`.
    private static func record(_ fields: [String]) -> MARCRecord {
        var record = MARCRecord()
        for text in fields {
            var field = MARCRecord.Field(tag: String(text.prefix(3)), indicator2: "0")
            for part in text.dropFirst(4).split(separator: "‡") {
                field.subfields.append((String(part.prefix(1)), String(part.dropFirst())))
            }
            record.fields.append(field)
        }
        return record
    }

    private static func original(_ fields: [String]) -> (title: String?, names: [String])? {
        record(fields).book(.marc21).map { ($0.originalScriptTitle, $0.originalScriptNames) }
    }

    private static let latin = [
        "100 ‡6880-01‡aNovak, Marii͡a,‡eauthor.", "245 ‡6880-02‡aMai͡ak :‡bpovestʹ /‡cM. Novak.",
    ]

    @Test func `both forms are kept`() throws {
        let fields =
            Self.latin + [
                "260 ‡6880-03‡aMoskva :‡bGavanʹ,‡c2004.", "880 ‡6100-01/(N‡aНовак, Мария,‡eauthor.",
                "880 ‡6245-02/(N‡aМаяк :‡bповесть /‡cМария Новак.",
                "880 ‡6260-03/(N‡aМосква :‡bГавань,‡c2004.",
            ]
        let book = try #require(Self.record(fields).book(.marc21))
        #expect(book.title == "Mai͡ak" && book.subtitle == "povestʹ")
        #expect(book.contributors == [Contributor(name: "Marii͡a Novak")])
        #expect(book.originalScriptTitle == "Маяк: повесть")
        #expect(book.originalScriptNames == ["Мария Новак"])
        #expect(book.publisher == "Gavanʹ" && book.year == 2004)
    }

    /// Each with the title's link, its text, a name's link and its text, and the result.
    @Test(arguments: [
        ("245-02/$1", "灯台の地図 /", "100-01/$1", "岡本, 花子,", "灯台の地図", "岡本花子"),
        ("245-02/$1", "등대 지도", "100-01/$1", "김, 영희", "등대 지도", "김영희"),
        ("245-02/Hani", "灯塔：", "100-01/Hani", "李,", "灯塔", "李"),
        // From right to left, with the marks and the comma of such records.
        (
            "245-02/(3/r", "\u{200F}أطلس الفوانيس،", "100-01/(3/r", "نوفاك، مريم،\u{200F}", "أطلس الفوانيس",
            "مريم نوفاك"
        ),
        ("245-02/(2/r", "אַטְלַס הַפָּנָסִים.", "100-01/(2/r", "נובק, מרים.", "אַטְלַס הַפָּנָסִים", "מרים נובק"),
        ("245-02//r", "אטלס", "100-01//r", "נובק, ש. י.", "אטלס", "ש. י. נובק"),
        ("245-02", "Άτλας", "100-01", "Νόβακ, Μαρία", "Άτλας", "Μαρία Νόβακ"),
        // Linked with no field of the record, or with the wrong one.
        ("245-00", "Маяк", "100-00/(N", "Новак, Мария", "Маяк", "Мария Новак"),
        ("245-09", "Маяк", "700-09", "Новак, Мария", "Маяк", "Мария Новак"),
    ])
    func `scripts and links of every kind`(
        _ titleLink: String, _ title: String, _ nameLink: String, _ name: String, _ expected: String,
        _ maker: String
    ) throws {
        let fields = Self.latin + ["880 ‡6\(titleLink)‡a\(title)", "880 ‡6\(nameLink)‡a\(name)"]
        let found = try #require(Self.original(fields))
        #expect(found.title == expected)
        #expect(found.names == [maker])
    }

    /// Text that nobody can read is dropped.
    @Test(arguments: [
        // Undecoded MARC-8, with its escapes and without them.
        "‡6245-02/$1‡a\u{1B}$1!0`!9:!TJ\u{1B}(B", "‡6245-02/$1‡a$1!0`!9:!TJ(B", "‡6245-02/(N‡a\u{1B}(NmAQK",
        "‡6245-02/(N‡aÍÁÑÊ", "‡6245-02/(3/r‡aأط\u{FFFD}س",
        // The romanized form in field 880.
        "‡6245-02/(B‡aMai͡ak", "‡6245-02‡aⅩⅣ ﬁn",
        // No link, or none to a title.
        "‡aМаяк", "‡6880-02‡aМаяк", "‡6245‡aМаяк", "‡6‡aМаяк", "‡6a-b-c‡aМаяк", "‡6246-02‡aМаяк",
        "‡6245-02/(N‡cМаяк",
    ])
    func `a title in Latin script is not an original title`(_ field: String) throws {
        #expect(try #require(Self.original(Self.latin + ["880 \(field)"])).title == nil)
    }

    @Test func `unreadable text is skipped`() {
        let found = Self.original(Self.latin + ["880 ‡6245-02/(B‡aMai͡ak", "880 ‡6245-02/(N‡aМаяк‡p2.‡pЗима"])
        #expect(found?.title == "Маяк. 2. Зима")
    }

    /// The same people as in the romanized form: no related works, no publishers.
    @Test func `names are those of makers`() {
        let fields =
            Self.latin + [
                "700 ‡6880-05‡aOkafor, Ada,‡eeditor.", "710 ‡6880-06‡aObshchestvo mai͡akov,‡eeditor.",
                "880 ‡6700-05/(N‡aОкафор, Ада,", "880 ‡6700-04/(N‡aНовак, Мария.‡tДругая книга.",
                "880 ‡6710-06/(N‡aОбщество маяков,", "880 ‡6710-07/(N‡aГавань", "880 ‡6650-08/(N‡aМаяки",
                "880 ‡6700-05/(N‡aОкафор, Ада,",
            ]
        #expect(Self.original(fields)?.names == ["Ада Окафор", "Общество маяков"])
    }

    @Test func `a record without hints has none`() {
        let found = Self.original(Self.latin)
        #expect(found?.title == nil && found?.names == [])
    }
}
