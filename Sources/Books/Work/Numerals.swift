// Normalises numbers in titles: `Nineteen Eighty-Four` and `1984`, `Part Two` and `Part II`.

enum Numerals {
    /// With numbers in English words and Roman numerals replaced by digits. The first word is more likely a word:
    /// `I, Claudius`.
    static func replaced(in words: [String], goesOn: Bool = false) -> [String] {
        var replaced: [String] = []
        var place = words.startIndex
        while place < words.endIndex {
            if let (number, end) = number(in: words, at: place) {
                replaced.append(number)
                place = end
            } else {
                let roman = goesOn || place > words.startIndex ? romans[words[place]] : nil
                replaced.append(roman.map { String($0) } ?? words[place])
                place += 1
            }
        }
        return replaced
    }

    /// The value of a single word in any notation; `nil` if it is not a number.
    static func value(_ word: String) -> Int? {
        Int(word) ?? units[word] ?? tens[word] ?? romans[word]
    }

    /// `nineteen eighty four`, `one hundred`, `twenty thousand`; `nil` if no number begins there.
    private static func number(in words: [String], at start: Int) -> (String, Int)? {
        var place = start
        var groups: [Int] = []
        while place < words.endIndex {
            let word = words[place]
            if let ten = tens[word] {
                groups.append(ten)
            } else if let unit = units[word] {
                if let last = groups.last, (20..<100).contains(last), last % 10 == 0, unit < 10 {
                    groups[groups.count - 1] = last + unit
                } else {
                    groups.append(unit)
                }
            } else if let factor = factors[word], let last = groups.last, last < factor {
                groups[groups.count - 1] = last * factor
            } else {
                break
            }
            place += 1
        }
        return groups.isEmpty ? nil : (groups.map { String($0) }.joined(), place)
    }

    static let ordinals: Set = [
        "first", "second", "third", "fourth", "fifth", "erster", "zweiter", "dritter", "erstes", "zweites",
        "drittes",
        "premier", "premiere", "deuxieme", "troisieme", "primera", "segunda", "tercera", "prima", "seconda",
        "terza",
    ]

    /// Up to 39; above that, words look like numerals (`mix`, `civil`).
    private static let romans: [String: Int] = {
        let units = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
        let pairs = (1..<40).map { (String(repeating: "x", count: $0 / 10) + units[$0 % 10], $0) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
    private static let units: [String: Int] = {
        let names = """
            one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
            eighteen nineteen
            """.split(separator: " ")
        return Dictionary(uniqueKeysWithValues: zip(names.map { String($0) }, 1...))
    }()
    private static let tens = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]
    private static let factors = ["hundred": 100, "thousand": 1000]
}
