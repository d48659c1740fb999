// Labelled numbers that are not ISBNs, in the words of imprints and as OCR reads them.
import Testing

@testable import Books

struct OtherNumberFinderTests {
    private static func found(_ text: String) -> [String] {
        OtherNumber.find(in: text).map(\.number.description)
    }

    private static let heading = "LIBRARY OF CONGRESS CATALOGING IN PUBLICATION DA"

    @Test(arguments: [
        ("Library of Congress Catalog Card Number: 67-12345", "67012345"),
        ("LIBRARY OF CONGRESS CATALOG CARD NO. 65-21362", "65021362"),
        ("Library of Congress Catalogue Card Number 72-117270.", "72117270"),
        ("Library of Congress Catalog Number 60-5230", "60005230"),
        ("Library of Congress Control Number: 2007025382", "2007025382"),
        ("Library of Congress card no. 51-1234 rev", "51001234"),
        ("Library of Congress Catalog Card Number: 67-12345/AC/r82", "67012345"),
        ("Library of Congress Catalog Card Number\n67-12345", "67012345"),
        ("Library of Congress Catalog\nCard No. 76-55633.", "76055633"),
        ("Catalog Card Number 63-17540", "63017540"),
        ("L. C. Catalog Card No. 58-12345", "58012345"), ("L.C. 25-1234", "25001234"),
        ("LC 98-1234", "98001234"),
        ("L.C. card: A51-1234", "a51001234"), ("LCCN 2007025382", "2007025382"),
        ("LCCN: 67-12345", "67012345"),
        ("LCCN 67012345", "67012345"), ("LCCN sn 85-12345", "sn85012345"),
        ("Library of Congress Catalog Card Number: A 51-1234", "a51001234"),
        ("Library of Congress Catalog Card No. Agr25-1234", "agr25001234"),
        ("Library of Congress catalog card number: 68 19233", "68019233"),
        ("Library of Congress Catalog Card Number 53 – 10265", "53010265"),
        ("LCCN: 2007 - 25382", "2007025382"), ("L.C. Card No. 64- 12345", "64012345"),
        ("ISBN 0-306-40615-2. Library of Congress Catalog Card Number 67-12345", "67012345"),
        ("LCCCN: 72-117270", "72117270"),
        ("Library of Congress Catalog Card\nNumber 76-48291. Printed", "76048291"),
        ("LCCN\n73-92817", "73092817"),
        // At the end of a catalogue entry.
        ("PZ4.B8215Can [PS3552.R29] 813'.5'4 79-11734", "79011734"),
        ("PZ7.B81618Ap [E] 79-11734", "79011734"),
        ("QE75.B7 557.3 79-11734 MARC", "79011734"), ("557.3—dc21 97-12345", "97012345"),
        ("QE75.B7 2007\n557.3—dc22 2007025382 CIP", "2007025382"),
        ("QE75.B7 2007\n813'.54-dc22\n2010026322", "2010026322"),
        ("813'.54—dc22\n   2002047723 CIP", "2002047723"), ("PS3563.I654Z46 2010\n2010026322", "2010026322"),
        // Below classes, or below the heading of the Library of Congress, with what OCR makes of a shelf mark.
        ("HQ1032.N2383 813'.5'4\n72-7077", "72007077"),
        ("GV8336.G5893 1991\n813'.54 91-54265", "91054265"),
        ("QE75.B7 1997\n557.3\n97-12345 MARC AC", "97012345"),
        (heading + "\nMLL G9262 813 5 4 73-71327", "73071327"),
        (heading + "\nRCLL4I80 2001\n2001006232", "2001006232"),
        (heading + "\nSB883LF9210 956 628 382\n84-56158", "84056158"),
        ("LBRARY OF CONGRESS GATALOGING IN PUBLICATION DA\nE1F4784 802 17 80-53562", "80053562"),
        // A year of four digits with a short serial number.
        ("LCCN: 2009-9173", "2009009173"), ("Library of Congress Control Number: 2001-1372", "2001001372"),
        // Permanent links.
        ("LC record available at https://lccn.loc.gov/2018012345", "2018012345"),
        ("LC record available at http://lccn.loc.gov/67012345.", "67012345"),
        // As the text model reads them.
        ("CN LOC.GOV 2022058263", "2022058263"), (".LOC.GOV/2011023212", "2011023212"),
        ("AT HTIP:LLLCCNLOC.GOVI2019047439", "2019047439"),
        ("LC CONTROL NO. 20199748 10", "2019974810"), ("LCCN 201702 7448", "2017027448"),
        ("LCCN 20 10026322", "2010026322"),
        ("IHCCN.LOC.GOV/201702 7448", "2017027448"),
        ("(EBOOK) LLCCN 2022033048 (PRINT)", "2022033048"),
        ("LC CONTROI NO. 2019185405", "2019185405"), ("LC CONTTOI NO. 2011012876", "2011012876"),
        ("LLC CONTROL NO. 2003276912", "2003276912"), ("ILC COPTIOL NO. 2011012876", "2011012876"),
        ("LLC. CARD NO.: 74-50063", "74050063"), ("LL.C. CARD, 99-19956", "99019956"),
        ("1967\nLLC. CARD NO. 42-6064", "42006064"),
        ("PZ7.S84748EM 1985 IE: 84-4141", "84004141"),
        ("PPZ4.B8215CAN  PS3552.R291 813  5.4 79-11734", "79011734"), ("LLCCN 2007025382", "2007025382"),
        ("LLCCN SN 85-12345", "sn85012345"),
        ("LIERARY OF CORGRESS CATALOG CARD NURBER: 67-12345", "67012345"),
        ("LIBRARY OF COIGRESS CATALOG CARD NO. 67-12345", "67012345"),
        ("***RARY OF C***RESS CATALDG CARO NUMBER 67-12345", "67012345"),
    ])
    func `finds LCCNs beside their labels`(text: String, value: String) {
        #expect(Self.found(text) == ["LCCN \(value)"])
    }

