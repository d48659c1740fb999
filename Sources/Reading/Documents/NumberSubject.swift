// Which work a text says that a number is of: an imprint may list the files of other works beside its own number.
import Books

/// What the words around a number say besides its label and its form.
struct NumberSubject {
    /// Words of its line that may be of a title.
    private var titles: Set<String> = []
    private var languages: Set<String> = []
    /// The same of the lines above, which may be the heading of several numbers.
    private var headings: (titles: Set<String>, languages: Set<String>) = ([], [])
    /// Such as `1` of `Volume 1`.
    private var volumes: Set<String> = []

    /// Whether it names no other work than the other does.
    func isPart(of other: NumberSubject) -> Bool {
        titles.isSubset(of: other.titles) && languages == other.languages
            && headings.titles.isSubset(of: other.headings.titles)
            && headings.languages == other.headings.languages
            && (volumes.isEmpty || volumes == other.volumes)
    }

    /// The subjects of a text's numbers.
    static func all(of matches: [ISBNMatch], in text: String) -> [ISBN: NumberSubject] {
        let scalars = Array(text.unicodeScalars)
        var subjects: [ISBN: NumberSubject] = [:]
        var headings: (titles: Set<String>, languages: Set<String>) = ([], [])
        var end = 0
        for (number, match) in matches.enumerated() {
            let range = match.range
            let before = scalars[min(max(end, range.lowerBound - reach), range.lowerBound)..<range.lowerBound]
            let next = number + 1 < matches.count ? matches[number + 1].range.lowerBound : scalars.count
            let between = scalars[range.upperBound..<max(range.upperBound, next)]
            let after = between.prefix { $0 != "\n" }
            // If another number follows in the line, only brackets belong to this one.
            let own =
                next < scalars.count && after.count == between.count ? after.prefix { $0 != ")" } : after
            var subject = NumberSubject(String(scalars: before), String(scalars: own), match)
            if subject.headings == ([], []) { subject.headings = headings }
            headings = subject.headings
            subjects[match.isbn] = subjects[match.isbn] ?? subject
            end = own.endIndex
        }
        return subjects
    }

    private init(_ before: String, _ after: String, _ match: ISBNMatch) {
        var lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let line = String(lines.popLast() ?? "")
        // Catalogue entries are divided by bars.
        titles = Self.titleWords(line.split(separator: "|", omittingEmptySubsequences: false).last ?? "")
        headings.languages = Set(lines.flatMap { Self.languages($0) })
        if let above = lines.last(where: { $0.contains { !$0.isWhitespace } }), Self.mayBeTitle(above) {
            headings.titles = Self.titleWords(above)
        }
        let beside = "\(line) \(match.qualifier ?? "") \(after)"
        languages = Set(Self.languages(beside))
        volumes = Self.volumes(beside)
    }

    // MARK: Words

    /// In Unicode scalars.
    private static let reach = 300

    private static func titleWords(_ line: Substring) -> Set<String> {
        let line = line.drop { !$0.isLetter }
        let words = line.split { !$0.isLetter }.map(String.init)
        let start = line.lowercased()
        if ImprintPage.publishing.contains(where: start.hasPrefix)
            || words.count <= mostOfPublisher && ImprintPage.namesPublisher(start)
        {
            return []
        }
        // `Also available: …` has neither title nor form.
        let last = words.last { !isLabel($0) }.map { OCRSpelling.folded($0) }
        let unknown = words.filter { word in
            let folded = OCRSpelling.folded(word)
            // `FR`, unlike `of`.
            let isCode = word.count == 2 && word.allSatisfy(\.isUppercase)
            return word.count > 1 && !isLabel(word) && !isKnown(folded)
                && (isCode || !filler.contains(folded))
        }
        return Set(unknown.map { OCRSpelling.folded($0) })
            .union(last.map { available.contains($0) } == true ? ["available"] : [])
    }

