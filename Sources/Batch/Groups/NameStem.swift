// The common part of the names of one book's photos: people append a letter, a number or a word for the page.

enum NameStem {
    /// A file's name without its extension and without the part that distinguishes photos of a book; whole if there
    /// is no such part for certain.
    ///
    /// `IMG_12a`, `IMG_12-2`, `IMG_12 (2)` and `IMG_12-back` give `IMG_12`, and so does `IMG_12`: a camera's counter
    /// distinguishes books, and so do dates.
    static func of(_ name: Substring) -> Substring {
        let whole = withoutKind(name)
        if let stem = withoutCopy(whole) ?? withoutLetter(whole) { return stem }
        let (head, tail) = split(whole)
        if isNumber(tail) {
            let stem = withoutViews(head)
            if stem != head { return stem }
            return head.isEmpty || isCounter(head) || endsInDate(whole) ? whole : head
        }
        return withoutViews(whole)
    }

    private static func withoutKind(_ name: Substring) -> Substring {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            case let kind = name[dot...].dropFirst(), kind.contains(where: \.isLetter),
            !kind.contains(where: isBreak)
        else { return name }
        return name[..<dot]
    }

    /// Of `IMG_12 (2)`.
    private static func withoutCopy(_ name: Substring) -> Substring? {
        guard name.last == ")", let open = name.lastIndex(of: "("),
            isNumber(name[open...].dropFirst().dropLast())
        else { return nil }
        let stem = trimmed(name[..<open])
        return stem.isEmpty ? nil : stem
    }

    /// Of `IMG_12a` and `IMG_12-a`, but not of an ISBN-10 that ends in X.
    private static func withoutLetter(_ name: Substring) -> Substring? {
        guard let last = name.last, last.isASCII, last.isLetter else { return nil }
        let stem = trimmed(name.dropLast())
        guard stem.last?.isNumber == true else { return nil }
        let isCheckDigit = "xX".contains(last) && stem.count { $0.isNumber } >= 9
        return isCheckDigit ? nil : stem
    }

    /// Of `dune-back`, `dune back cover` and `dune_front2`.
    private static func withoutViews(_ name: Substring) -> Substring {
        let (head, tail) = split(name)
        let word = tail.prefix(while: \.isLetter)
        let number = tail[word.endIndex...]
        guard !head.isEmpty, views.contains(word.lowercased()), number.isEmpty || isNumber(number) else {
            return name
        }
        return withoutViews(head)
    }

    /// In English, German, French and Spanish; without `dos`, a spine in French, which is two in Spanish.
    private static let views: Set<String> = [
        "front", "back", "cover", "spine", "title", "imprint", "copyright", "colophon", "flap", "jacket",
        "inside", "isbn", "barcode", "page", "left", "right",
        "vorne", "vorn", "hinten", "vorderseite", "rückseite", "rueckseite", "umschlag", "rücken", "ruecken",
        "buchrücken", "buchruecken", "titel", "titelseite", "titelblatt", "impressum", "klappe", "innen",
        "seite", "links", "rechts", "strichcode",
        "recto", "verso", "couverture", "devant", "derrière", "derriere", "avant", "arrière", "arriere",
        "tranche", "titre", "rabat", "intérieur", "interieur", "gauche", "droite",
        "portada", "contraportada", "portadilla", "cubierta", "contracubierta", "tapa", "contratapa", "lomo",
        "título", "titulo", "solapa", "delante", "detrás", "detras", "anverso", "reverso", "interior",
        "página", "pagina", "izquierda", "derecha",
    ]

    /// Whether the number after `head` is a camera's or scanner's counter.
    private static func isCounter(_ head: Substring) -> Bool {
        counters.contains(split(head).tail.uppercased())
    }

    private static let counters: Set<String> = [
        "IMG", "IMAGE", "DSC", "DSCN", "DSCF", "DCIM", "PXL", "PIC", "PICT", "PHOTO", "FOTO", "BILD", "SCAN",
        "SAM",
        "CIMG", "GOPR", "WP", "MVI", "MVIMG", "VID", "FRAME", "PAGE", "P",
    ]

    /// `2026-11-22`, `12.30.05`.
    private static func endsInDate(_ name: Substring) -> Bool {
        let parts = name.split(whereSeparator: isBreak).suffix(3)
        return parts.count == 3 && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
            && parts.dropFirst().allSatisfy { $0.count == 2 }
    }

    /// Splits at the last separator; without one, all of it is the tail.
    private static func split(_ name: Substring) -> (head: Substring, tail: Substring) {
        guard let place = name.lastIndex(where: isBreak) else { return ("", name) }
        return (trimmed(name[..<place]), name[name.index(after: place)...])
    }

    private static func trimmed(_ name: Substring) -> Substring {
        var name = name
        while let last = name.last, isBreak(last) { name.removeLast() }
        return name
    }

    /// Of up to three digits; longer numbers are a camera's, or part of an ISBN.
    private static func isNumber(_ text: Substring) -> Bool {
        (1...3).contains(text.count) && text.allSatisfy(\.isNumber)
    }

    private static func isBreak(_ character: Character) -> Bool { "-_. ".contains(character) }
}
