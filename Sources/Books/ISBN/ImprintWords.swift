// The words that stand with a number on imprint pages, in lower case, in the languages that use them most.

/// The words that qualifiers are made of, and those that say nothing.
enum ImprintWords {
    static let plain: Set<String> = [
        "pbk", "pb", "paper", "paperback", "paperbound", "softcover", "softback", "soft", "cover",
        "trade", "mass", "market", "hbk", "hb", "hc", "hardback", "hardcover", "hardbound", "hard",
        "cloth", "clothbound", "cased", "bound", "leather", "library", "lib", "bdg", "binding",
        "ed", "edition", "set", "boxed", "box", "complete", "ebook", "e-book", "e-books", "epub",
        "e-pub", "epdf", "pdf", "mobi", "kindle", "adobe", "print", "online", "web", "html",
        "electronic", "digital", "audio", "audiobook", "cd", "dvd", "cd-rom", "spiral", "ringbound",
        "board", "boards", "book", "looseleaf", "loose-leaf", "large", "international", "student",
        "alk", "acid-free", "brosch", "broschiert", "broschur", "br", "geb", "gebunden", "kart",
        "kartoniert", "leinen", "ln", "taschenbuch", "gesamtwerk", "broché", "relié", "rel",
        "cartonné", "rústica", "rustica", "tapa", "dura", "blanda", "cartoné", "brossura",
        "rilegato", "ing", "inb", "hft", "ib", "nid", "sid", "平装", "精装", "软精装", "套装", "全套", "上册",
        "中册", "下册", "上卷", "下卷", "上巻", "下巻", "平裝", "精裝",
    ]

    /// Those that a number follows.
    static let volume: Set<String> = [
        "vol", "volume", "v", "bd", "band", "t", "tome", "tomo", "teil", "part", "pt", "book",
    ]

    /// Words that may stand between a label and its number and say nothing.
    static let filler: Set<String> = [
        "no", "nos", "nr", "num", "number", "numbers", "code", "is", "for", "of", "the", "this",
        "and", "or", "und", "oder", "et", "ou", "y", "e", "digit", "digits", "n", "nummer",
        "numéro", "número", "numero",
    ]

    /// Words before a number that is no ISBN.
    static let otherNumber: Set<String> = [
        "tel", "telephone", "phone", "mobile", "fax", "telefax", "telefon", "tél", "lccn", "oclc",
        "issn", "ismn", "upc", "sku", "doi", "no", "nr", "number", "id", "电话", "電話", "传真", "热线",
    ]
}
