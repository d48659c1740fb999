// Finding ISBNs in text: what counts as one, what it is called, what was repaired, and what is left alone.
import Testing

@testable import Books

struct ISBNFinderTests {
    // MARK: - Labels and forms

    /// Texts that contain exactly one ISBN, 978-0-306-40615-7, without repairs; and its label.
    private static let labels: [(text: String, label: String?)] = [
        ("ISBN 0-306-40615-2", "ISBN"),
        ("ISBN 978-0-306-40615-7", "ISBN"),
        ("ISBN: 978 0 306 40615 7", "ISBN:"),
        ("ISBN-10 0306406152", "ISBN-10"),
        ("ISBN-13: 978-0-306-40615-7", "ISBN-13:"),
        ("ISBN 13: 978-0-306-40615-7", "ISBN 13:"),
        ("ISBN13 9780306406157", "ISBN13"),
        ("ISBN-13 : 9780306406157", "ISBN-13 :"),
        ("ISBN (13) 9780306406157", "ISBN (13)"),
        ("ISBN139780306406157", "ISBN13"),
        ("ISBN-13-978-0-306-40615-7", "ISBN-13"),
        ("ISBN100306406152", "ISBN10"),
        ("I.S.B.N. 0-306-40615-2", "I.S.B.N."),
        ("I S B N 0 306 40615 2", "I S B N"),
        ("ISB N 0-306-40615-2", "ISB N"),
        ("isbn 0306406152", "isbn"),
        ("Isbn: 0306406152", "Isbn:"),
        ("ISBNs 0306406152", "ISBNs"),
        ("ISBN9780306406157", "ISBN"),
        ("ISBN0-306-40615-2", "ISBN"), ("ISBN-0-306-40615-2", "ISBN"), ("ISBN - 0-306-40615-2", "ISBN"),
        ("eISBN 978-0-306-40615-7", "eISBN"),
        ("e-ISBN: 978-0-306-40615-7", "e-ISBN:"),
        ("urn:isbn:9780306406157", "isbn:"),
        ("ＩＳＢＮ　９７８－０－３０６－４０６１５－７", "ＩＳＢＮ"),
        ("ISBN ٩٧٨٠٣٠٦٤٠٦١٥٧", "ISBN"),
        ("SBN 306-40615-2", "SBN"),
        ("SBN 306 40615 2", "SBN"),
        ("S.B.N. 306-40615-2", "S.B.N."),
        ("SBN 306-40615-2-150\n0", "SBN"), ("ISBN 0-306-40615-2-095", "ISBN"),
        ("ISBN 306-40615-2", "ISBN"),
        ("Standard Book Number: 306-40615-2", "Standard Book Number:"),
        ("International Standard Book Number 0-306-40615-2", "International Standard Book Number"),
        ("INTERNATIONAL STANDARD\nBOOK NUMBER: 0-306-40615-2", "INTERNATIONAL STANDARD\nBOOK NUMBER:"),
        ("Rhif Rhyngwladol 0 306 40615 2", "Rhif Rhyngwladol"),
        ("书号ISBN 978-0-306-40615-7定价", "ISBN"),
        ("国际标准书号：0-306-40615-2", "国际标准书号："),
        ("ISBN No. 0-306-40615-2", "ISBN"),
        ("ISBN No. 0 306 40615 2", "ISBN"), ("ISBN-Nr. 0-306-40615-2", "ISBN"),
        ("ISBN n° 0-306-40615-2", "ISBN"),
        ("ISBN number is 0-306-40615-2.", "ISBN"),
        ("ISBN of this edition: 0-306-40615-2.", "ISBN"),
        ("(ISBN 0-306-40615-2)", "ISBN"),
        ("ISBN\n0-306-40615-2", "ISBN"),
        ("9780306406157 (ISBN-13)", "ISBN-13"),
        ("EAN 9780306406157", "EAN"), ("EAN-13: 978-0-306-40615-7", "EAN-13:"),
        ("EAN13 9780306406157", "EAN13"), ("EAN-Code 9 780306 406157", "EAN"), ("Ean: 9780306406157", "Ean:"),
        ("ISBN/EAN: 978-0-306-40615-7", "EAN:"), ("EAN/ISBN: 978-0-306-40615-7", "ISBN:"),
        ("OCEAN 9780306406157", nil), ("EANES 9780306406157", nil),
        // Separators of every kind.
        ("ISBN 978–0–306–40615–7", "ISBN"), ("ISBN 978—0—306—40615—7", "ISBN"),
        ("ISBN 978-0-306-\n40615-7", "ISBN"), ("ISBN 978-0-306\n  -40615-7", "ISBN"),
        ("ISBN 978-0-306-40\r\n615-7", "ISBN"), ("ISBN 978 0 306\n40615 7", "ISBN"),
        ("ISBN 978 - 0 - 306 - 40615 - 7", "ISBN"), ("ISBN 978.0.306.40615.7", "ISBN"),
        ("ISBN 978~0~306_40615·7", "ISBN"), ("ISBN 978--0-306- 40615 -7", "ISBN"),
        ("ISBN 978\u{AD}0\u{2011}306\u{2212}40615\u{30FC}7", "ISBN"),
        ("ISBN\u{200F} 978\u{200B}0306406157", "ISBN"),
        // No label.
        ("9780306406157", nil), ("978-0-306-40615-7", nil), ("978 0 306 40615 7", nil),
        ("0306406152", nil), ("0-306-40615-2", nil), ("0 306 40615 2", nil), ("030640615-2", nil),
        ("978-0306406157", nil), ("978-0-306-40615-\n7", nil), ("978-0-306-40\n615-7", nil),
        ("/dp/0306406152/", nil), ("_9780306406157.jpg", nil), ("书号9780306406157元", nil),
        ("12345-9780306406157-678", nil), ("1,9780306406157,2", nil),
        // Digits below bars.
        ("9 780306 406157", nil), ("9\"780306\"406157", nil), ("9 \"780306\"406157>", nil),
        ("9780306\"406157", nil), ("9 780306406157", nil), ("9|780306|406157", nil),
        ("9 ‘780306’ 406157 >", nil),
        ("9 780306 406157 51495", nil), ("51495 9 780306 406157", nil), ("9780306406157 90000>", nil),
        ("9  780306  406157", nil),
    ]

