// Whether a page is about the document itself; bibliographies and advertisements contain ISBNs, too.
import Foundation

/// What the wording of a page shows about it.
struct ImprintPage {
    /// It is worded like an imprint.
    let isImprint: Bool
    /// It is so short that a number on it belongs to the book: a title page, back cover or colophon.
    let isBrief: Bool
    /// It lists other books.
    let isBibliography: Bool

    /// - Parameter numbers: the text around the page's numbers; `nil` if that is the whole page.
    init(_ text: String, around numbers: String? = nil) {
        let words = text.lowercased()
        isBrief = text.unicodeScalars.prefix(Self.mostOfBrief + 1).count <= Self.mostOfBrief
        isBibliography = words.split(separator: "\n").contains { line in
            let line = line.trimmingCharacters(in: Self.aroundHeadings)
            return Self.headings.contains(line) || Self.openings.contains { line.hasPrefix($0) }
        }
        isImprint = !isBibliography && Self.isImprint(numbers ?? text)
    }

    /// Whether a text is worded like an imprint.
    static func isImprint(_ text: String) -> Bool {
        let words = text.lowercased()
        return imprints.contains { words.contains($0) }
    }

    private static let mostOfBrief = 3000
    private static let aroundHeadings = CharacterSet.whitespaces.union(.decimalDigits).union(
        .punctuationCharacters)

    private static let imprints = [
        "©", "copyright", "(c) 19", "(c) 20", "all rights reserved", "first published", "published by",
        "published in",
        "cataloguing", "cataloging", "library of congress", "british library", "impressum", "alle rechte",
        "deutsche nationalbibliothek",
        "dépôt légal", "tous droits", "depósito legal", "todos los derechos", "todos os direitos",
        "tutti i diritti", "colofon",
        "colophon", "kolofon", "alla rättigheter", "all right reserved", "все права", "выходные данные",
        "подписано в печать",
        "版权", "版權", "著作権", "奥付", "発行", "出版发行", "무단",
    ]

    private static let openings = [
        "also by", "by the same author", "other books by", "du même auteur", "vom selben autor",
        "del mismo autor",
    ]

    private static let headings: Set<String> = [
        "references", "bibliography", "works cited", "further reading",
        "literatur", "literaturverzeichnis", "bibliographie", "références", "referencias", "bibliografía",
        "bibliografia",
        "riferimenti", "referências", "список литературы", "参考文献", "參考文獻",
    ]
}
