// Compares titles of editions, which differ in subtitles, series and statements about the edition.

/// A title without what depends on the cataloguer. `The Hobbit`, `Hobbit, The` and
/// `The Hobbit, or There and Back Again` have the same `main`, and the last has another `whole`.
package struct TitleKey: Hashable, Sendable {
    /// Without series, subtitle and statements about the edition.
    package let main: String
    package let whole: String
    /// `nil` if there is none.
    private let series: SeriesPlace?

    package init(_ title: String, subtitle: String? = nil) {
        let parts = TitleParts(title)
        var head = parts.head
        let subtitles = [parts.rest, subtitle].compactMap(\.self)
        var rest = TitleParts.withoutAlternative(subtitles.joined(separator: " "))
        let series = parts.bracket.flatMap(SeriesPlace.init)
        if let bracket = parts.bracket,
            [.anotherBook, .volume].contains(SubtitleKind(bracket, isSeries: series != nil))
        {
            head += " " + bracket
        }
        var kind = SubtitleKind(rest)
        if kind == .volume, let (volume, behind) = TitleParts.volume(in: subtitles) {
            head += " " + volume
            rest = TitleParts.withoutAlternative(behind)
            kind = SubtitleKind(rest)
        }
        switch kind {
        case .anotherBook, .volume:
            head += " " + rest
            rest = ""
        case .edition: rest = ""
        case .subtitle: break
        }
        self.series = series
        main = TitleFolding.key(head)
        // With its article, so that the separator before it makes no difference.
        whole = TitleFolding.joined([main, TitleFolding.key(rest, goesOn: true)])
    }

    /// If both have a subtitle, these must be equal, too; so must the numbers in a series.
    package func isAlike(_ other: TitleKey) -> Bool {
        guard whole == other.whole || whole == other.main || main == other.whole else { return false }
        guard let series, let otherSeries = other.series else { return true }
        return series.name != otherSeries.name || series.number == otherSeries.number
    }
}

/// `Discworld, #15; City Watch #2`, `The 39 Clues, Book 2`: the first series in brackets, and the number in it.
private struct SeriesPlace: Hashable, Sendable {
    var name: String
    /// `2`, `0.5`, `1-3`.
    var number: String

    init?(_ bracket: String) {
        if let sign = bracket.firstIndex(of: "#") {
            name = TitleFolding.key(bracket[..<sign])
            let rest = bracket[bracket.index(after: sign)...]
            let digits = rest.prefix { $0.isNumber || ".-–".contains($0) }
            let part = Self.volume(in: TitleFolding.words(rest.prefix { $0 != ";" })).map {
                " part \($0.number)"
            }
            number = String(digits).replacing("–", with: "-") + (part ?? "")
        } else {
            let words = TitleFolding.words(bracket)
            guard let volume = Self.volume(in: words) else { return nil }
            name = TitleFolding.key(words[..<volume.place].joined(separator: " "))
            number = String(volume.number)
        }
        // `(Vol. 2)` is part of the title.
        if name.isEmpty || number.isEmpty { return nil }
    }

    /// The first one with a number, and its position among the words.
    private static func volume(in words: [String]) -> (place: Int, number: Int)? {
        for place in words.indices.dropLast() where TitleFolding.volumes[words[place]] != nil {
            if let number = Numerals.value(words[place + 1]) { return (place, number) }
        }
        return nil
    }
}

/// Where a title ends and its subtitle and series begin.
private struct TitleParts {
    var head: String
    var rest: String?
    var bracket: String?

    init(_ title: String) {
        var text = Substring(title)
        for mark in [" (", " ["] {
            if let place = text.utf8.firstRange(of: mark.utf8), place.lowerBound > text.startIndex {
                bracket = String(title[place.upperBound...])
                text = text[..<place.lowerBound]
            }
        }
        let (first, second) = Self.divided(text)
        head = String(Self.uninverted(first))
        rest = second.map { String($0) }
    }

    /// `Or, The Whale` after a colon.
    static func withoutAlternative(_ rest: String) -> String {
        let words = rest.split(separator: " ", maxSplits: 1)
        guard words.count == 2, alternatives.contains(words[0].lowercased().filter(\.isLetter)) else {
            return rest
        }
        return String(words[1])
    }

    /// `Volume 2: The Return`: what ends with a volume's number, and what comes behind it; `nil` if no part is a volume.
    static func volume(in subtitles: [String]) -> (volume: String, behind: String)? {
        // `Volumes 1, 2 and 3` is one part.
        let parts = subtitles.flatMap { $0.split(separator: /[:;：]|,(?!\s*[0-9])|\s[-–—]+\s/) }
        guard let last = parts.lastIndex(where: { SubtitleKind(String($0)) == .volume }) else { return nil }
        return (parts[...last].joined(separator: " "), parts[(last + 1)...].joined(separator: " "))
    }

    /// `Hobbit, The`.
    private static func uninverted(_ title: Substring) -> Substring {
        guard let comma = title.utf8.lastIndex(of: UInt8(ascii: ",")) else { return title }
        let words = TitleFolding.words(title[title.utf8.index(after: comma)...])
        return words.count == 1 && TitleFolding.articles.contains(words[0]) ? title[..<comma] : title
    }