    @Test(arguments: labels)
    func `reads every form`(_ text: String, _ label: String?) throws {
        let findings = ISBN.find(in: text)
        try #require(findings.matches.count == 1)
        let match = findings.matches[0]
        #expect(match.isbn.isbn13 == "9780306406157")
        #expect(match.label == label)
        #expect(match.repairs.isEmpty)
        #expect(findings.nearMisses.isEmpty)
        let scalars = Array(text.unicodeScalars)[match.range]
        #expect(match.text == String(String.UnicodeScalarView(scalars)))
        #expect(scalars.first.map(Folding.byte)?.isDigit == true)
        // Nine digits are found only where nine are printed.
        let isShort = FoldedText(text).bytes.filter(\.isDigit).starts(with: "306".utf8)
        #expect((match.form == .sbn) == isShort)
        #expect((try? ISBN(match.text))?.isbn13 ?? "9780306406157" == "9780306406157")
    }

    @Test(arguments: [
        ("ISBN 306-40615-2", ISBNForm.sbn), ("ISBN 0-306-40615-2", .isbn10), ("9780306406157", .isbn13),
    ])
    func `reports the form of a number`(_ text: String, _ form: ISBNForm) {
        #expect(ISBN.find(in: text).matches.map(\.form) == [form])
    }

    @Test(
        arguments: [
            ("ISBN 978-0-306-40615-7", true), ("978 0 306 40615 7", true), ("0-306-40615-2", true),
            ("SBN 306-40615-2", true), ("ISBN 978-0-306-40\n615-7", true), ("0-30640-615-2", false),
            ("ISBN 978-03-06-40615-7", false), ("9780306406157", nil), ("978-0306406157", nil),
            ("9 780306 406157", nil), ("0306406152", nil), ("030640615-2", nil), ("9797301085263", nil),
            ("979-73-0108-526-3", false),
        ] as [(String, Bool?)])
    func `compares hyphens with the ranges`(_ text: String, _ agree: Bool?) {
        #expect(ISBN.find(in: text).matches.map(\.hyphensAgree) == [agree])
    }

    // MARK: - Several numbers

    private static let several: [(text: String, isbns: [String])] = [
        ("ISBN 0-306-40615-2 / 978-0-8044-2957-3", ["9780306406157", "9780804429573"]),
        ("ISBN 0306406152/080442957X", ["9780306406157", "9780804429573"]),
        ("0306406152,9780804429573", ["9780306406157", "9780804429573"]),
        ("0306406152 080442957X", ["9780306406157", "9780804429573"]),
        ("ISBN 0 306 40615 2 978 0 8044 2957 3", ["9780306406157", "9780804429573"]),
        ("ISBN 0-306-40615-2 ISBN 0-8044-2957-X", ["9780306406157", "9780804429573"]),
        ("9780306406157\n9780804429573\n", ["9780306406157", "9780804429573"]),
        ("ISBN 7-302-01234-X/TP·123", []),
        ("ISBN 7-302-01234-2/TP·123 定价:35.00", ["9787302012344"]),
        ("ISBN7-302-01234-2/TP・123", ["9787302012344"]),
        ("ISBN 978-7-302-01234-4\n定价:35.00元", ["9787302012344"]),
        // A DOI is any publication's.
        ("https://doi.org/10.1000/9780306406157", []), ("doi:10.1000/9780306406157.ch3", []),
        ("https://books.example/9780306406157", ["9780306406157"]),
    ]

    @Test(arguments: several)
    func `finds all`(_ text: String, _ isbns: [String]) {
        #expect(ISBN.find(in: text).matches.map(\.isbn.isbn13) == isbns)
    }

