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

    private var piles: [Pile] {
        var piles: [Pile] = []
        for (rank, sighting) in sightings.enumerated() {
            if let index = piles.firstIndex(where: { $0.isbn == sighting.isbn }) {
                piles[index].sightings.append(sighting)
            } else {
                piles.append(Pile(isbn: sighting.isbn, sightings: [sighting], rank: rank))
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
        // Bars against text, one word against the other: a person has to look.
        for pile in accepted where !pile.agrees {
            guard let rival = doubtful.first(where: { pile.isOpposed(by: $0.pile) }) else { continue }
            accepted.removeAll { $0.isbn == pile.isbn }
            doubtful.append((pile, "nearly \(rival.pile.isbn.hyphenated)"))
        }
        // A doubtful reading that is nearly an accepted one is that one, misread.
        doubtful.removeAll { doubtful in
            accepted.contains { Weighing.contradict($0.isbn, doubtful.pile.isbn) }
        }
        let candidates = doubtful.sorted { $0.pile.weight > $1.pile.weight }.prefix(Weighing.mostCandidates)
            .map { pile, doubt in pile.reading(doubt: doubt) }
        return (Pile.ownFirst(accepted), accepted.isEmpty ? Array(candidates) : [])
    }

    /// Two numbers that differ in a few digits are one number misread, not two books.
    static func contradict(_ one: ISBN, _ other: ISBN) -> Bool {
        one != other && zip(one.isbn13.dropLast(), other.isbn13.dropLast()).count { $0 != $1 } <= 3
    }
}
