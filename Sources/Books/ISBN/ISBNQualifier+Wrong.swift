// Words that call an ISBN wrong, cancelled or former: "Invalid ISBN …", "ISBN (old): …", "ISBN … (falsch)".

extension ISBNQualifier {
    /// In scalars, of what is read in brackets.
    private static let bracketReach = 62

    /// Whether the text calls a number wrong directly before its label or between the two.
    ///
    /// - Parameters:
    ///   - label: the range of the label.
    ///   - number: where the number begins.
    func isWrong(_ label: Range<Int>, before number: Int) -> Bool {
        isWrong(before: label.lowerBound) || isWrong(between: label.upperBound, and: number)
    }

    /// Whether brackets directly after a number and its qualifier call it wrong.
    ///
    /// - Parameter qualifier: the one without brackets.
    func isWrong(after number: Int, _ qualifier: Range<Int>?) -> Bool {
        if isCalledWrong(after: number) || isCorrected(after: number) { return true }
        var offset = skipSpaces(number)
        if text[offset] == UInt8(ascii: "\n") {
            offset = skipSpaces(offset + 1)
            // Brackets before the next label are that one's.
            guard let close = closing(of: offset), text[skipSpaces(close + 1)] == UInt8(ascii: "\n") else {
                return false
            }
        }
        if !Self.opening.contains(text[offset]), let qualifier {
            let end = qualifier.upperBound
            offset = skipSpaces(text[end] == UInt8(ascii: ".") ? end + 1 : end)
        }
        while Self.opening.contains(text[offset]) {
            if isWrongInBrackets(at: offset) { return true }
            guard let close = closing(of: offset) else { return false }
            offset = skipSpaces(close + 1)
        }
        return false
    }

    /// Whether the sentence goes on with `is incorrect` or `was wrong`.
    private func isCalledWrong(after number: Int) -> Bool {
        // A comma is read as a point.
        let isStopped = [UInt8(ascii: ","), UInt8(ascii: ".")].contains(text[number])
        let start = skipSpaces(isStopped ? number + 1 : number)
        guard let copula = word(at: start), WrongWords.copulas.contains(spelling(copula)) else {
            return false
        }
        return wrong(at: skipSpaces(copula.upperBound)) != nil
    }

    /// Whether another number is to be read in its place: "for ISBN … read ISBN …".
    private func isCorrected(after number: Int) -> Bool {
        let isClosed = Self.closing.contains(text[number]) || text[number] == UInt8(ascii: ",")
        let start = skipSpaces(isClosed ? number + 1 : number)
        let words = words(at: start)
        return words.indices.contains { last in
            guard WrongWords.corrections.contains(spelling(words[...last])) else { return false }
            let end = words[last].upperBound
            let next = skipSpaces(text[end] == UInt8(ascii: ":") ? end + 1 : end)
            return text[next].isDigit || ISBNLabel.match(in: text, at: next) != nil
        }
    }

    /// The words at an offset that call a number wrong.
    func wrong(at start: Int) -> Range<Int>? {
        let words = words(at: start)
        let last = words.indices.last { WrongWords.contain(spelling(words[...$0])) }
        return last.map { start..<words[$0].upperBound }
    }

    /// At most three words; none if another sign comes first.
    private func words(at start: Int) -> [Range<Int>] {
        let words = words(from: start, to: min(start + Self.bracketReach, text.count), atMost: 3)
        return words.first?.lowerBound == start ? words : []
    }

    /// Only where a sentence or line begins with the words: "The Imaginary Invalid ISBN …" is a title and a label.
    private func isWrong(before label: Int) -> Bool {
        var (end, skipped) = (blankless(before: label), 0)
        if Self.closing.contains(text[end - 1]) { return isWrongInBrackets(before: end) }
        if Self.colons.contains(text[end - 1]) { end = blankless(before: end - 1) }
        if isReplaced(before: end) { return true }
        var start = end
        while end - start < Self.bracketReach, let first = wordStart(before: start), skipped < 4 {
            if let words = wrong(at: first), words.upperBound == end { return beginsSentence(first) }
            if text[first] == Folding.ideograph { return endsInWrong(first..<start) }
            if end == start, WrongWords.areEdition(spelling(first..<end)) {
                end = blankless(before: first)
                start = end
            } else {
                start = blankless(before: first)
            }
            skipped += 1
        }
        return false
    }

