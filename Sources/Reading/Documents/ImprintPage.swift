// Whether a page is about the document itself; articles, bibliographies and advertisements contain ISBNs, too.

/// What the wording of a page shows about it.
enum ImprintPage {
    /// Whether a text is worded like an imprint.
    static func isImprint(_ text: String) -> Bool {
        let words = text.lowercased()
        return imprints.contains { words.contains($0) }
            || text.split(separator: "\n").contains(where: isCopyrightNotice)
    }

    /// Whether a line begins as the imprint of a book does; a caption or a preface may have other words of imprints.
    static func isOwnImprint(_ text: String) -> Bool {
        text.split(separator: "\n").contains { isCopyrightNotice($0) || OtherWorks.beginsOwnImprint($0) }
    }

    /// Whether a line names the holder or the year of a copyright; texts about copyright do neither.
    private static func isCopyrightNotice(_ line: Substring) -> Bool {
        let parts = line.lowercased().split(separator: "copyright", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return false }
        if parts.dropFirst().contains(where: { beginsWithYear($0) }) { return true }
        guard !parts[0].contains(where: \.isLetter) else { return false }
        let rest = parts[1].drop { !$0.isLetter && !$0.isNumber }
        return rest.isEmpty || parts[1].first == ":" || copyrights.contains(where: rest.hasPrefix)
            || rest.split { !$0.isNumber }.contains { isYear($0) } || isBriefNotice(line)
    }

    /// `Copyright Jane Doe`
    private static func isBriefNotice(_ line: Substring) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace)
        return (2...mostOfNotice).contains(words.count) && words[1].first?.isUppercase == true
    }

    private static func beginsWithYear(_ words: Substring) -> Bool {
        isYear(words.drop { !$0.isLetter && !$0.isNumber }.prefix(while: \.isNumber))
    }

    static func isYear(_ digits: some StringProtocol) -> Bool {
        digits.count == 4 && ["18", "19", "20"].contains(where: digits.hasPrefix)
    }

    /// - Parameter words: in lower case.
    static func namesPublisher(_ words: String) -> Bool { publishing.contains { words.contains($0) } }

    /// In words.
    private static let mostOfNotice = 6

    private static let imprints = [
        "©", "(c) 19", "(c) 20", "all rights reserved", "first published", "published by",
        "published in",
        "cataloguing", "cataloging", "library of congress", "british library", "impressum", "alle rechte",
        "deutsche nationalbibliothek",
        "dépôt légal", "tous droits", "depósito legal", "todos los derechos", "todos os direitos",
        "tutti i diritti", "colofon",
        "colophon", "kolofon", "alla rättigheter", "all right reserved", "все права", "выходные данные",
        "подписано в печать",
        "版权", "版權", "著作権", "奥付", "発行", "出版发行", "무단",
    ]

    /// After "copyright" at the beginning of a line.
    private static let copyrights = ["by ", "page", "notice", "information", "holder", "owner"]

    /// Words of publishers, editions, printers, licences and libraries, which articles use, too.
    static let publishing = [
        "issn", "lccn", "urn:nbn", "удк", "ббк", "universit", "institut", "creative commons", "cc by",
        "licensed under",
        "publish", "publication", "press", "edition", "printed", "printing", "cover design", "cip ",
        "verlag", "auflage", "ausgabe", "herausge", "druck", "umschlag",
        "éditeur", "édition", "editeur", "imprim", "achevé",
        "editorial", "edicion", "edición", "impres",
        "edizion", "editore", "editrice", "stampa", "uitgever", "uitgave", "druk", "editora", "edição",
        "edições", "издательств", "изд-во", "издани", "тираж", "отпечатан", "типограф",
        "出版", "印刷", "発行", "初版", "版次", "定价", "定價", "定価", "förlag", "forlag", "wydawnictw", "nakladatel",
        "kiadó",
        "kustantaja", "출판", "펴낸", "발행",
    ]
}
