// Evidence to a verdict. A wrong ISBN is worse than none: what is not sure is left to a person.
import Books

/// All that was seen in one photo, and what it amounts to.
struct Weighing {
    private(set) var sightings: [Sighting] = []

    /// ZBar's quality from which bars speak for themselves: its misreads stay below.
    static let sureQuality = 12
    /// Text read with less, as a mean over its digits, is no number but bars, cloth or prose.
    static let leastConfidence = 0.95
    /// Digits without a label speak for themselves from here on.
    static let sureConfidence = 0.985
    static let mostCandidates = 3

    mutating func add(_ sighting: Sighting) {
        // Bars outside the registered ranges are a misprint or a misreading.
        if case .bars = sighting.way, !sighting.isbn.isRegistered { return }
        if sighting.witness.confidence < Weighing.leastConfidence { return }
        sightings.append(sighting)
    }

    /// One ISBN with its sightings.
    private struct Pile {
        var isbn: ISBN
        var sightings: [Sighting]

        /// Why it can't be accepted; `nil` when it can.
        var doubt: String? {
            guard isbn.isRegistered else { return "not registered" }
            if agrees || sightings.contains(where: \.isSureAlone) { return nil }
            if sightings.contains(where: { $0.isRepaired }) { return "digits repaired" }
            if sightings.contains(where: { $0.hyphensAgree == false }) {
                return "unusual hyphens"
            }
            if sightings.contains(where: { $0.label != nil }) { return "not read clearly" }
            if sightings.contains(where: { if case .bars = $0.way { true } else { false } }) {
                return "few scan lines"
            }
            return "check digit only"
        }

        /// Two readings, independent of each other.
        var agrees: Bool {
            sightings.indices.contains { one in
                sightings[..<one].contains { $0.isIndependent(of: sightings[one]) && !$0.isRepaired }
                    && !sightings[one].isRepaired
            }
        }

        /// Printed beside a label of its own and read clearly: hardback and paperback are often neighbours.
        var isNamed: Bool { sightings.contains { $0.way == .labelled && $0.isClear && !$0.isRepaired } }

        func contradicts(_ other: Pile) -> Bool {
            Weighing.contradict(isbn, other.isbn) && !(isNamed && other.isNamed)
        }

        /// Orders piles: more independent and surer evidence first.
        var weight: Double {
            sightings.map { sighting in
                switch sighting.way {
                case .bars(let quality): quality >= Weighing.sureQuality ? 3 : 1
                case .labelled: 2 * sighting.weakest
                case .digitsBelowBars: 1.5 * sighting.weakest
                case .bare: sighting.weakest
                }
            }.reduce(0, +) + (agrees ? 2 : 0)
        }

        var confidence: Double {
            let misses = sightings.map { 1 - $0.sureness }.reduce(1, *)
            return doubt == nil ? max(1 - misses, 0.9) : min(1 - misses, 0.89)
        }

        var reading: ISBNReading {
            let labelled = sightings.first { $0.label != nil }
            return ISBNReading(
                isbn: isbn, confidence: confidence, label: labelled?.label,
                qualifier: sightings.lazy.compactMap(\.qualifier).first, witnesses: sightings.map(\.witness))
        }
    }

    private var piles: [Pile] {
        var piles: [Pile] = []
        for sighting in sightings {
            if let index = piles.firstIndex(where: { $0.isbn == sighting.isbn }) {
                piles[index].sightings.append(sighting)
            } else {
                piles.append(Pile(isbn: sighting.isbn, sightings: [sighting]))
            }
        }
        return piles.sorted { $0.weight > $1.weight }
    }

    /// Whether anything is accepted as things stand.
    var isSettled: Bool { !verdict.accepted.isEmpty }

    /// Accepted ISBNs, the book's own first, and uncertain ones, the likeliest first.
    var verdict: (accepted: [ISBNReading], candidates: [ISBNReading]) {
        var accepted: [Pile] = []
        var doubtful: [(pile: Pile, doubt: String)] = []
        for pile in piles {
            if let doubt = pile.doubt {
                doubtful.append((pile, doubt))
            } else if let rival = accepted.first(where: { $0.contradicts(pile) }) {
                doubtful.append((pile, "nearly \(rival.isbn.hyphenated)"))
                if !rival.agrees, rival.weight < 2 * pile.weight {
                    doubtful.append((rival, "nearly \(pile.isbn.hyphenated)"))
                    accepted.removeAll { $0.isbn == rival.isbn }
                }
            } else {
                accepted.append(pile)
            }
        }
        // A doubtful reading that is nearly an accepted one is that one, misread.
        doubtful.removeAll { doubtful in
            accepted.contains { Weighing.contradict($0.isbn, doubtful.pile.isbn) }
        }
        let candidates = doubtful.sorted { $0.pile.weight > $1.pile.weight }.prefix(Weighing.mostCandidates)
            .map { pile, doubt in
                var reading = pile.reading
                reading.reason = doubt
                return reading
            }
        return (accepted.map(\.reading), accepted.isEmpty ? Array(candidates) : [])
    }

    /// Two numbers that differ in a few digits are one number misread, not two books.
    static func contradict(_ one: ISBN, _ other: ISBN) -> Bool {
        one != other && zip(one.isbn13.dropLast(), other.isbn13.dropLast()).count { $0 != $1 } <= 3
    }
}

extension Sighting {
    /// One digit, six and six, as below an EAN-13's bars.
    fileprivate var isGroupedAsBelowBars: Bool {
        guard form == .isbn13 else { return false }
        let groups = witness.text.split(separator: " ").map { $0.filter(\.isNumber) }
        return groups.indices.dropLast(2).contains { first in
            groups[first...(first + 2)].map(\.count) == [1, 6, 6]
                && groups[first...(first + 2)].joined() == isbn.isbn13
        }
    }

    fileprivate var isClear: Bool { weakest >= 0.9 && witness.confidence >= Weighing.sureConfidence }

    /// Enough by itself.
    fileprivate var isSureAlone: Bool {
        guard !isRepaired else { return false }
        return switch way {
        case .bars(let quality): quality >= Weighing.sureQuality
        case .labelled: weakest >= 0.5 && hyphensAgree != false
        case .digitsBelowBars: isClear
        case .bare: (hyphensAgree == true || isGroupedAsBelowBars) && isClear
        }
    }

    /// 0…1: how far it can be trusted by itself.
    fileprivate var sureness: Double {
        switch way {
        case .bars(let quality): quality >= Weighing.sureQuality ? 0.98 : 0.7
        case .labelled: isRepaired ? 0.6 : 0.6 + 0.39 * weakest
        case .digitsBelowBars: 0.5 + 0.45 * weakest
        case .bare: 0.3 + 0.4 * weakest
        }
    }
}