    /// After "instead of" and the like.
    private func isReplaced(before end: Int) -> Bool {
        var start = end
        for _ in 0..<3 {
            guard let first = wordStart(before: start) else { return false }
            let words = words(from: first, to: end, atMost: 3)
            if WrongWords.replacing.contains(spelling(words)) { return true }
            start = blankless(before: first)
        }
        return false
    }

    /// Whether brackets directly before a label or a number without one call it wrong.
    ///
    /// - Parameter taken: where the number before it and its qualifier end.
    func isWrongInBrackets(before start: Int, after taken: Int = 0) -> Bool {
        let end = blankless(before: start)
        guard Self.closing.contains(text[end - 1]) else { return false }
        let open = (max(taken, end - Self.bracketReach)..<end).last { Self.opening.contains(text[$0]) }
        guard let open, isWrongInBrackets(at: open) else { return false }
        // Brackets behind a number are that one's.
        let before = blankless(before: open)
        return !text[before - 1].isDigit && !text[before - 1].isTen && (taken == 0 || before > taken + 1)
    }

    private func isWrong(between label: Int, and number: Int) -> Bool {
        var offset = label
        while offset < number {
            if Self.opening.contains(text[offset]) {
                if isWrongInBrackets(at: offset) { return true }
                offset = closing(of: offset) ?? offset
            } else if let word = word(at: offset) {
                if wrong(at: offset) != nil { return true }
                offset = word.upperBound - 1
            }
            offset += 1
        }
        return false
    }

    /// Whether text in brackets begins with such words, or a line ends within them.
    private func isWrongInBrackets(at open: Int) -> Bool {
        let close = closing(of: open)
        let limit = min(open + Self.bracketReach, text.count)
        let end = close ?? (open + 1..<limit).first { text[$0] == UInt8(ascii: "\n") } ?? limit
        let stop = (open + 1..<end).first { Self.stops.contains(text[$0]) || text[$0].isDigit } ?? end
        let words = words(from: open + 1, to: stop, atMost: 8)
        let isCut = close == nil && stop == end && end < open + Self.bracketReach
        let meaning = words.firstIndex { !isCompanion($0) } ?? words.endIndex
        if isCut, WrongWords.mayBegin(spelling(words[meaning...])) { return true }
        // "No" may be a number's, or the first of such words.
        let isAlone = close != nil && stop == end && words.count == 1
        let wrong = words.prefix(meaning + 1).lazy.compactMap { self.wrong(at: $0.lowerBound) }
            .first { isAlone || !WrongWords.pointing.contains(spelling($0)) }
        guard let wrong, !isCut || wrong.upperBound < stop else { return false }
        return WrongWords.areClear(spelling(words.filter { wrong.contains($0.lowerBound) }))
            || words.allSatisfy { wrong.contains($0.lowerBound) || isCompanion($0) }
    }

    private func isCompanion(_ word: Range<Int>) -> Bool {
        WrongWords.companions.contains(spelling(word))
    }

    /// What a colon is read as, too.
    private static let colons: ByteSet = ":*;"
    private static let stops: ByteSet = ",;:!/=+\""

    private func closing(of open: Int) -> Int? {
        (open + 1..<open + Self.bracketReach).first { Self.closing.contains(text[$0]) }
    }

    private func words(from start: Int, to end: Int, atMost count: Int) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var offset = start
        while offset < end, words.count < count {
            if let word = word(at: offset) {
                words.append(word.lowerBound..<min(word.upperBound, end))
                offset = word.upperBound
            } else {
                offset += 1
            }
        }
        return words
    }

    private func spelling(_ words: some Sequence<Range<Int>>) -> String {
        words.map(spelling).joined(separator: " ")
    }

    private func spelling(_ word: Range<Int>) -> String { OCRSpelling.folded(text.printed(word)) }

    /// The end of what precedes an offset on its line, apart from spaces.
    private func blankless(before offset: Int) -> Int {
        var end = offset
        while offset - end < 4, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return end
    }

    private func wordStart(before end: Int) -> Int? {
        var start = end
        while end - start <= 24, text[start - 1].isLetter || text[start - 1] == Folding.ideograph {
            start -= 1
        }
        return start < end && end - start <= 24 ? start : nil
    }

    private func beginsSentence(_ start: Int) -> Bool {
        let end = blankless(before: start)
        guard let first = wordStart(before: end) else { return true }
        if WrongWords.articles.contains(spelling(first..<end)) { return true }
        // `Edición anterior`
        return WrongWords.areEdition(spelling(first..<end)) && beginsSentence(first)
    }

    /// Of a script without spaces: `错误ISBN`, `本書の旧ISBN`.
    private func endsInWrong(_ run: Range<Int>) -> Bool {
        let words = text.printed(run)
        return WrongWords.ideographs.contains { words.hasSuffix($0) || words.hasSuffix($0 + "的") }
            || words.hasSuffix("の旧")
    }
}

