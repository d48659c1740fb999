// Entries of bibliographies on the line of a number, as recognised in photos, and imprints that look similar.
import Books
import Foundation
import Testing

@testable import Reading

struct OtherWorksEntryTests {
    private static let entries = [
        "SMITH. I. THE HILL. LONDON: DENT. 1990, ISBN", "ISL SMITH. . THE HILL. LONDON: DENT. 1990, ISBN",
        "SMRTH. JOHN: THE HILL DENT 1990, ISBN", "3. J. SMITH. THE HIL. LONDON 1990, ISBN",
        "SMITH J (1990) THE HILL. DENL, LONDON. ISBN", "PEREZ. J C1990). LA COLNA. MADRID: NORD. ISBN",
        "SMITH. THE HILL (DENT 1990: ISBN", "MULLER K.: DER BERG. 2. AUFL. BERLIN: NORD 1988. ISBN",
        "DUPONT. J, LA COLLINE, PARIS. NORD, 1990, ISBN",
        "SMITH, J. THE HILL. OXFORD: UNIVERSITY PRESS, 1990. ISBN",
        "BROWN, A. RIVERS. OXFORD: WELLS, 1981. 233 PP. ISBN", "HEDBERG O. KULLEN OCH SJON. LUND 2003. ISBN",
        "(12) THE HILL, DENT. ISBN", "(121 SMITH: THE HILL. ISBN", "M12J SMITH: THE HILL. ISBN",
        "[3] Smith: The Hill. ISBN",
    ]

    private static let imprints = [
        "VERLAG NORD, BERLIN 1990, ISBN", "(C) 1990 BY N. N. ISBN",
        "© ANN LEE AND JOHN ROE, LONDON 1990 ISBN",
        "PRINTED IN GREAT BRITAIN 1990 ISBN", "PRLNTED IN THE GERMAN STATES 1990 ISBN",
        "COPYRLGHT ANN LEE AND JOHN ROE 1990 ISBN", "DENT, LONDON 1990 ISBN",
        "BERLIN, 1. AUFLAGE, DEUTSCHE BUCHEREI NORD 1990 ISBN", "THIS EDITION BY DENT, LONDON 1990, ISBN",
        "REISSUED 1970, 1975, 1980, 1990 BY DENT ISBN", "FIRST PUBLISHED BY DENT, LONDON 1990 ISBN",
        "HILL BOOKS COMPANY, NEW YORK AND LONDON 1990 ISBN", "(1) HARDBACK EDITION ISBN",
        "C1991 BY ANN LEE ISBN",
        "Lee, A.: The House / Anna Lee. – London : Dent, 1998. – ISBN", "THE HILL BY THE RIVER ISBN", "ISBN",
        "WINDWARD PRESS ISBN",
    ]

    private static let mentions = [
        "(LONDON: DENT, 1990), ISBN # ", "FROM GARDENS OF THE NORTH (ISBN #)",
        "A SHORT HISTORY OF SALT (DENT, ISBN #)",
        "ISBN #, P. 12", "ISBN #) AND ANY READER WHICH THAT YEAR", "SEE WINTER IN LISBON (DENT,\nISBN #)",
    ]
    private static let ownNumbers = [
        "(ISBN #)", "TRANSLATED BY ANN LEE\n(ISBN #)", "ISBN # (PBK.)", "THE CLOCKMAKER ISBN #",
        "HARDBACK (ISBN #)", "WINDWARD PRESS (ISBN #)",
        "ISBN # PRINTED AND BOUND IN THE CITY",
        "FIRST PUBLISHED IN 1984 (HARDBACK, ISBN #) AND THE BOOK IS NEW",
        "ISBN # NOT FOR SALE IN THE USA", "ISBN # A CATALOGUE RECORD FOR THIS BOOK IS IN THE BRITISH LIBRARY",
        "PAPERBACK BOOK (PBK, ISBN #)",
    ]

    @Test(arguments: mentions.map { ($0, true) } + ownNumbers.map { ($0, false) })
    func `a number that a sentence mentions is another work's`(line: String, isMentioned: Bool) throws {
        let text = line.replacingOccurrences(of: "#", with: "978-0-306-40615-7")
        let match = try #require(ISBN.find(in: text).matches.first)
        #expect(OtherWorks(text).isMentioned(match) == isMentioned)
    }

    @Test(arguments: [("978-0-306-40615-7), WHERE", true), ("978 (PBK)", false), ("ISBN 978", false)])
    func `sees a bracket that was opened above`(line: String, closes: Bool) {
        #expect(OtherWorks.closesBracket(line) == closes)
    }

    @Test(arguments: entries.map { ($0, true) } + imprints.map { ($0, false) })
    func `a number at the end of an entry is another work's`(line: String, isEntry: Bool) throws {
        let text = line + " 978-0-306-40615-7"
        let match = try #require(ISBN.find(in: text).matches.first)
        #expect(OtherWorks(text).claim(match) == isEntry)
    }
}