    @Test(arguments: [
        "67-12345", "Tel. 67-12345", "12345678", "Catalogue No. 67-12345", "Card No. 67-12345",
        "Library of Congress Cataloging-in-Publication Data 96-51989",
        "National Library of Canada C2005-901882-7", "Library of Congress, Washington, DC 20540-4320",
        "Library of Congress, pp. 12-345", "Library of Congress 12 - 345", "Library of Congress 12 -- 34567",
        "LCCN 67 -", "Library of Congress 1898-1998", "Library of Congress 1898 - 1998",
        "Library of Congress, 2005-2010",
        // Letters that OCR may have read for digits, or for the end of the label.
        "LCCN 67-1234S", "LCCN O7-12345", "LCCN 67-l2345", "LIBRARY OF CONGRESS CATALOG CARD HO 65-21362",
        // Parts of longer numbers.
        "LCCN 67-12345-8", "LCCN 167-12345", "LCCN 67-1234 567", "LCCN 2007-025382-1", "LCCN 1.67-12345",
        "OCLC 67012345", "ALCCN 67-12345", "the LLCCN 67-12345", "ABLC 67-12345", "the pilc 67-12345",
        // Catalogue entries of Canada and Britain, and prose that begins like a shelf mark.
        "PS8553.R29 C813'.54 C85-091234-5", "PS8553.R29 C813'.54 C85-091234", "PS8553.R29 813'.54 85-091234",
        "PS8553.R29 813'.54 C 85-9123", "QE75.B7 557.3 52-11734", "QE75.B7 557.3 79 11734",
        "813'.54 79-11734",
        "dc21 97-12345",
        "813'.54-dc22\n202555012", "813'.54-dc22\n0306406152", "813'.54-dc22\nTel. 2025550123",
        "813'.54-dc22\nISBN 2010026322", "813'.54-dc22\n\n2010026322",
        "813'.54-dc22\n2010026322 copies were sold",
        "813'.54-dc22\n79-11734", "813'.54-dc22\n79117342", "813'.54-dc22\n2010026322-5",
        "10 9 8\n2010026322",
        "Printed in 2010\n2010026322", "813'.54-dc22\n1998026322",
        "LCCN 2019 974810", "LCCN 55-2362 1", "LCCN 20199748 10 9", "LCCN 19899748 10",
        "LCCN 20199748 10-5", "20199748 10",
        // Other things at the end of an entry, and the entries of other libraries.
        heading + "\nQE75.B7 557.3\nStock No. 79-11734", heading + "\nStock No. 79-11734",
        heading + "\nTitle\n79-11734", heading + "\n79-11734", heading + "\n813'.54 52-11734",
        heading + "\n813'.54 79-011734", heading + "\nGarden City, New York 79-11734",
        heading + "\n813'.54\n79-87654321", heading + "\nTelephone 212 555\n79-11734",
        "BRITISH LIBRARY CATALOGUING IN PUBLICATION DATA\n813'.54 79-11734",
        "CANADIAN CATALOGUING IN PUBLICATION DATA\n813'.54\n79-11734",
        "LIBRARY OF CONGRESS CATALOG CARD\nCANADIAN CATALOGUING IN PUBLICATION DATA\n813'.54 79-11734",
        "QE75.B7 557.3\nStock No.\n79-11734", "10 9 8 7 6\n79-11734",
        "Library of Congress 67\n12345", "Order No. 67-\n12345", "LCCN 67-\n12345-6", "LCCN 67-\n\n12345",
        "Library of Congress 2001-2009", "LCCN 2001-1998",
        // Another house's cards, and where to order.
        "Windward Press Catalog Card 67-12345", "Copyright 1965\nStone Brothers Catalog Card No. 67-12345",
        "Order from the Library of Congress, No. 67-12345",
        "Available from the Library of Congress: 67-12345",
        // Companies, and other addresses.
        "LLC 74-50063", "LLC: 24-46489", "Holt LLC Card No. 74-50063", "ABC CARD NO. 74-50063",
        "LC PATROL NO. 2003276912", "LC REMOTE CONTROL NO. 2003276912",
        "www.loc.gov/catdir/2018012345", "example.gov/2018012345", "lccn.loc.gov/20180123456",
        "lccn.loc.gov/2018012345-6", "lccn.loc.gov/2018012345a", "lccn.loc.gov/20180123",
        "bloc.gov/item 2018012345",
        "lccn.loc.gov\n2018012345", "www.loc.gov, tel. 2025550123",
        "QE75.B7 was printed in many copies, of which some have survived, see pages 79-11734",
        "QE75.B7 79-11734 is another number", "QE75 79-11734", "A4 B5 79-11734", "M6 1.B2/79-11734",
    ])
    func `takes no other number for an LCCN`(text: String) { #expect(Self.found(text).isEmpty) }

    @Test(arguments: [
        ("LCCN 67-12345 (incorrect)", true), ("LCCN: 67-12345 (invalid)", true),
        ("LCCN 67-12345 is wrong", true), ("LCCN 67-12345 (pbk.)", false), ("LCCN 67-12345 CIP", false),
    ])
    func `knows LCCNs that the text calls wrong`(text: String, isWrong: Bool) throws {
        #expect(try #require(OtherNumber.find(in: text).first).isMarkedWrong == isWrong)
    }

    @Test(arguments: [
        "Made in U.S.A. Catalog Card No. 67-12345", "Printed in Canada; Catalog Card Number 67-12345",
        "LIBRARV OF CONCRFSS CATALOG CARD NO. 67-12345", "I.C. Catalog Card No. 67-12345",
        "Reprinted from the copy in the Library of Congress. Library of Congress Catalog Card No. 67-12345",
    ])
    func `takes a card's number with nobody else's name before it`(text: String) {
        #expect(Self.found(text) == ["LCCN 67012345"] || Self.found(text) == ["67012345"])
    }

    @Test(arguments: [
        ("ISSN 2045-7731", "ISSN 2045-7731"), ("(ISSN 2045-7731)", "ISSN 2045-7731"),
        ("ISSN: 20457731", "ISSN 2045-7731"), ("ISSN (Online) 2045-7731", "ISSN 2045-7731"),
        ("e-ISSN 2045-7731", "ISSN 2045-7731"), ("ISSN\n2045-7731", "ISSN 2045-7731"),
        ("ISSN-L 2045-7731", "ISSN 2045-7731"), ("ISSN-1 2045-7731", "ISSN 2045-7731"),
        ("ISSN-I: 2045-7731", "ISSN 2045-7731"),
        ("ISSN No. 2045-7731", "ISSN 2045-7731"), ("ISSN-Nr.: 2045-7731", "ISSN 2045-7731"),
        ("ISSN Number 2045-7731", "ISSN 2045-7731"), ("ISSN - 2045 – 7731", "ISSN 2045-7731"),
        ("DNB-IDN 963874799 - 12 S.", "DNB 963874799"),
        ("ISMN M-2306-7118-7", "ISMN 9790230671187"), ("ISMN 979-0-2600-0043-8", "ISMN 9790260000438"),
        ("ISMN: 979 0 2600 0043 8", "ISMN 9790260000438"),
        ("DNB-IDN 963874799", "DNB 963874799"), ("http://d-nb.info/963874799", "DNB 963874799"),
        ("INFO: 963874799 ABRUTBAR", "DNB 963874799"), ("NFO 963874799 ABRUFBAR.", "DNB 963874799"),
        ("FRBNF12423662", "BnF cb12423662g"), ("Notice n° : FRBNF 12423662", "BnF cb12423662g"),
        ("https://catalogue.bnf.fr/ark:/12148/cb12423662g", "BnF cb12423662g"),
    ])
    func `finds the other kinds beside their labels`(text: String, number: String) {
        #expect(Self.found(text) == [number])
    }

    @Test(arguments: [
        "2045-7731", "ISSN\n2045-7732", "ISSN of\n2045-7731", "ISSN 2045-7732", "ISSN 2045-77310",
        "ISBN 2045-7731", "ISSN 0-306-40615-2",
        "1SSN 2045-7731", "ISSN-12 2045-7731", "ISSN-1 2045-7732", "ISSN-2 2045-7731", "ISSN-12045-7731",
        "INFO: 963874799", "INFO: 963874798 ABRUFBAR", "TELINFO 963874799 ABRUFBAR",
        "INFO: 963874799\nABRUFBAR",
        "ISMN M-2306-7118-8", "M-2306-7118-7", "963874799", "IDN 963874798", "12423662", "FRBNF1242366",
        "MISSN 2045-7731", "ISSN Notice 2045-7731", "ISSN No. 2045  - 7731", "ISSN No. 2045-7732",
        "ISSN Tel. 2045-7731", "ISSN No. 12.05.1987", "ISSN No. $20.45 - 77.31",
    ])
    func `takes nothing unlabelled, cut or with a wrong check digit`(text: String) {
        #expect(Self.found(text).isEmpty)
    }

    @Test(arguments: [
        ("67-12345", true), ("Card No. 76-55633.", true), ("2007025382", true), ("67-1", false),
        ("ISBN", false),
        ("LCCN 67-12345", false), ("Telephone 67-12345", false), ("0306406152", false),
        ("Number 76-48291. Printed", true), ("2045-7731", true), ("3045-7732", false),
        // No ISSN, but perhaps an LCCN of that year.
        ("2045-7732", true),
        ("M-2306-7118-7", true),
    ])
    func `asks for the label above a number`(text: String, isAsked: Bool) {
        #expect(OtherNumber.mayContinueLabel(text) == isAsked)
    }

    @Test(arguments: [
        ("79-11734", true), ("813'.5'4 79-11734 MARC", true), ("MLL G9262 813 5 4 73-71327", true),
        ("2010026322", true), ("Stock No. 79-11734", false), ("67-12345", false), ("LCCN 79-11734", false),
        ("79-11734 is another number", false),
    ])
    func `asks for the entry that a number may end`(text: String, isAsked: Bool) {
        #expect(OtherNumber.mayEndEntry(text) == isAsked)
    }

    @Test(
        arguments: [
            ("LBRARY OF CONGRESS GATALOGING IN PUBLICATION DA", true),
            ("Library of Congress Cataloging-in-Publication Data", true),
            ("National Library of Canada Cataloguing in Publication", false),
            ("British Library Cataloguing in Publication Data", false),
            ("Library of Congress Catalog Card Number: 67-12345", nil), ("1. Cataloging. I. Title.", nil),
        ] as [(String, Bool?)])
    func `knows whose heading it is`(text: String, isCongress: Bool?) {
        #expect(OtherNumber.headsEntryOfCongress(text) == isCongress)
    }

    @Test func `a range shows the number as printed`() throws {
        let text = "é LCCN: A51-1234."
        let match = try #require(OtherNumber.find(in: text).first)
        #expect(FoldedText(text).printed(match.range) == "A51-1234")
    }

    /// No text makes a number that is not there: what is found is its own digits, in order.
    @Test func `finds nothing but what is printed`() {
        let pieces = [
            "LCCN ", "Library of Congress ", "Catalog Card Number: ", "67-12345", "2007025382", "A51-1234",
            "-", " ",
            "1", "ISSN ", "2045-7731", "\n", "x", "No. ", "ISMN ", "M-2306-7118-7", "/", "FRBNF", "12423662",
            "é",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            for match in OtherNumber.find(in: text) where match.number.kind == .lccn {
                let printed = FoldedText(text).printed(match.range)
                #expect(
                    OtherNumber(.lccn, printed.filter { $0 != "\n" }) == match.number, "\(text)")
                let digits = printed.prefix { $0 != "/" }.filter(\.isNumber)
                #expect(match.number.value.filter(\.isNumber).hasPrefix(digits.prefix(2)))
                #expect(
                    text.contains("LCCN") || text.contains("Card") || text.contains("Congress"), "\(text)")
            }
        }
    }

    @Test(arguments: ["9", "67-", "LCCN ", "67-12345 ", "ISSN ", "C", "\n"])
    func `long repetitions end`(_ piece: String) {
        #expect(OtherNumber.find(in: String(repeating: piece, count: 2000)).isEmpty)
    }
}
