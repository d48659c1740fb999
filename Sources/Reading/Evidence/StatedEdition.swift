// Which edition the words before a label name: "1st ed. 1980 (ISBN …)", "Second edition 1994: ISBN …".
import Books
import Foundation

/// The edition that a line gives a number to.
struct StatedEdition {
    /// From 1; `nil` if it is not stated.
    private let ordinal: Int?
    /// The only one before the label; `nil` if there is none.
    private let year: Int?

    /// Of several numbers of a book, those of an earlier edition than another's: the page is the latest one's.
    static func former(of numbers: [Hypothesis]) -> Set<ISBN> {
        let stated = numbers.map { ($0.isbn, $0.statedEdition) }
        return Set(
            stated.filter { isbn, edition in
                stated.contains { $0.0 != isbn && edition?.isBefore($0.1) == true }
            }.map(\.0))
    }

    /// `nil` if the words name none.
    init?(_ words: some StringProtocol) {
        let folded = OCRSpelling.folded(words)
        let years = folded.matches(of: /(?:^|\D)((?:1[5-9]|20)\d\d)(?!\d)/).compactMap { Int($0.1) }
        year = years.count == 1 ? years[0] : nil
        ordinal = Self.ordinal(in: folded)
        if ordinal == nil, year == nil { return nil }
    }

    /// A first edition with its year is also before one of which nothing is stated.
    private func isBefore(_ other: StatedEdition?) -> Bool {
        guard let other else { return ordinal == 1 && year != nil }
        if let year, let otherYear = other.year, year != otherYear { return year < otherYear }
        if let ordinal, let otherOrdinal = other.ordinal { return ordinal < otherOrdinal }
        return false
    }

    private static func ordinal(in folded: String) -> Int? {
        let numbered =
            /(?:^|[^\p{L}\d])(\d{1,2}|[il])\W?(?:st|nd|rd|th|re|ere|er|eme|e|a|o)?\W{1,2}(?:ed|[eé6]dit|aufl|ausg|druk|upp|utg|udg|oplag|wyd|vyd|kiad|pain|izd|baski)/
        if let number = folded.firstMatch(of: numbered) { return Int(number.1) ?? 1 }
        let words = OCRSpelling.words(folded)
        guard
            words.contains(where: { word in
                editions.contains(where: String(scalars: word).hasPrefix)
            })
        else { return nil }
        return ordinals.firstIndex { names in words.contains { names.mayBe([$0]) } }.map { $0 + 1 }
    }

    private static let editions = [
        "ed", "erstausg", "erstaufl", "aufl", "ausg", "druk", "uppl", "utg", "udg", "opl", "wyd", "vyd",
        "kiad", "pain", "izd", "изд",
        "вид",
    ].map(OCRSpelling.folded)

    private static let ordinals = [
        [
            "first", "erste", "erstausgabe", "erstauflage", "première", "premier", "primera", "prima",
            "primeira", "eerste",
            "första", "første", "pierwsze", "první", "prvé", "első", "ensimmäinen", "prima", "prvo", "первое",
        ],
        [
            "second", "zweite", "deuxième", "seconde", "segunda", "seconda", "tweede", "andra", "anden",
            "annen",
            "drugie", "druhé", "második", "toinen", "второе",
        ],
        [
            "third", "dritte", "troisième", "tercera", "terza", "terceira", "derde", "tredje", "trzecie",
            "třetí", "harmadik", "kolmas", "третье",
        ],
        [
            "fourth", "vierte", "quatrième", "cuarta", "quarta", "vierde", "fjärde", "fjerde", "czwarte",
            "čtvrté", "negyedik", "neljäs", "четвертое",
        ],
        [
            "fifth", "fünfte", "cinquième", "quinta", "vijfde", "femte", "piąte", "páté", "ötödik", "viides",
            "пятое",
        ],
    ].map { OCRSpelling($0) }
}

extension Hypothesis {
    /// What the words before its label name, in the reading that says most.
    fileprivate var statedEdition: StatedEdition? {
        observations.lazy.filter { !$0.isBars }.compactMap { observation in
            let text = observation.witness.text
            let match = ISBN.find(in: text).matches.first { $0.isbn == isbn }
            return match.flatMap { StatedEdition(OtherWorks(text).words(before: $0)) }
        }.first
    }
}
