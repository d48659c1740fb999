// Which form of a book a number belongs to, by its label and qualifier.
import Books

/// What a page says about the form that a number belongs to.
enum NumberForm: Hashable {
    /// A printed form: hardback, paperback.
    case print
    /// A file, and its format if that is stated.
    case electronic(Format?)
    /// A set of several volumes.
    case set
    /// Not stated.
    case plain

    enum Format: Hashable { case epub, pdf, other }

    init(_ reading: ISBNReading) { self.init(label: reading.label, qualifier: reading.qualifier) }

    /// - Parameters: as printed.
    init(label: String?, qualifier: String?) {
        let qualifier = qualifier?.lowercased() ?? ""
        let label = label?.lowercased() ?? ""
        func says(_ words: [String]) -> Bool { words.contains { qualifier.contains($0) } }
        // A label begins with "e" or "p" only as `e-ISBN` and `pISBN`.
        if says(["epub", "e-pub"]) {
            self = .electronic(says(["pdf"]) ? nil : .epub)
        } else if says(["pdf"]) {
            self = .electronic(.pdf)
        } else if says(["mobi", "kindle", "azw", "audio", "cd-rom", "online", "html"]) {
            self = .electronic(.other)
        } else if says(Self.electronicWords) || label.hasPrefix("e") {
            self = .electronic(nil)
        } else if says(["set", "complet", "gesamt", "套", "全"]) {
            self = .set
        } else if says(Self.printWords) || label.hasPrefix("p") {
            self = .print
        } else {
            self = .plain
        }
    }

    private static let electronicWords = [
        "e-book", "ebook", "e-isbn", "electronic", "electrón", "électron", "elektron", "eletrôn", "elettron",
        "digital", "numérique",
        "adobe", "web", "電子", "电子", "электрон",
    ]

    private static let printWords = [
        "pbk", "pb", "paper", "soft", "trade", "mass", "hbk", "hb", "hc", "hard", "cloth", "cased", "bound",
        "leather", "print",
        "brosch", "geb", "kart", "leinen", "taschenbuch", "broch", "relié", "carton", "rústica", "rustica",
        "tapa", "brossura",
        "rilegat", "inb", "hft", "平装", "精装", "平裝", "精裝", "spiral", "board",
    ]
}