    private static func isLabel(_ word: String) -> Bool {
        ISBN.announcement(before: word.unicodeScalars.count, in: word) == .book
            || word.lowercased().contains("isbn")
    }

    private static func isKnown(_ folded: String) -> Bool {
        FormWords.areKnown(folded) || FormWords.pdf.areIn(folded) || FormWords.epub.areIn(folded)
            || FormWords.electronic.areIn(folded) || FormWords.print.areIn(folded)
            || available.contains(folded)
    }

    /// Whether a line above a number may be a title, and is no other line of an imprint.
    private static func mayBeTitle(_ line: Substring) -> Bool {
        let words = line.lowercased()
        return line.first { !$0.isWhitespace }?.isUppercase == true
            && !line.contains { $0.isNumber || ".:/@©".contains($0) }
            && !ImprintPage.isImprint(words) && !ImprintPage.namesPublisher(words)
    }

    private static func volumes(_ text: String) -> Set<String> {
        let words = OCRSpelling.folded(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return Set(
            zip(words, words.dropFirst()).filter { $0.count < 10 && FormWords.areVolume("\($0) \($1)") }
                .compactMap { [$0, $1].first { $0.allSatisfy(\.isNumber) } ?? $1 })
    }

    private static func languages(_ text: some StringProtocol) -> [String] {
        OCRSpelling.words(OCRSpelling.folded(text)).map { String(scalars: $0) }
            .filter { word in languageStems.contains { word.hasPrefix($0) } }
    }

    /// In words: `Windward University Press`.
    private static let mostOfPublisher = 3

    private static let available = Set(
        [
            "available", "disponible", "erhältlich", "lieferbar", "disponibile", "disponível", "beschikbaar",
            "verkrijgbaar", "доступно",
        ].map { OCRSpelling.folded($0) })

    private static let filler = Set(
        [
            "no", "nr", "number", "for", "of", "the", "this", "an", "and", "or", "in", "as", "at", "is",
            "also",
            "version", "format", "file", "formats", "title", "standard", "identifiers", "identifier",
            "der", "die", "das", "dieses", "diese", "als", "für", "und", "oder", "auch", "im", "buch",
            "buches",
            "le", "la", "les", "de", "du", "des", "et", "ou", "pour", "en", "aussi", "également", "sous",
            "cette",
            "el", "los", "las", "del", "por", "para", "como", "también", "esta", "este", "il", "di", "in",
            "per",
            "anche", "het", "van", "voor", "een", "ook", "da", "do", "também", "для", "и",
        ].map { OCRSpelling.folded($0) })

    /// Of the languages in which books have editions, in several languages.
    private static let languageStems = [
        "english", "englisch", "anglais", "ingles", "engels", "engelsk", "английск",
        "french", "francais", "franzos", "frances", "frans", "французск",
        "german", "deutsch", "allemand", "aleman", "tedesc", "duits", "немецк",
        "spanish", "spanisch", "espagnol", "espanol", "spagnol", "spaans", "castellan", "испанск",
        "italian", "italien", "portugu", "portugiesisch", "dutch", "nederland", "niederland", "neerland",
        "russian", "russisch", "russe", "ruso", "русск", "chinese", "chinesisch", "chinois", "chino",
        "japanese", "japanisch", "japonais", "japones", "arabic", "arabisch", "arabe", "swedish",
        "schwedisch",
        "svensk", "danish", "danisch", "dansk", "norwegian", "norwegisch", "norsk", "finnish", "finnisch",
        "suomi", "suomen", "polish", "polnisch", "polonais", "polsk", "czech", "tschechisch", "cesk",
        "greek", "griech", "turkish", "turkisch", "turc", "hungarian", "ungarisch", "magyar", "romanian",
        "catalan", "katalan", "welsh", "cymraeg", "irish", "gaeilge", "korean", "ukrain", "украинск",
        "українськ",
        "inuktitut", "maori", "hebrew", "hindi",
    ]
}