    @Test func `a label reaches a list`() {
        let matches = ISBN.find(in: "ISBN 0-306-40615-2 (hbk), 0-8044-2957-X (pbk) and 3-16-148410-X").matches
        #expect(matches.map(\.label) == ["ISBN", "ISBN", "ISBN"])
        #expect(matches.map(\.qualifier) == ["hbk", "pbk", nil])
        let apart = ISBN.find(in: "ISBN 0-306-40615-2. Our other title is 0-8044-2957-X.").matches
        #expect(apart.map(\.label) == ["ISBN", nil])
        // Digits of a barcode in the same line.
        let bars = ISBN.find(in: "ISBN 0-306-40615-2 9 78 3161 484100").matches
        #expect(bars.map(\.isbn.isbn13) == ["9780306406157", "9783161484100"])
        #expect(bars.map(\.label) == ["ISBN", nil])
    }

    // MARK: - Qualifiers

    private static let qualifiers: [(text: String, qualifiers: [String?])] = [
        ("ISBN 0-306-40615-2 (pbk.)", ["pbk."]),
        ("ISBN 0-306-40615-2 (v. 1 : alk. paper)", ["v. 1 : alk. paper"]),
        ("ISBN 0-306-40615-2\n(hardback)", ["hardback"]),
        ("ISBN 0-306-40615-2（平装）", ["平装"]),
        ("ISBN 0-306-40615-2 [set]", ["set"]),
        ("ISBN 0-306-40615-2 paperback", ["paperback"]),
        ("ISBN 0-306-40615-2, Hardcover.", ["Hardcover"]),
        ("ISBN 0-306-40615-2 - e-book", ["e-book"]),
        ("ISBN 0-306-40615-2 vol. 2", ["vol. 2"]),
        ("ISBN 0-306-40615-2 Bd. II", ["Bd. II"]),
        ("ISBN (pbk.) 0-306-40615-2", ["pbk."]),
        ("ISBN-13 (print): 978-0-306-40615-7", ["print"]),
        ("ISBN vol. 2: 0-306-40615-2", ["vol. 2"]),
        ("ISBN paperback edition: 0-306-40615-2", ["paperback edition"]),
        ("Hardback ISBN 0-306-40615-2", ["Hardback"]),
        ("The library edition ISBN: 0-306-40615-2", ["library edition"]),
        ("(ePub) ISBN 0-306-40615-2", ["ePub"]),
        ("Volume 2: ISBN 0-306-40615-2", ["Volume 2"]),
        ("Paperback: 978-0-306-40615-7", ["Paperback"]),
        ("978-0-306-40615-7 ePub", ["ePub"]),
        ("Hardback ISBN 0-306-40615-2\nPaperback ISBN 0-8044-2957-X", ["Hardback", "Paperback"]),
        ("ISBN 0-306-40615-2 hardback\nISBN 0-8044-2957-X paperback", ["hardback", "paperback"]),
        ("Hardback: 9780306406157 Paperback: 9780804429573", ["Hardback", "Paperback"]),
        ("ISBN hardback 0-306-40615-2, paperback 0-8044-2957-X", ["hardback", "paperback"]),
        ("ISBN 0-306-40615-2", [nil]),
        ("ISBN 0-306-40615-2 Book design by A. N. Other", [nil]),
        ("ISBN 0-306-40615-2 Printed in Hungary", [nil]),
        ("ISBN 0-306-40615-2 ($12.95)", [nil]),
        ("ISBN 0-306-40615-2 (", [nil]),
        ("Web-ISBN 0-306-40615-2", ["Web"]), ("E-Book-ISBN: 0-306-40615-2", ["E-Book"]),
        ("eBook ISBN 0-306-40615-2", ["eBook"]), ("Print-ISBN 0-306-40615-2", ["Print"]),
        ("ISBN (PDF) 0-306-40615-2", ["PDF"]), ("ISBN electrónico: 0-306-40615-2", ["electrónico"]),
        ("ISBN libro electrónico 0-306-40615-2", ["libro electrónico"]),
        ("ISBN numérique : 0-306-40615-2", ["numérique"]),
        ("ISBN elettronico 0-306-40615-2", ["elettronico"]),
        ("ISBN (电子版) 0-306-40615-2", ["电子版"]), ("Электронный ISBN 0-306-40615-2", ["Электронный"]),
        ("ISBN 0-306-40615-2, (PDF)", ["PDF"]), ("ISBN KOMPLET: 0-306-40615-2", ["KOMPLET"]),
        ("ISBN HELA VERKET: 0-306-40615-2", ["HELA VERKET"]), ("ISBN KPL.: 0-306-40615-2", ["KPL"]),
        ("ISBN OBRA COMPL.: 0-306-40615-2", ["OBRA COMPL"]), ("ISBN TOM 2: 0-306-40615-2", ["TOM 2"]),
        ("ISBN E-BOK: 0-306-40615-2", ["E-BOK"]), ("Sähkökirja ISBN 0-306-40615-2", ["Sähkökirja"]),
        ("ISBN SAHKOKIRIA: 0-306-40615-2", ["SAHKOKIRIA"]), ("ISBN LIUDBOK: 0-306-40615-2", ["LIUDBOK"]),
        ("ISBN ELEKTR.: 0-306-40615-2", ["ELEKTR"]),
        ("ISBN WERSJA CYFROWA: 0-306-40615-2", ["WERSJA CYFROWA"]),
        ("ISBN sähkökirja: 0-306-40615-2", ["sähkökirja"]), ("ISBN BROZ.: 0-306-40615-2", ["BROZ"]),
        ("Windward Crime Series\nISBN 0-306-40615-2", [nil]), ("A Soap Opera ISBN 0-306-40615-2", [nil]),
        ("Slipcase: ISBN 0-306-40615-2", ["Slipcase"]),
        ("ISBN 0-306-40615-2\nComplete series: ISBN 0-8044-2957-X", [nil, "Complete series"]),
        ("A Soap Opera: ISBN 0-306-40615-2", [nil]), ("Opera\nISBN 0-306-40615-2", [nil]),
        ("Cobweb-ISBN 0-306-40615-2", [nil]),
        ("set in Garamond. ISBN 0-306-40615-2", [nil]),
    ]