/// The words that call a number wrong, cancelled or former, folded as `OCRSpelling` does.
enum WrongWords {
    static func contain(_ words: String) -> Bool {
        areClear(words) || formers.contains(words) || pointing.contains(words)
            || formerSkeletons.contains(OCRSpelling.skeleton(words))
            || misread.mayBe(OCRSpelling.words(words))
    }

    static func areEdition(_ word: String) -> Bool {
        editions.contains(word) || misreadEditions.mayBe(OCRSpelling.words(word))
    }

    /// Whether they say so whatever comes after them, unlike "old" and "false".
    static func areClear(_ words: String) -> Bool {
        if phrases.contains(words) || ideographs.contains(where: { words.contains($0) }) { return true }
        if misreadPhrases.mayBe(OCRSpelling.words(words)) { return true }
        guard !words.contains(" ") else { return false }
        return stems.contains { words.hasPrefix($0) && words.count - $0.count <= longestEnding }
            || misreadStems.mayBegin(Array(words.unicodeScalars), longestEnding: longestEnding)
    }

    /// Whether the end of a line may have cut such words off.
    static func mayBegin(_ words: String) -> Bool {
        guard words.count >= 5, !ordinary.contains(where: { $0.hasPrefix(words) }) else { return false }
        return [stems, Array(phrases), Array(formers)].joined().contains { $0.hasPrefix(words) }
            || contain(words)
    }

    /// Of an inflected word, in letters.
    private static let longestEnding = 4

    private static let misread = OCRSpelling(formers.union(pointing))
    private static let misreadPhrases = OCRSpelling(phrases)
    /// Shorter stems are those of other words, too: `annual`, `errors`.
    private static let misreadStems = OCRSpelling(stems.filter { $0.count >= 6 })

    static let copulas = Set(
        [
            "is", "are", "was", "were", "ist", "war", "est", "était", "es", "era", "è", "é", "är",
            "var", "er", "on",
        ].map(OCRSpelling.folded))

    private static let stems = [
        "incorrect", "erron", "errone", "invalid", "cancelled", "canceled", "cancelad", "superseded",
        "obsolet", "mistaken", "misprinted", "ungültig", "fehlerhaft", "inkorrekt", "annulliert", "storniert",
        "annul", "anulad", "inexact", "equivocad", "errato", "scorrett", "sbagliat", "foutie", "onjuist",
        "ongeldig", "verkeerd", "vervallen", "geannuleerd", "errado", "errada", "incorret", "неверн",
        "ошибочн",
        "неправильн", "недействительн", "аннулирован", "felaktig", "ogiltig", "ugyldig", "forkert",
        "virheelli", "błędn",
    ].map(OCRSpelling.folded)

    private static let phrases = Set(
        [
            "do not use", "not valid", "not correct", "no longer valid", "nicht verwenden", "nicht gültig",
            "nicht korrekt", "nicht mehr gültig", "ne pas utiliser", "non valide", "non valable", "no usar",
            "no utilizar", "no válido", "non valido", "non usare", "non utilizzare", "niet gebruiken",
            "niet geldig", "niet correct", "não usar", "não utilizar", "não válido", "не использовать",
        ].map(OCRSpelling.folded))

