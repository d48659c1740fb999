// What a page calls a number, as far as it tells whether the number is a file's own.
import Books
import Documents

enum NumberForm: Hashable {
    /// Of paper: hardback, paperback.
    case print
    /// Of a file, and of which format where that is said.
    case electronic(Format?)
    /// Of several volumes together.
    case set
    /// Nothing that tells.
    case plain

    enum Format: Hashable { case epub, pdf, other }

    init(_ reading: ISBNReading) {
        let qualifier = reading.qualifier?.lowercased() ?? ""
        let label = reading.label?.lowercased() ?? ""
        func says(_ words: [String]) -> Bool { words.contains { qualifier.contains($0) } }
        if says(["epub", "e-pub"]) {
            self = .electronic(says(["pdf"]) ? nil : .epub)
        } else if says(["pdf"]) {
            self = .electronic(.pdf)
        } else if says(["mobi", "kindle", "azw", "audio", "cd-rom", "online", "html"]) {
            self = .electronic(.other)
        } else if says(Self.electronicWords) || label.hasPrefix("e-") || label.hasPrefix("eisbn") {
            self = .electronic(nil)
        } else if says(["set", "complet", "gesamt", "套", "全"]) {
            self = .set
        } else if says(Self.printWords) || label.hasPrefix("p-") || label.hasPrefix("pisbn") {
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