    @Test(arguments: qualifiers)
    func `keeps what the page calls it`(_ text: String, _ qualifiers: [String?]) {
        let matches = ISBN.find(in: text).matches
        #expect(matches.map(\.qualifier) == qualifiers)
        #expect(matches.first?.isbn.isbn13 == "9780306406157")
    }

    // MARK: - Numbers that are marked as wrong

    private static let wrong = [
        "ISBN 0-306-40615-2 (falsch)", "ISBN 978-0-306-40615-7 (FALSCH)", "ISBN 0-306-40615-2 (incorrect)",
        "ISBN 0-306-40615-2 (erroneous)", "ISBN 0-306-40615-2 (invalid)", "ISBN 0-306-40615-2 (do not use)",
        "ISBN 0-306-40615-2 (INVALI", "ISBN 0-306-40615-2 (incorr\nPrinted in Hungary",
        "ISBN 0-306-40615-2 (do not u", "ISBN 0-306-40615-2 [cancelled]", "ISBN 0-306-40615-2\n(invalid)",
        "978-0-306-40615-7 (invalid)", "ISBN 0-306-40615-2 (pbk.) (cancelled)",
        "ISBN 0-306-40615-2 pbk. (cancelled)", "ISBN 0-306-40615-2 (incorrect; see below)",
        "ISBN 0-306-40615-2 (wrong, correct: ISBN 3-16-148410-X)",
        "ISBN 0-306-40615-2 (invalid in the first printing)", "ISBN 0-306-40615-2 (old edition)",
        "ISBN 0-306-40615-2 (the ISBN is wrong)", "ISBN 0-306-40615-2 (superseded by 3-16-148410-X)",
        "Cancelled ISBN 0-306-40615-2", "Canceled ISBN: 0-306-40615-2", "Invalid ISBN 0-306-40615-2",
        "INVALID ISBN-10: 0-306-40615-2", "Previous ISBN 0-306-40615-2", "Former ISBN 0-306-40615-2",
        "Old ISBN: 0-306-40615-2", "The old ISBN 0-306-40615-2", "Note: incorrect ISBN 0-306-40615-2",
        "Invalid e-ISBN 0-306-40615-2", "Invalid ISBN\n0-306-40615-2", "(invalid) ISBN 0-306-40615-2",
        "Old edition ISBN 0-306-40615-2", "Not valid ISBN 0-306-40615-2", "Superseded ISBN 0-306-40615-2",
        "ISBN (old): 0-306-40615-2", "ISBN (invalid) 0-306-40615-2", "ISBN invalid: 0-306-40615-2",
        "ISBN no longer valid: 0-306-40615-2", "ISBN of the previous edition: 0-306-40615-2",
        "Falsche ISBN 0-306-40615-2", "Ungültige ISBN: 0-306-40615-2", "Die alte ISBN 0-306-40615-2",
        "ISBN fehlerhaft: 0-306-40615-2", "ISBN 0-306-40615-2 (ungültig)", "ISBN 0-306-40615-2 (UNGÜLT",
        "ISBN 0-306-40615-2 (nicht verwenden)", "ISBN 0-306-40615-2 (falsche ISBN)",
        "ISBN erroné 0-306-40615-2", "ISBN erroné : 0-306-40615-2", "ISBN 0-306-40615-2 (erroné)",
        "Ancien ISBN : 0-306-40615-2", "L’ancien ISBN 0-306-40615-2", "ISBN 0-306-40615-2 (annulé)",
        "ISBN 0-306-40615-2 (ne pas utiliser)", "ISBN invalide : 0-306-40615-2",
        "ISBN incorrecto: 0-306-40615-2", "ISBN 0-306-40615-2 (erróneo)", "ISBN anterior: 0-306-40615-2",
        "ISBN 0-306-40615-2 (inválido)", "ISBN 0-306-40615-2 (no válido)", "ISBN anulado 0-306-40615-2",
        "ISBN errato: 0-306-40615-2", "ISBN 0-306-40615-2 (errato)", "Vecchio ISBN 0-306-40615-2",
        "ISBN 0-306-40615-2 (non valido)", "Foutief ISBN 0-306-40615-2", "ISBN 0-306-40615-2 (foutief)",
        "Oud ISBN 0-306-40615-2", "ISBN 0-306-40615-2 (ongeldig)", "ISBN errado: 0-306-40615-2",
        "ISBN 0-306-40615-2 (incorreto)", "Неверный ISBN 0-306-40615-2", "Ошибочный ISBN: 0-306-40615-2",
        "ISBN 0-306-40615-2 (ошибочный)", "Старый ISBN 0-306-40615-2", "错误ISBN 0-306-40615-2",
        "FRUHERE ISBN 0-306-40615-2", "UNGULTIGE ISBN 0-306-40615-2", "PRECEDENT ISBN 0-306-40615-2",
        "ISBN ERRONE 0-306-40615-2", "ISBN 0-306-40615-2 (NO VALIDO)", "VAARA ISBN 0-306-40615-2",
        "WRONS ISBN 0-306-40615-2", "PIEVIOUS ISBN 0-306-40615-2", "ISBN ERTATO 0-306-40615-2",
        "ISBN 0-306-40615-2 (VRONG)", "CAHCELLEB ISBN 0-306-40615-2", "ISBN 0-306-40615-2 (INVAIID)",
        "Formerly ISBN 0-306-40615-2", "Withdrawn ISBN 0-306-40615-2", "Misprinted ISBN 0-306-40615-2",
        "Not ISBN 0-306-40615-2", "was ISBN 0-306-40615-2", "Väärä ISBN 0-306-40615-2",
        "ISBN 0-306-40615-2 (alt)", "ISBN (alt) 0-306-40615-2", "ISBN 0-306-40615-2 (formerly)",
        "(CANCELLED) 978-0-306-40615-7", "(VRONG) 978-0-306-40615-7", "(alt) 0-306-40615-2",
        "the ISBN printed in this book, 0-306-40615-2, is incorrect.", "ISBN 0-306-40615-2. IS INCORRECT",
        "Die ISBN 0-306-40615-2 ist ungültig", "ISBN 0-306-40615-2 IS NO LONGER VALID",
        "Edición anterior: ISBN 0-306-40615-2", "EDITION PRECEDENTE : ISBN 0-306-40615-2",
        "EDIGAO ANTERIOR: ISBN 0-306-40615-2", "La edición anterior: ISBN 0-306-40615-2",
        "Vorige Auflage: ISBN 0-306-40615-2", "Vorauflage: ISBN 0-306-40615-2",
        "Vorherige Ausgabe: ISBN 0-306-40615-2", "VORHERIGE AUSGABE* ISBN 0-306-40615-2",
        "Vorige druk: ISBN 0-306-40615-2", "Tidigare upplaga: ISBN 0-306-40615-2",
        "Poprzednie wydanie: ISBN 0-306-40615-2", "Wydanie poprzednie: ISBN 0-306-40615-2",
        "PREDCHOZI VYDANI: ISBN 0-306-40615-2", "Edizione precedente: ISBN 0-306-40615-2",
        "Forrige utgave: ISBN 0-306-40615-2", "Előző kiadás: ISBN 0-306-40615-2",
        "Предыдущее издание: ISBN 0-306-40615-2", "OID ISBN: 0-306-40615-2",
        "On page iv for ISBN 0-306-40615-2 read ISBN 3-16-148410-X",
        "Statt ISBN 0-306-40615-2 muss es heißen: ISBN 3-16-148410-X",
        "AU LIEU DE L'ISBN 0-306-40615-2, LIRE 3-16-148410-X", "En vez de ISBN 0-306-40615-2",
        "Instead of ISBN 0-306-40615-2 use this one", "The ISBN (0-306-40615-2) should read 3-16-148410-X",
        "旧ISBN：0-306-40615-2", "ISBN 0-306-40615-2（错误）", "ISBN（無効）0-306-40615-2",
    ]

