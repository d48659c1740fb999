// Which names are one.
import Books
import Testing

struct NameKeyTests {
    @Test(arguments: [
        ("Maria", "MARIA"), ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"), ("STRASSE", "Straße"), ("Jos\u{E9}", "JOSE\u{301}"),
        ("\u{1FB3}", "\u{391}\u{399}"), ("İpek", "i\u{307}PEK"),
    ])
    func `case and composition make no other name`(name: String, other: String) {
        #expect(name.nameKey.isSpelled(other.nameKey))
        #expect(ListName(name)?.key.isSpelled(ListName(other)?.key ?? "") == true)
    }

    @Test(arguments: [("Jose", "Jos\u{E9}"), ("Οδυσσευς", "Οδυσσεύς"), ("Işık", "Işik"), ("Ana", "An")])
    func `other letters do`(name: String, other: String) { #expect(name.nameKey != other.nameKey) }
}
