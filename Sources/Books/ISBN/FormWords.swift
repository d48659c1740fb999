// The words by which imprints name the forms of a book, in the languages of its sources.

/// The words of one form.
package struct FormWords: Sendable {
    /// Parts of words, folded.
    private let parts: [String]
    /// Words and expressions of several words, which OCR may have misread.
    private let expressions: [String]
    private let spelling: OCRSpelling

    private init(parts: [String] = [], _ expressions: [String] = []) {
        self.parts = parts.map { OCRSpelling.folded($0) }
        self.expressions = expressions
        spelling = OCRSpelling(expressions)
    }

    /// - Parameter folded: by `OCRSpelling`.
    package func areIn(_ folded: String) -> Bool {
        parts.contains { folded.contains($0) } || spelling.mayBeIn(OCRSpelling.words(folded))
    }

    /// Those that say it alone, or with each other.
    fileprivate var words: [String] {
        expressions.flatMap { $0.split { " .'’".contains($0) }.map(String.init) }.filter { $0.count > 1 }
    }

    package static let epub = FormWords(parts: ["epub", "e-pub"])
    package static let pdf = FormWords(parts: ["pdf"])

    package static let otherFile = FormWords(
        parts: ["mobi", "kindle", "azw", "audio", "cd-rom", "online", "html", "аудио"],
        [
            "Kindle", "Hörbuch", "luisterboek", "ljudbok", "lydbok", "lydbog", "äänikirja", "hangoskönyv",
            "audiokniha", "sesli kitap", "zvočna knjiga",
        ])

    /// What comes with a book.
    package static let medium = FormWords([
        "cd", "cds", "dvd", "dvds", "vhs", "cassette", "cassettes", "video", "software", "poster", "app",
    ])
    /// Words that name a book beside what comes with it: `book and CD`.
    package static let withBook = FormWords([
        "book", "buch", "libro", "livre", "livro", "boek", "bok", "bog", "with", "mit", "avec", "con", "plus",
        "and", "und", "pack", "paket", "kit",
    ])

    package static let electronic = FormWords(
        parts: [
            "e-book", "ebook", "e-isbn", "electr", "elektr", "eletr", "elettr", "digita",
            "numérique", "adobe", "web", "電子", "电子", "전자", "электр", "електр", "ηλεκτρ",
        ],
        [
            "wersja cyfrowa", "eb", "ebk", "e-text", "etext", "etextbook", "ADE", "OA", "open access",
            "OpenAccess",
            "livre num",
            "version num", "éd. num", "format num", "e-libro", "e-llibre", "e-bok", "ebok", "e-bog",
            "e-kirja",
            "sähkökirja", "verkkoj", "verkkojulkaisu", "verkkokirja", "e-könyv", "ekönyv", "e-kniha",
            "ekniha",
            "e-kitap", "ekitap", "e-raamat", "e. knyga", "el. knyga", "e-grāmata", "e-knjiga", "eknjiga",
            "e-carte", "e-lib", "e-publikacja", "эл. изд", "эл. книга", "ел. вид",
        ])

    package static let set = FormWords(
        parts: [
            "set", "complet", "komplet", "gesamt", "vols", "volumes", "volumi", "bde", "tomes", "tomos",
            "delen",
            "套", "全", "セット", "전집", "세트", "комплект",
        ],
        [
            "compl", "obra compl", "kompl", "kpl", "werk", "alle Bände", "Kassette", "Schuber", "slipcase",
            "series",
            "série", "seria", "ensemble", "intégrale", "O.C.", "colección", "col·lecció", "colecção",
            "coleção",
            "opera", "intera opera", "compleet", "całość", "soubor", "súbor", "sada", "tk", "takım",
            "összkiad",
            "összes", "sorozat", "kokonaisteos", "koko teos", "sarja", "hela verket", "hele verket",
            "hele værket", "samlet", "samlat verk", "ansamblu", "zbirka", "celota", "cjelina", "celina",
            "kogu teos", "общий", "общ", "полн. собр", "σετ", "σειρά",
        ])

    package static let print = FormWords(
        parts: [
            "pb", "paper", "soft", "trade", "mass", "hb", "hc", "hard", "cloth", "cased",
            "bound", "leather", "print", "lib. bdg", "brosch", "geb", "kart", "leinen", "taschenbuch",
            "broch", "relié", "carton", "grand format", "poche", "rústica", "tapa", "brossura", "rilegat",
            "inb", "hft", "平装",
            "精装", "平裝", "精裝", "spiral", "board",
        ],
        [
            "papier", "papel", "bross", "trykt", "tryckt", "häftad", "heftet", "hæftet", "inbunden",
            "innbundet", "indbundet", "indb", "painettu", "nid", "sid", "nyomtatott", "kötött", "fűzött",
            "fűzve", "brož", "váz", "vázaná", "brožovaná", "druk", "oprawa", "twarda", "miękka", "basılı",
            "ciltli", "köites", "spausd", "irist", "iesiets", "uvez", "tvrdi uvez", "meki uvez", "broširano",
            "legat", "broșat", "в пер", "пер", "обл", "печатн", "печатное", "мягк", "тверд",
        ])

    /// Whether a qualifier is a volume's: `vol. 2`, `2. díl`, `I. kötet`.
    ///
    /// - Parameter folded: by `OCRSpelling`.
    package static func areVolume(_ folded: String) -> Bool {
        let words = folded.split { !$0.isLetter && !$0.isNumber }
        return zip(words, words.dropFirst()).contains {
            ImprintWords.volume.contains(String($0)) && isNumeral($1)
                || isNumeral($0) && (ImprintWords.volume.contains(String($1)) || $1 == "c")
        }
    }

    /// Whether a qualifier counts several volumes: `Bd. 1-3`; but not years.
    package static func areRange(_ folded: String) -> Bool {
        let parts = folded.filter { $0 != " " }.split { $0 == "-" || $0 == "–" }
        return zip(parts, parts.dropFirst()).contains { first, last in
            let (start, end) = (first.reversed().prefix { $0.isNumber }, last.prefix { $0.isNumber })
            return 1...2 ~= start.count && 1...2 ~= end.count
        }
    }

    /// Whether all words of a qualifier are listed; also if there are none.
    package static func areKnown(_ folded: String) -> Bool {
        OCRSpelling.words(folded).allSatisfy {
            let word = String(scalars: $0)
            return ImprintWords.inside.contains(word) || ImprintWords.volume.contains(word)
        }
    }

    private static func isNumeral(_ word: Substring) -> Bool {
        word.count <= 3 && word.allSatisfy(\.isNumber) || word.allSatisfy { "ivxl".contains($0) }
    }
}