    private static let right = [
        "ISBN 0-306-40615-2", "ISBN 0-306-40615-2 (pbk.)", "ISBN 0-306-40615-2 (corrected)",
        "Correct ISBN 0-306-40615-2", "Corrected ISBN: 0-306-40615-2", "New ISBN 0-306-40615-2",
        "ISBN 0-306-40615-2 (reprinted with corrections)",
        "ISBN 0-306-40615-2 (incorporating Windward Press)",
        "ISBN 0-306-40615-2 (incor", "ISBN 0-306-40615-2 (incorporating", "ISBN 0-306-40615-2 (inva",
        "ISBN 0-306-40615-2 (formerly The Ledger)", "ISBN 0-306-40615-2 (former",
        "ISBN 0-306-40615-2 (previously published)", "ISBN 0-306-40615-2 (Old Testament)",
        "ISBN 0-306-40615-2 (Old English series)", "ISBN 0-306-40615-2 (supersedes 3-16-148410-X)",
        "ISBN 0-306-40615-2 (replaces previous edition)", "ISBN 0-306-40615-2 (cancels",
        "ISBN 0-306-40615-2 (True and False)", "ISBN 0-306-40615-2 (新旧约全书)",
        "For 3 years old ISBN 0-306-40615-2", "Jane Old ISBN 0-306-40615-2", "False. ISBN 0-306-40615-2",
        "The Imaginary Invalid ISBN 0-306-40615-2", "True or False ISBN 0-306-40615-2",
        "Ages four and old\nISBN 0-306-40615-2", "Cancelled\nISBN 0-306-40615-2",
        "Threshold ISBN 0-306-40615-2", "The Performer ISBN 0-306-40615-2", "ISBN: 0-306-40615-2 Old Street",
        "ISBN 0-306-40615-2 Falsche Welt", "Reprinted with corrections. ISBN 0-306-40615-2",
        "ISBN 0-306-40615-2 (formerly ISBN 3-16-148410-X)", "ISBN 0-306-40615-2 (was 3-16-148410-X)",
        "ISBN 0-306-40615-2 (not for sale)", "ISBN 0-306-40615-2 (now valid)",
        "(hardback) 978-0-306-40615-7", "The hardback was ISBN 0-306-40615-2",
        "ISBN 0-306-40615-2 is valid", "ISBN 0-306-40615-2 was corrected",
        "ISBN 0-306-40615-2 read by Ann Lee", "For ISBN 0-306-40615-2 see below", "ALLE ISBN: 0-306-40615-2",
        "Read ISBN 0-306-40615-2", "Zweite Auflage: ISBN 0-306-40615-2", "Jane Old: ISBN 0-306-40615-2",
        "Second edition: ISBN 0-306-40615-2",
        "Errata: ISBN 0-306-40615-2", "Fausto ISBN 0-306-40615-2", "1. Auflage ISBN 0-306-40615-2",
    ]

