// Keys for comparing personal names.

/// A contributor's surname, independent of transliteration and inversion, and the given names.
package struct MakerKey: Hashable, Sendable {
    package let surname: String
    /// Folded, some of them initials only; empty if there is only a surname.
    private let given: Set<String>

    /// `nil` without a letter.
    package init?(_ name: String) {
        let parts = name.split(separator: ",", omittingEmptySubsequences: true)
        let isInverted = parts.count > 1 && !TitleFolding.words(parts[1]).allSatisfy(Self.suffixes.contains)
        var family = TitleFolding.words(parts.first ?? "")
        var given = isInverted ? TitleFolding.words(parts[1]) : []
        while family.count > 1, let last = family.last, Self.suffixes.contains(last) { family.removeLast() }
        // Single characters are letters of one name, not names.
        if family.contains(where: Self.isIdeographic) {
            family = [family.joined()]
        } else if !isInverted {
            given = family.dropLast()
        }
        guard let last = family.last else { return nil }
        surname = Self.folded(last)
        self.given = Set(given.map(Self.folded).filter { !$0.isEmpty })
    }

    /// Compares what is known of both: `S. Collins` may be Suzanne, and John is not Jane.
    package func isAlike(_ other: MakerKey) -> Bool {
        guard surname == other.surname else { return false }
        if given.isEmpty || other.given.isEmpty { return true }
        return given.contains { name in other.given.contains { Self.mayBeSame(name, $0) } }
    }

    /// Whether one is short for the other (`J.`, `Jas.` and `Jim` for James), or they may be transliterations (`Pyotr`
    /// and `Peter`, `Lev` and `Leon`).
    private static func mayBeSame(_ name: String, _ other: String) -> Bool {
        guard name.first == other.first else { return false }
        if name.prefix(2) == other.prefix(2) { return true }
        let (short, long) = name.count < other.count ? (name, other) : (other, name)
        var rest = long[...]
        let isShortened = short.allSatisfy { letter in
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
            return true
        }
        let mostMistakes = (long.count - 1) / 2
        return isShortened || name.mistakes(from: other, atMost: mostMistakes) <= mostMistakes
    }

    private static let suffixes: Set = [
        "jr", "junior", "sr", "senior", "ii", "iii", "iv", "phd", "md", "dr", "esq", "ed", "eds", "hrsg",
    ]

    private static func isIdeographic(_ word: String) -> Bool {
        word.unicodeScalars.contains { $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value) }
    }

    /// `Dostoevsky`, `Dostoyevsky`, `Dostojewski` and `Dostoïevski` become equal.
    private static func folded(_ word: String) -> String {
        let bytes = Array(word.utf8)
        guard bytes.allSatisfy({ (0x61...0x7A).contains($0) }) else { return word }
        var letters: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let rest = bytes[place...]
            let spelling = spellings[bytes[place]]?.first { rest.starts(with: $0.written) }
            for letter in spelling?.folded ?? [bytes[place]] { append(letter, to: &letters) }
            place += spelling?.written.count ?? 1
        }
        while letters.count > 3, let last = letters.last, "ei".utf8.contains(last) { letters.removeLast() }
        return letters.isEmpty ? word : String(decoding: letters, as: UTF8.self)
    }

    /// A glide beside a vowel is written in many ways, or not at all; doubled letters count once.
    private static func append(_ letter: UInt8, to letters: inout [UInt8]) {
        let (i, isVowel) = (UInt8(ascii: "i"), vowels.contains(letter))
        if letter == i, let last = letters.last, vowels.contains(last) { return }
        // An umlaut may be written with an e.
        if letter == UInt8(ascii: "e"), let last = letters.last, "aou".utf8.contains(last) { return }
        if letters.count > 1, letters.last == i, isVowel { letters.removeLast() }
        if letters.last != letter { letters.append(letter) }
    }

    private static let vowels = Set("aeiou".utf8)
    /// By their first letter, longer ones before their prefixes.
    private static let spellings: [UInt8: [(written: [UInt8], folded: [UInt8])]] = {
        let pairs = [
            ("tsch", "s"), ("shch", "s"), ("stch", "s"), ("tch", "s"), ("sch", "s"), ("ch", "s"), ("sh", "s"),
            ("zh", "s"),
            ("kh", "s"), ("cz", "s"), ("ts", "s"), ("tz", "s"), ("ce", "se"), ("ci", "si"), ("cy", "si"),
            ("ck", "k"),
            ("c", "k"), ("x", "ks"), ("ph", "f"), ("th", "t"), ("gue", "ge"), ("ou", "u"), ("y", "i"),
            ("j", "i"), ("w", "v"), ("z", "s"), ("q", "k"),
        ].map { (written: Array($0.0.utf8), folded: Array($0.1.utf8)) }
        return Dictionary(grouping: pairs) { $0.written[0] }
    }()
}
