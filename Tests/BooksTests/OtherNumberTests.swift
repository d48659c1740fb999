// Words before numbers that are not ISBNs: other standards, telephones.
import Testing

@testable import Books

struct OtherNumberTests {
    private static func isOther(_ before: String) -> Bool {
        ISBN.announcement(before: before.unicodeScalars.count, in: before + "0306406152") == .otherNumber
    }

    @Test(arguments: [
        "ISSN ", "ISMN ", "ISIN ", "ASIN ", "MSDN ", "VSBN ", "ISDN ", "ISPN ", "ISRN ", "TSBN ", "ISAN ",
        "issn ",
        "Tel. ", "Tel: ", "Tel ", "ISN1 ", "Telefon ", "Phone: ", "Fax ", "FAX: ", "Telefax (", "LCCN ",
        "OCLC #",
        "UPC ",
        "DOI: ", "ISSN-", "ISSN", "ISMN: ", "e-mail, Fax ", "Call Tel. (", "电话:", "传真: ",
    ])
    func `recognises words before other numbers`(before: String) { #expect(Self.isOther(before)) }

    @Test(arguments: [
        "ISBN ", "ISBN: ", "ISBN-", "isbn ", "SBN ", "(ISBN) ", "ISBN 10: ", "", " ",
        "Printed in Great Britain ",
        "paperback ", "book ", "this ", "used ", "also ", "set ", "price ", "Telephone directory ",
        "fax, ISBN ",
        "International Standard Book Number: 1-", "Facsimile ", "tell ", "9780306406157 ",
    ])
    func `recognises no other words`(before: String) { #expect(!Self.isOther(before)) }

    @Test(arguments: [
        ("", NumberAnnouncement.book), ("ISBN ", .book), ("IS BN ", .book), ("(pbk) ", .book), ("a ", .book),
        ("Catalogue ", .unknownWord), ("Order: ", .unknownWord), ("ISSN ", .otherNumber),
    ])
    func `words of books are distinguished from others`(before: String, announcement: NumberAnnouncement) {
        #expect(
            ISBN.announcement(before: before.unicodeScalars.count, in: before + "0306406152") == announcement)
    }

    @Test(arguments: [
        "Signatur K ", "Artikel-N.: ", "N. ", "(O ", "Sig. R: ", "Stock * ", "Stock # ", "Stock *: ",
        "Tel: *", "ISN/: ", "ISN|: ", "Inv. n° ", "Vol. 3 ", "Bd. 12: ", "LSV 7321 P 18 ", "No. 12 ",
        "Telefon: (0 89) ", "Mobi ", "Rel. ",
    ])
    func `letters, signs and volumes do not hide a word`(before: String) {
        let place = before.unicodeScalars.count
        let announcement = ISBN.announcement(before: place, in: before + "0-306-40615-2", mayBeCut: false)
        #expect(announcement == .unknownWord)
    }

    @Test(arguments: [
        "| ", "* ", "• ", "Windward Press | ", "Windward Press ● ", "London / ", "Windward Press\n",
        "Berkeley 94720 ", "Windward Press 1985 ", "net 2.95 ", "Net $2 ", "3-16-148410-X ",
        "978-0-306-40615-7 ", "ISBN (10) ", "pbk. * ", "(cloth) ", "hardback: ", "BN 10: ", "12 ",
        "(vol. 2): ", "B N (Bd. 12) ",
    ])
    func `what names no number announces none`(before: String) {
        let place = before.unicodeScalars.count
        let announcement = ISBN.announcement(before: place, in: before + "0-306-40615-2", mayBeCut: false)
        #expect(announcement == .book)
    }

    @Test(arguments: [
        ("T ", true, NumberAnnouncement.book), ("T ", false, .unknownWord), ("Reihe N ", true, .unknownWord),
        ("N ", true, .book), ("N ", false, .partOfLabel), ("S N ", false, .partOfLabel),
        ("B N ", false, .book), ("ISB N ", false, .book), ("N. ", false, .unknownWord),
        ("N° ", false, .unknownWord),
    ])
    func `a letter at the edge may be the rest of a label`(
        before: String, mayBeCut: Bool, announcement: NumberAnnouncement
    ) {
        let place = before.unicodeScalars.count
        #expect(
            ISBN.announcement(before: place, in: before + "0-306-40615-2", mayBeCut: mayBeCut) == announcement
        )
    }

    @Test func `counts places in scalars`() {
        let text = "e\u{301}ditions, \u{1F4D6} ISSN 0306406152"
        let place = text.unicodeScalars.count - 10
        #expect(ISBN.announcement(before: place, in: text) == .otherNumber)
        #expect(ISBN.announcement(before: 0, in: text) == .book)
    }

    @Test(arguments: [
        "ISSN 0306406152", "Tel. 0306406152", "MSDN 0306406152", "VSBN 0306406152", "ISMN: 0306406152",
    ])
    func `finds no bare ten digits behind them`(text: String) {
        let findings = ISBN.find(in: text)
        #expect(findings.matches.isEmpty && findings.nearMisses.isEmpty)
    }
}