    @Test(arguments: wrong.map { ($0, true) } + right.map { ($0, false) })
    func `recognises numbers that the page calls wrong`(_ text: String, _ isWrong: Bool) throws {
        let match = try #require(ISBN.find(in: text).matches.first)
        #expect(match.isbn.isbn13 == "9780306406157")
        #expect(match.isMarkedWrong == isWrong)
    }

    @Test(arguments: [
        ("ISBN 0-306-40615-2 (falsch) ISBN 3-16-148410-X", [true, false]),
        ("ISBN 0-306-40615-2 (falsch)\nISBN 3-16-148410-X", [true, false]),
        ("ISBN 0-306-40615-2 (falsch), 3-16-148410-X", [true, false]),
        ("ISBN 0-306-40615-2 (FALSCH 3-16-148410-X", [true, false]),
        ("ISBN 3-16-148410-X ISBN 0-306-40615-2 (invalid)", [false, true]),
        ("978-3-16-148410-0 (invalid) 978-0-306-40615-7", [true, false]),
        ("ISBN 3-16-148410-X (pbk.) (invalid) 978-0-306-40615-7", [true, false]),
        ("978-3-16-148410-0 Windward (invalid) 978-0-306-40615-7", [false, true]),
        ("ISBN 0-306-40615-2 (formerly ISBN 3-16-148410-X)", [false, true]),
        ("ISBN 3-16-148410-X\nInvalid ISBN 0-306-40615-2", [false, true]),
        ("Invalid ISBN 0-306-40615-2 ISBN 3-16-148410-X", [true, false]),
        ("Invalid ISBN 0-306-40615-2, 3-16-148410-X", [true, false]),
        ("Invalid ISBNs 0-306-40615-2, 3-16-148410-X", [true, true]),
        ("ISBN 3-16-148410-X\n(invalid) ISBN 0-306-40615-2", [false, true]),
        ("Old ISBN 0-306-40615-2; new ISBN 3-16-148410-X", [true, false]),
        ("For ISBN 0-306-40615-2 read ISBN 3-16-148410-X", [true, false]),
        ("Statt ISBN 0-306-40615-2 muss es heißen: ISBN 3-16-148410-X", [true, false]),
        ("Edición anterior: ISBN 0-306-40615-2\nSegunda edición: ISBN 3-16-148410-X", [true, false]),
    ])
    func `marks the number beside the words`(_ text: String, _ areWrong: [Bool]) {
        #expect(ISBN.find(in: text).matches.map(\.isMarkedWrong) == areWrong)
    }

    @Test(arguments: [
        ("ISBN 0-306-40615-3 (invalid)", true), ("Incorrect ISBN 0-306-40615-3", true),
        ("ISBN 0-306-40615-3", false), ("ISBN 0-306-40615-3 (incorporating Windward)", false),
    ])
    func `marks what is no ISBN, too`(_ text: String, _ isWrong: Bool) {
        #expect(ISBN.find(in: text).nearMisses.map(\.isMarkedWrong) == [isWrong])
    }