    /// At a colon, a semicolon, a dash between spaces, or an `or` with a comma beside it or a whole title after it.
    private static func divided(_ title: Substring) -> (Substring, Substring?) {
        let words = title.split(separator: " ")
        for (place, word) in words.enumerated() where place > 0 || word.utf8.count > 1 {
            let behind = words.dropFirst(place + 1)
            if place > 0, !behind.isEmpty, word.allSatisfy({ "-–—".contains($0) }) {
                return (title[..<word.startIndex], title[word.endIndex...])
            }
            if word.count < 8, place > 0, !behind.isEmpty {
                let isMarked = ",:".contains(word.last ?? " ") || ",;".contains(words[place - 1].last ?? " ")
                let bare = word.lowercased().filter(\.isLetter)
                if alternatives.contains(bare), isMarked || behind.count > 2 {
                    return (title[..<word.startIndex], title[word.endIndex...])
                }
            }
            let isBeforeAlternative =
                behind.first.map { alternatives.contains($0.lowercased().filter(\.isLetter)) } == true
            if let sign = word.firstIndex(where: { ":;：".contains($0) }),
                !isBeforeAlternative || word[sign] == ":"
            {
                let next = title.index(after: sign)
                // `3:10 to Yuma` has no subtitle.
                let isDivider = next == title.endIndex || !title[next].isNumber
                if isDivider, title.startIndex < sign { return (title[..<sign], title[next...]) }
            }
        }
        return (title, nil)
    }

    private static let alternatives: Set = ["or", "oder", "ou", "ovvero", "ossia"]
}

/// What a subtitle or the text in brackets means for a book.
private enum SubtitleKind {
    /// A guide to the work, a set of several, or another form of it.
    case anotherBook
    /// One of several volumes.
    case volume
    /// A particular edition of the same work.
    case edition
    case subtitle

    /// - Parameter isSeries: a series may have any name.
    init(_ text: String, isSeries: Bool = false) {
        let words = TitleFolding.words(text)
        self =
            if words.isEmpty {
                .subtitle
            } else if Self.isAnotherBook(words, isSeries: isSeries) {
                .anotherBook
            } else if !isSeries, Self.isVolume(words) {
                .volume
            } else if words.contains(where: Self.editions.contains)
                || words.count < 3 && words.last.map(Self.kinds.contains) == true
            {
                .edition
            } else {
                .subtitle
            }
    }

    private static func isAnotherBook(_ words: [String], isSeries: Bool) -> Bool {
        if words.contains("unabridged") { return false }
        if words.contains(where: otherBooks.contains) { return true }
        if zip(words, words.dropFirst()).contains(where: { otherForms.contains($0 + " " + $1) }) {
            return true
        }
        if words.count > 1, otherBeginnings.contains(words[0] + " " + words[1]) { return true }
        return !isSeries && words.count < 4 && words.contains(where: shortForms.contains)
    }

    private static func isVolume(_ words: [String]) -> Bool {
        if words.contains("unabridged") { return false }
        // Numbers alone, except years.
        if words.allSatisfy({ $0.count < 4 && $0.allSatisfy(\.isNumber) }) { return true }
        if words.count == 1, Int(words[0]) == nil, Numerals.value(words[0]) != nil { return true }
        return words.indices.contains { place in
            guard TitleFolding.volumes[words[place]] != nil || words[place] == "level" else { return false }
            let isNumbered = place + 1 < words.count && Numerals.value(words[place + 1]) != nil
            return isNumbered || place > 0 && Numerals.ordinals.contains(words[place - 1])
        }
    }

    private static let otherBooks: Set = [
        "sparknotes", "cliffsnotes", "boxset", "omnibus", "workbook", "arbeitsbuch", "manga", "screenplay",
        "abridged",
        "schuber", "coffret", "sampler", "marvel", "soundtrack", "horspiel",
        "adaptation",
        // Companions of textbooks.
        "testbank", "ubungsbuch", "ubungsheft", "losungsbuch", "losungsheft", "losungsband", "lehrerband",
        "lehrerhandbuch", "lehrerausgabe", "lehrerheft", "solucionario", "eserciziario", "werkboek",
        "antwoordenboek", "corriges",
    ]
    private static let otherForms: Set = [
        "study guide", "reading guide", "box set", "boxed set", "the play", "graphic novel", "graphic novels",
        "graphic history", "graphic edition", "comic book", "coloring book", "colouring book",
        "movie companion", "golden book", "pop up",
        "official companion", "critical companion", "critical study", "critical studies",
        "critical commentary", "kritische studie", "etude critique", "estudio critico", "studio critico",
        "art book", "movie guide", "film guide", "official guide", "activity book",
        "sticker book", "exercise book", "answer book", "answer key", "test bank", "lesson plans",
        "solution manual", "solutions manual", "student manual", "students manual", "instructor manual",
        "instructors manual", "instructor edition", "instructors edition", "teacher manual",
        "teachers manual", "teacher edition", "teachers edition", "teacher guide", "teachers guide",
        "teaching guide", "discussion guide", "lab manual", "laboratory manual",
        "du professeur", "guide pedagogique", "del profesor", "guida didattica",
    ]
    /// Of the subtitle, as in `The Making of the Film`.
    private static let otherBeginnings: Set = ["the making", "making of"]
    /// In a few words; longer ones have another meaning (`A Guide to Spiritual Enlightenment`).
    private static let shortForms: Set = [
        "guide", "summary", "analysis", "companion", "set", "collection", "trilogy", "complete", "bundle",
        "journal",
        "notebook", "calendar", "script", "retold", "cookbook", "comics", "annotations", "solutions",
        "answers", "exercises", "losungen", "ubungen", "exercices", "ejercicios", "soluciones",
        "esercizi", "soluzioni", "exercicios", "oefeningen", "uitwerkingen",
    ]
    private static let editions: Set = [
        "edition", "ed", "anniversary", "unabridged", "ausgabe", "edicion", "edizione", "edicao", "uitgave",
        "paperback",
        "hardcover", "reprint", "audiobook",
    ]
    private static let kinds: Set = [
        "novel", "roman", "novela", "romanzo", "romance", "memoir", "novella", "thriller", "erzahlung",
        "kriminalroman",
        "play",
    ]
}