    /// Words of many titles and names, too.
    private static let formers = Set(
        [
            "wrong", "false", "old", "former", "previous", "earlier", "withdrawn", "falsch", "falsche",
            "falscher", "falsches", "alt", "alte", "alten", "frühere", "früheren", "ehemalige", "bisherige",
            "vorherige", "faux", "fausse", "ancien", "ancienne", "précédent", "précédente", "falso", "falsa",
            "antiguo", "anterior", "viejo", "vecchio", "precedente", "fout", "foute", "oud", "oude",
            "vorige", "voormalige", "antigo", "velho", "tidigare", "tidligere", "forrige", "föregående",
            "gammel", "gammalt", "väärä", "vanha", "entinen", "старый", "прежний", "предыдущий", "бывший",
            "旧", "舊", "旧版", "舊版", "vorauflage", "vorausgabe", "vorgängerauflage", "vorgängerausgabe",
            "preceding", "superseded", "poprzednie", "poprzedniego", "wcześniejsze", "předchozí",
            "předešlé", "predchádzajúce", "előző", "korábbi", "edellinen", "aiempi", "anterioară",
            "prethodno",
            "prejšnja", "предыдущее", "прежнее", "попереднє", "предишно", "eerdere", "antérieure",
            "ankstesnis", "eelmine", "önceki", "προηγούμενη",
        ].map(OCRSpelling.folded))

    /// Not those that are other words, too: `alle`.
    private static let formerSkeletons = Set(formers.map(OCRSpelling.skeleton)).subtracting(
        ["alt", "alte", "alten"].map(OCRSpelling.skeleton))

    /// Words about the number that follows, also one within the brackets that they begin.
    static let pointing = Set(
        ["formerly", "not", "was", "vormals", "anciennement", "anteriormente", "voorheen"].map(
            OCRSpelling.folded))

    static let ideographs = [
        "错误", "錯誤", "无效", "無效", "作废", "作廢", "誤り", "誤記", "無効", "오류", "무효",
    ]

    static let editions = Set(
        [
            "edition", "ed", "ausgabe", "auflage", "edición", "edizione", "editie", "uitgave", "druk",
            "edição", "издание", "видання", "upplaga", "upplagan", "utgåva", "utgåvan", "utgave",
            "utgaven", "udgave", "udgaven", "oplag", "wydanie", "wydania", "vydání", "vydanie", "kiadás",
            "painos", "ediția", "izdanje", "izdaja", "leidimas", "trükk", "baskı", "έκδοση", "edició",
        ].map(OCRSpelling.folded))

    private static let misreadEditions = OCRSpelling(editions)

    /// Before the number that is not to be used.
    static let replacing = Set(
        [
            "instead of", "in place of", "rather than", "statt", "anstatt", "anstelle", "anstelle von",
            "anstelle der", "statt der", "au lieu de", "à la place de", "en lugar de", "en vez de",
            "invece di",
            "in luogo di", "anziché", "in plaats van", "em vez de", "em lugar de", "istället för",
            "i stedet for", "i stället för", "zamiast", "místo", "namiesto", "вместо", "замість",
        ].map(OCRSpelling.folded))

    /// Between a number and the one that is correct.
    static let corrections = Set(
        [
            "read", "should read", "should be", "must read", "correctly", "recte", "corrected to", "lies",
            "richtig", "richtig ist", "muss es heißen", "muss heißen",
            "lire", "lisez", "il faut lire", "veuillez lire", "léase", "debe decir", "debe leerse", "leggi",
            "leggere", "leggasi", "si legga", "leia-se", "ler", "deve ler-se", "lees", "moet zijn", "läs",
            "skall vara", "ska vara", "læs", "les", "skal være", "czytaj", "winno być", "powinno być", "čti",
            "má být", "следует читать", "читать", "helyesen",
        ].map(OCRSpelling.folded))

    /// Beside such words in brackets.
    static let companions = editions.union(
        [
            "isbn", "no", "number", "nummer", "numéro", "номер", "the", "this", "is", "was", "die", "ist",
            "le", "ce", "est", "el", "es", "il", "è", "o", "de", "het",
        ].map(OCRSpelling.folded))

    static let articles: Set<String> = [
        "the", "a", "an", "this", "das", "die", "der", "eine", "le", "la", "un", "une", "el", "il", "lo",
        "de",
        "het", "een", "o", "um",
    ]

    /// Words that begin like them, and are printed in brackets after correct numbers.
    private static let ordinary = [
        "incorporating", "incorporated", "formerly", "previously", "supersedes", "supervised", "cancels",
        "obsoletes", "anciennement", "anteriormente", "earliest",
    ]
}