    /// Frequent on imprints, in the languages whose words for wrong numbers are known.
    private static let usual = """
        format world strong forms formed forme formats fourth first second third edition
        correct corrected corrections revised reprinted published publisher printed printing press print copyright
        reserved rights library congress catalogue cataloguing publication data record available british national
        paperback hardback hardcover cloth paper boards electronic digital volume volumes series complete original
        illustrated illustrations photographs design cover typeset text translated translation foreword editor editors
        annual annals errata erratum ancient allen farmer salsa route forte falcon valid validated cancels superior
        house group limited incorporated company university oxford cambridge london
        format auflage ausgabe verlag druck gedruckt gebunden broschiert taschenbuch alle rechte vorbehalten
        bibliografische information deutschen nationalbibliothek umschlag gestaltung satz herstellung lektorat
        übersetzung übersetzt deutsche deutschland alter arten allgemein gültig korrekt korrektur korrigierte
        verwaltung vertrieb erscheint flasche fassung fälle früh frühling führer
        édition éditions éditeur imprimé imprimerie dépôt légal tous droits réservés relié broché couverture
        traduit traduction collection tirage achevé soutien valide valable formes forme exact présente présent
        edición editorial impreso impresión depósito todos derechos reservados traducción rústica cartoné válido
        correcto interior salsa antología ilustraciones
        edizione edizioni editore stampato stampa ristampa tutti diritti riservati brossura rilegato traduzione
        corretto errori esatto antico presidente
        uitgave uitgeverij druk eerste vertaald vertaling gebonden omslag ontwerp juist geldig volgende
        upplaga förlag tryckt inbunden häftad utgåva giltig omslag svensk översättning tidning
        udgave forlag trykt indbundet gyldig tidlig oversat utgave innbundet oversatt
        """.split { $0.isWhitespace }.map(String.init)

    @Test func `usual words are no misread words for wrong numbers`() throws {
        #expect(Self.usual.count >= 150)
        for word in Self.usual {
            for text in [
                "\(word) ISBN 0-306-40615-2", "\(word.uppercased()) ISBN 0-306-40615-2",
                "ISBN 0-306-40615-2 (\(word))", "(\(word)) 978-0-306-40615-7",
            ] {
                let matches = ISBN.find(in: text).matches
                #expect(matches.map(\.isMarkedWrong) == [false], "\(text)")
            }
        }
    }

    // MARK: - Repairs

    private static let repairs: [(text: String, isbn: String, repairs: [String])] = [
        ("ISBN 978-7-5606-0406-O", "9787560604060", ["O→0 at 22"]),
        ("ISBN O-3O6-4O615-2", "9780306406157", ["O→0 at 6", "O→0 at 9", "O→0 at 13"]),
        ("ISBN O 306 40615 2", "9780306406157", ["O→0 at 6"]),
        ("ISBN 978-O-306-406l5-7", "9780306406157", ["O→0 at 10", "l→1 at 19"]),
        ("ISBN 97B-0-306-40615-7", "9780306406157", ["B→8 at 8"]),
        ("ISBN 978-0-306-40GI5-7 (pbk.)", "9780306406157", ["G→6 at 18", "I→1 at 19"]),
        ("ISBN 0-306-4061S-Z", "9780306406157", ["S→5 at 16", "Z→2 at 18"]),
        ("ISBN 0-8044-2957-×", "9780804429573", ["×→X at 18"]),
        ("ISBN O3O64O6152pbk", "9780306406157", ["O→0 at 6", "O→0 at 8", "O→0 at 11"]),
        ("1SBN 0-306-40615-2", "9780306406157", ["1SBN→ISBN at 1"]),
        ("lSBN 0-306-40615-2", "9780306406157", ["lSBN→ISBN at 1"]),
        ("ISBM: 0-306-40615-2", "9780306406157", ["ISBM→ISBN at 1"]),
        ("|S8N 0-306-40615-2", "9780306406157", ["|S8N→ISBN at 1"]),
        ("I5BN 978O306406157", "9780306406157", ["I5BN→ISBN at 1", "O→0 at 9"]),
    ]

    @Test(arguments: repairs)
    func `repairs next to a label`(_ text: String, _ isbn: String, _ repairs: [String]) throws {
        let matches = ISBN.find(in: text).matches
        #expect(matches.map(\.isbn.isbn13) == [isbn])
        #expect(matches.first?.repairs.map(\.description) == repairs)
    }

    // MARK: - ISBN-A

    private static let actionable: [(text: String, label: String?)] = [
        ("ISBN-A 10.978.3518/459201", "ISBN-A"), ("ISBN-A: 10.978.3518/459201", "ISBN-A:"),
        ("ISBN 10.978.3518/459201", "ISBN"), ("ISBN-4 10.978.3518/459201", nil),
        ("https://doi.org/10.978.3518/459201.", nil), ("10.978.3518/459201", nil),
    ]

    @Test(arguments: actionable)
    func `reads an ISBN in the form of a DOI`(_ text: String, _ label: String?) {
        let findings = ISBN.find(in: text)
        #expect(findings.matches.map(\.isbn.hyphenated) == ["978-3-518-45920-1"])
        #expect(findings.matches.map(\.text) == ["10.978.3518/459201"])
        #expect(findings.matches.map(\.label) == [label])
        #expect(findings.nearMisses.isEmpty)
    }

    @Test(arguments: [
        "ISBN-A 10.978.3518/459202", "ISBN-A 10.978.35184/59201", "ISBN-A 10.978.3518/4592011",
        "ISBN-A 10.978.3518/459201-1", "ISBN-4 10.978.3518/541815", "ISBN 4 10.978.3518",
        "ISBN 4109783518/541814", "4-1097835-1-8/541814", "ISBN-4 10.978.3518 541815",
    ])
    func `takes no number out of a damaged one`(_ text: String) {
        #expect(ISBN.find(in: text) == ISBNFindings())
    }

