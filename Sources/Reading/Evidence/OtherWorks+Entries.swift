// Entries of bibliographies and notes, recognised by their form: author, title, place, publisher and year.
import Books
import Foundation

extension OtherWorks {
    /// Fewer are a name and its years.
    private static let fewestWordsOfReference = 5
    /// Beside a year: fewer are a publisher and its place, `Dent, London 1990`.
    private static let fewestWordsOfEntry = 3
    /// Before a year in brackets: of authors' names.
    private static let mostWordsOfAuthors = 6

    /// Whether a line of print is an entry of a list of references: `Smith, J. The Hill. London: Dent, 1990.`
    static func isReference(_ line: String) -> Bool {
        if line.split(separator: " ").count < fewestWordsOfReference { return false }
        // Commas are read as points, and initials as anything.
        let entry =
            /^\W*\p{L}[\p{L}'’-]+[,.] ?\S{1,2} .+[,.:] ?(1[5-9]|20)\d\d\W*(\d+ ?[Pp]+\W*)?$/
        return line.contains(entry) && !line.contains(/\d\d\d\d\W+\d\d\d\d\W*$/)
    }

    /// Whether the words before a label on its line are an entry or a note: `Smith, The Hill, London: Dent 1990`.
    ///
    /// - Parameter words: in lower case, without the label.
    static func isEntry(_ words: String) -> Bool {
        let folded = OCRSpelling.folded(words)
        if copyrights.contains(where: folded.contains) { return false }
        // The statement of responsibility in a catalogue entry, which imprints contain: `The Hill / J. Smith. – London`.
        if folded.contains(" / ") { return false }
        // `Berlin, 1. Auflage` is an imprint's.
        if isNumbered(words) || isReference(words) && !words.contains(/^\W*[\p{L}'’-]+[,.] ?\d/) {
            return true
        }
        if hasImprintWords(folded) { return false }
        // Several years are those of printings.
        let years = folded.matches(of: /(?:^|\D)((?:1[5-9]|20)\d\d)(?!\d)/)
        guard years.count == 1, let year = years.first else { return false }
        let (before, after) = (folded[..<year.range.lowerBound], folded[year.range.upperBound...])
        if after.wholeMatch(of: /\W*(\d+ ?\p{L}{1,5}\W*)?/) != nil {
            return wordCount(before) >= fewestWordsOfEntry
        }
        // `Smith J (1990) The Hill. London: Dent.`: a bracket is read as a letter.
        let isBracketed = folded[year.range].first.map { "([{c".contains($0) } == true && after.first == ")"
        // `Smith, J. 1990. The Hill`
        let followsInitial = before.contains(/^\W*\p{L}{3,}[,.] ?\p{L}\W*$/)
        return (isBracketed || followsInitial) && (1...mostWordsOfAuthors).contains(wordCount(before))
            && wordCount(after) >= fewestWordsOfEntry
    }

    /// `[12]` before words, of which a bracket may be read as a letter or a one.
    private static func isNumbered(_ words: String) -> Bool {
        guard
            let number = words.prefixMatch(
                of: /\W*([\[(\{]\d{1,2}[\])\}j1il|]|[\[(\{cmil|]\d{1,3}[\])\}j])\s/)
        else { return false }
        let rest = words[number.range.upperBound...]
        return wordCount(rest) >= 2 && !NumberForm.isName(String(rest))
    }

    /// Whether any of these words is an imprint's, as OCR may spell it.
    ///
    /// - Parameter words: in lower case.
    static func isOfImprint(_ words: String) -> Bool {
        let folded = OCRSpelling.folded(words)
        return [copyrights, notices].contains { $0.contains(where: folded.contains) }
            || hasImprintWords(folded)
    }

    private static func hasImprintWords(_ folded: String) -> Bool {
        imprintParts.contains(where: folded.contains) || misreadImprint.mayBeIn(OCRSpelling.words(folded))
    }

    /// Parts of words in notices below a number.
    private static let notices = [
        "catalog", "katalog", "congress", "library", "bibliothe", "bibliote", "condition", "reproduc",
        "available", "bound", "paper", "papier", "price", "preis",
    ]

    static func wordCount(_ text: some StringProtocol) -> Int {
        text.split { !$0.isLetter }.count { $0.count > 1 }
    }

    /// Parts of the words of copyright notices and of printers, which no entry has.
    private static let copyrights = ["©", "(c)", "copyr", "reserved", "rechte", "printed"]

    /// Parts of words in imprints, and of publishers' names, folded.
    private static let imprintParts =
        (ImprintPage.publishing + [
            "print", "lizenz", "licen", "erschien", "veroffentlicht",
            "paperback", "hardback", "taschenbuch", "herstellung", "satz", "bindung", "gmbh", " ltd", " inc",
            "limited", "books", "company", "librairie", "depot legal", "gesamt", "gesellschaft", "akademie",
            "academ", "museum", "publ", "verl.", "issue", "design", "typeset",
        ]).map(OCRSpelling.folded)

    private static let misreadImprint = OCRSpelling([
        "copyright", "printed", "published", "edition", "publishing", "publishers", "reprinted", "verlag",
        "gedruckt", "auflage", "éditions", "editorial", "edizioni", "uitgeverij", "wydawnictwo", "förlag",
        "nakladatelství", "ausgabe", "paperback", "press", "imprimé", "impreso", "stampato",
    ])
}
