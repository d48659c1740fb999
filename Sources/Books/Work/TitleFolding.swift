// Folds spelling, alphabet and typography in titles and names, so that equal books compare equal.

enum TitleFolding {
    /// Letters and digits in lower case, without diacritics, transliterated from Cyrillic; Chinese characters in their
    /// simplified form. The part before an apostrophe is a word of its own if it is an elision (`l'étranger`). `&` and
    /// `+` are words; the commas in `20,000` are removed.
    static func words(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words += ungrouped(String(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in SearchText.folded(String(text)).unicodeScalars {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39: word.append(scalar)
            case 0x41...0x5A: word.append(UnicodeScalar(UInt8(scalar.value | 0x20)))
            case 0x20: end()
            case 0x2C, 0x2E:
                // Digit grouping is written in many ways.
                if !word.isEmpty, word.allSatisfy({ (0x30...0x39).contains($0.value) || $0 == mark }) {
                    word.append(mark)
                } else {
                    end()
                }
            case 0x26, 0x2B:
                end()
                words.append("&")
            case _ where apostrophes.contains(scalar): if elided.contains(String(word)) { end() }
            case 0...0x7F: end()
            default:
                for scalar in scalar.properties.lowercaseMapping.unicodeScalars {
                    if let latin = cyrillic[scalar] {
                        word.append(contentsOf: latin.unicodeScalars)
                    } else if let simplified = SimplifiedHan.forms[scalar] {
                        word.append(simplified)
                    } else if isLetter(scalar) {
                        word.append(scalar)
                    } else {
                        end()
                    }
                }
            }
        }
        end()
        return words
    }

    private static func isLetter(_ scalar: UnicodeScalar) -> Bool {
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil
            || properties.generalCategory == .nonspacingMark
    }

    /// For a comma or a point between digits.
    private static let mark: UnicodeScalar = "\u{1F}"

    /// `20,000` is one number; any other comma ends a word. Leading zeros of a number are removed.
    private static func ungrouped(_ word: String) -> [String] {
        guard let first = word.utf8.first, (0x30...0x39).contains(first) else { return [word] }
        let groups = word.unicodeScalars.split(separator: mark).map { String($0) }
        let isOne =
            groups.count > 1 && groups[0].utf8.count < 4
            && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
        return (isOne ? [groups.joined()] : groups).map { String($0.drop { $0 == "0" }) }.map {
            $0.isEmpty ? "0" : $0
        }
    }

    /// Titles that differ only in spelling have the same key. Word boundaries are dropped, except around numbers.
    ///
    /// - Parameter goesOn: whether other words come before it, so that a leading article is not the title's.
    static func key(_ text: some StringProtocol, goesOn: Bool = false) -> String {
        var words = words(text)
        if words.count > 1, !goesOn, articles.contains(words[0]) { words.removeFirst() }
        for place in words.indices.dropFirst(goesOn ? 0 : 1).dropLast()
        where conjunctions.contains(words[place]) {
            words[place] = "&"
        }
        for place in words.indices.dropLast() where Numerals.value(words[place + 1]) != nil {
            words[place] = volumes[words[place]] ?? words[place]
        }
        return joined(Numerals.replaced(in: words, goesOn: goesOn).map(folded))
    }

    static func joined(_ words: [String]) -> String {
        var key = ""
        for word in words {
            let isBetweenDigits = [key.utf8.last, word.utf8.first].allSatisfy {
                $0.map { (0x30...0x39).contains($0) } == true
            }
            key += isBetweenDigits ? "." + word : word
        }
        return key
    }

    /// British and American spelling, also of `ae` in Greek and Latin words, umlauts written with an e, and doubled
    /// letters.
    private static func folded(_ word: String) -> String {
        var bytes = Array(word.utf8)
        guard bytes.count > 2, bytes.allSatisfy({ (0x61...0x7A).contains($0) }) else { return word }
        for (ending, folded) in endings where bytes.ends(with: ending) {
            bytes.replaceSubrange((bytes.count - ending.count)..., with: folded)
            break
        }
        var letters: [UInt8] = []
        let hasRoom = bytes.count > 4
        for (place, byte) in bytes.enumerated() {
            let (before, last) = (letters.dropLast().last, letters.last)
            switch byte {
            case UInt8(ascii: "e") where last.map { "aou".utf8.contains($0) } == true: continue
            // `colour`.
            case UInt8(ascii: "u")
            where hasRoom && last == UInt8(ascii: "o") && before != nil
                && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "r"):
                continue
            default:
                let letter = byte == UInt8(ascii: "z") ? UInt8(ascii: "s") : byte
                if last != letter { letters.append(letter) }
            }
        }
        let word = String(decoding: letters, as: UTF8.self)
        guard let stem = stems.first(where: { word.contains($0.written) }) else { return word }
        return word.replacing(stem.written, with: stem.folded)
    }

    /// Of words with `ae` or `e`, such as `encyclopaedia`, when the `e` after an `a` is dropped.
    private static let stems = [
        ("clopad", "cloped"), ("mediav", "mediev"), ("asthet", "esthet"), ("archaol", "archeol"),
        ("palao", "paleo"),
        ("anasth", "anesth"), ("orthopad", "orthoped"), ("padiatr", "pediatr"), ("gynaco", "gyneco"),
        ("primaval", "primeval"), ("leukami", "leukemi"), ("anami", "anemi"),
    ].map { (written: $0.0, folded: $0.1) }

    private static let endings = [
        ("ogue", "og"), ("ogues", "ogs"), ("tre", "ter"), ("tres", "ters"), ("grey", "gray"),
        ("ence", "ense"),
        ("ences", "enses"), ("amme", "am"), ("ammes", "ams"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// In the languages of most books in the sources.
    static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "den", "dem", "des", "ein", "eine", "le", "la", "les", "l",
        "un", "une",
        "el", "los", "las", "lo", "una", "unos", "unas", "il", "gli", "i", "uno", "de", "het", "een", "o",
        "os", "as",
        "um", "uma", "det", "en", "et", "ett", "az",
    ]
    private static let conjunctions: Set<String> = [
        "and", "n", "und", "et", "y", "e", "ed", "en", "og", "och",
    ]
    /// Words that say nothing of what a title is about.
    static let joining = articles.union(conjunctions).union(["&"])
    /// The word before a volume's number, and the one it is compared as: a `Book One` may contain several volumes.
    static let volumes: [String: String] = {
        let kinds = [
            "vol": "vol volume volumes v band bd tome t tomo volumen bind no number issue",
            "part": "part pt teil partie parte deel del", "book": "book books buch livre libro boek",
        ]
        let pairs = kinds.flatMap { kind, words in words.split(separator: " ").map { (String($0), kind) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
    private static let elided: Set<String> = ["l", "d", "dell", "all", "nell", "sull", "un"]
    static let apostrophes: Set<UnicodeScalar> = ["'", "’", "‘", "ʼ", "`", "´", "ʹ", "ʻ"]

    private static let cyrillic: [UnicodeScalar: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k",
        "л": "l",
        "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh",
        "ц": "ts",
        "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "iu", "я": "ia",
        "і": "i",
        "є": "ie", "ґ": "g",
    ]
}

extension [UInt8] {
    fileprivate func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