    @Test(arguments: ["10-90787-04-9", "No. 11-94446-36-1", "979-\n\n11-94446-36-1"])
    func `takes the rest of a number with the prefix 979 for no other number`(_ text: String) {
        #expect(ISBN.find(in: text).matches.isEmpty)
    }

    // MARK: - What is left alone

    @Test(arguments: [
        "", " ", "\n\n", "ISBN", "ISBN:", "ISBN ISBN ISBN", "ISBN-13", "(ISBN)", "978", "978-", "X", "0-0",
        "O-3O6-4O615-2", "97803O6406157",  // letters without a label
        "123450306406152", "97803064061571", "19780306406157", "0306406152978",  // inside longer numbers
        "a0306406152", "0306406152f", "x9780306406157e",  // in words
        "3.9780306406157", "0.0306406152", "0-306-40615-2-1", "-0-306-40615-2", "97B-0-306-40615-2",
        "1-0-306-40615-2", "978.0.306.40615.7.1",
        "Tel. 0306406152", "Tel: 0306406152", "Fax 0306406152", "+0306406152", "+9780306406157",
        "$0306406152", "电话：0306406152", "LCCN 0306406152", "Control Number: 0306406152",
        "030-640-6152", "(030) 640-6152", "03 06 40 61 52", "030 640 6152", "0306.406.152",
        "0 30 64061 5 2", "2026-11-21 10:09:18", "192.168.100.200", "ISSN 0306-4061",
        "4006381333931", "5 901234 123457", "9770306406001", "9790260000438", "1920095006008",
        "£12.95 $19.95 51495 90000>", "306406152", "978\n0306406157", "9780306\n406157",
        "10 9 8 7 6 5 4 3 2 1", "01 02 03 04 05 10 9 8 7 6", "88-12345",
        "ISBN and other numbers are explained in chapter 0306406152x",
    ])
    func `ignores other numbers`(_ text: String) {
        #expect(ISBN.find(in: text) == ISBNFindings())
    }

    // MARK: - Near misses

    private static let nearMisses: [(text: String, printed: String, label: String?, error: ISBNError)] = [
        ("ISBN 0-306-40615-3", "0-306-40615-3", "ISBN", .checkDigit(found: "3", expected: "2")),
        ("ISBN: 978-0-306-40615-2.", "978-0-306-40615-2", "ISBN:", .checkDigit(found: "2", expected: "7")),
        ("ISBN 977-0-306-40615-7", "977-0-306-40615-7", "ISBN", .prefix("977")),
        ("ISBN 979-0-2600-0043-8", "979-0-2600-0043-8", "ISBN", .prefix("9790")),
        ("ISBN 978-0-306-4061-7", "978-0-306-4061-7", "ISBN", .length(12)),
        ("ISBN 0-306-40615-3 51495", "0-306-40615-3", "ISBN", .checkDigit(found: "3", expected: "2")),
        ("ISBN 978-7-5403-4", "978-7-5403-4", "ISBN", .length(9)),
        ("ISBN 7-5624-3041", "7-5624-3041", "ISBN", .length(9)),
        ("ISBN -0-306-40615-2", "0-306-40615-2", "ISBN", .length(10)),
        ("ISBN 10-90787-04-9", "10-90787-04-9", "ISBN", .length(10)),
        ("ISBN11-94446-36-1", "11-94446-36-1", "ISBN", .length(10)),
        ("ISBN\n10 90787 04 9", "10 90787 04 9", "ISBN", .length(10)),
        ("SBN 306-40615-3", "306-40615-3", "SBN", .checkDigit(found: "3", expected: "2")),
        ("EAN 9780306406150", "9780306406150", "EAN", .checkDigit(found: "0", expected: "7")),
        ("9780306406150", "9780306406150", nil, .checkDigit(found: "0", expected: "7")),
        ("9 780306 406150", "9 780306 406150", nil, .checkDigit(found: "0", expected: "7")),
        ("0-306-40615-3", "0-306-40615-3", nil, .checkDigit(found: "3", expected: "2")),
    ]

    @Test(arguments: nearMisses)
    func `reports near misses`(_ text: String, _ printed: String, _ label: String?, _ error: ISBNError) throws
    {
        let findings = ISBN.find(in: text)
        #expect(findings.matches.isEmpty)
        try #require(findings.nearMisses.count == 1)
        let nearMiss = findings.nearMisses[0]
        #expect(nearMiss.text == printed)
        #expect(nearMiss.label == label)
        #expect(nearMiss.error == error)
        #expect(FoldedText(text).printed(nearMiss.range) == printed)
    }

    @Test(arguments: [
        "0306406153", "0-30-640615-3", "4006381333930", "EAN 4006381333930", "EAN 0306406153", "ISBN 1234",
        "ISBN 12345678901234",
    ])
    func `far misses are nothing`(_ text: String) {
        #expect(ISBN.find(in: text) == ISBNFindings())
    }
}