/// The words of qualifiers, and words without meaning here.
enum ImprintWords {
    /// Folded, as OCR spells them, like the following ones.
    static let plain = Set(
        ([FormWords.otherFile, .medium, .electronic, .print].flatMap(\.words) + listed).map {
            OCRSpelling.folded($0)
        }
    ).subtracting(filler)

    /// Folded; with those of sets, which before a label belong to a title: `Series`, `Opera`.
    static let inside = plain.union(FormWords.set.words.map { OCRSpelling.folded($0) })

    /// Whether a folded word may be a qualifier's between a label and its number, where it may be misread.
    static func mayBeInside(_ word: String) -> Bool {
        inside.contains(word)
            || [FormWords.otherFile, .electronic, .set, .print].contains { $0.areIn(word) }
    }

    /// Kinds of books that may announce a number without a label.
    static let announcing = Set(listed)

    private static let listed = [
        "pbk", "pb", "paper", "paperback", "paperbound", "softcover", "softback", "soft", "cover",
        "trade", "mass", "market", "hbk", "hb", "hc", "hardback", "hardcover", "hardbound", "hard",
        "cloth", "clothbound", "cased", "bound", "leather", "library", "lib", "bdg", "binding",
        "ed", "edition", "set", "boxed", "box", "complete", "ebook", "e-book", "e-books", "epub",
        "e-pub", "epdf", "pdf", "mobi", "kindle", "adobe", "print", "online", "web", "html",
        "electronic", "electrónico", "electrónica", "électronique", "numérique", "elektronisch",
        "elektronische",
        "elettronico", "elettronica", "eletrônico", "eletrônica", "eletrónico", "digitale", "digitaal",
        "электронный", "электронное", "печатный", "impreso", "imprimé", "livre", "libro", "livro", "电子书",
        "電子書",
        "電子書籍", "电子版", "電子版",
        "digital", "audio", "audiobook", "cd", "dvd", "cd-rom", "spiral", "ringbound",
        "board", "boards", "book", "looseleaf", "loose-leaf", "large", "international", "student",
        "alk", "acid-free", "brosch", "broschiert", "broschur", "br", "geb", "gebunden", "kart",
        "kartoniert", "leinen", "ln", "taschenbuch", "gesamtwerk", "broché", "relié", "rel",
        "cartonné", "rústica", "rustica", "tapa", "dura", "blanda", "cartoné", "brossura",
        "rilegato", "ing", "inb", "hft", "ib", "nid", "sid", "平装", "精装", "软精装", "套装", "全套", "上册",
        "中册", "下册", "上卷", "下卷", "上巻", "下巻", "平裝", "精裝",
    ]

    /// Words that a number follows or precedes.
    static let volume = Set(
        [
            "vol", "volume", "v", "bd", "band", "t", "tome", "tomo", "teil", "part", "pt", "book", "tom",
            "dl", "deel", "díl", "diel", "sv", "svazek", "svezak", "cilt", "köt", "kötet", "osa", "del",
            "bind", "zv", "zvezek", "knj", "knjiga", "cz", "część", "knyga", "т", "том", "ч", "часть",
            "книга", "кн",
        ].map { OCRSpelling.folded($0) })

    /// Words without meaning that may come between a label and its number.
    static let filler: Set<String> = [
        "no", "nos", "nr", "num", "number", "numbers", "code", "is", "for", "of", "the", "this",
        "and", "or", "und", "oder", "et", "ou", "y", "e", "digit", "digits", "n", "nummer",
        "numéro", "número", "numero",
    ]

    /// Words before a number that is not an ISBN.
    static let otherNumber: Set<String> = [
        "tel", "telephone", "phone", "mobile", "fax", "telefax", "telefon", "tél", "lccn", "oclc",
        "issn", "ismn", "upc", "sku", "doi", "no", "nr", "number", "id", "电话", "電話", "传真", "热线",
    ]
}
