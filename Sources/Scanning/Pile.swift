// What is known of one ISBN in a photo, and whether that is enough.
import Books
import Foundation

/// One ISBN with its sightings.
struct Pile {
    var isbn: ISBN
    var sightings: [Sighting]
    /// How many sightings of any number came before its first.
    var rank: Int

    /// Why it can't be accepted; `nil` when it can.
    var doubt: String? {
        guard isbn.isRegistered else { return "not registered" }
        if agrees || sightings.contains(where: \.isSureAlone) { return nil }
        if sightings.contains(where: { $0.isRepaired }) { return "digits repaired" }
        if sightings.allSatisfy(\.isSettled) { return "one digit doubtful" }
        if sightings.contains(where: { $0.hyphensAgree == false }) {
            return "unusual hyphens"
        }
        if sightings.contains(where: { $0.label != nil }) { return "not read clearly" }
        if sightings.contains(where: { if case .bars = $0.way { true } else { false } }) {
            return "few scan lines"
        }
        return "check digit only"
    }

    /// Two readings, independent of each other. A settled digit wants one that read it outright.
    var agrees: Bool {
        sightings.indices.contains { one in
            sightings[..<one].contains { other in
                other.isIndependent(of: sightings[one]) && !other.isRepaired && !sightings[one].isRepaired
                    && !(other.isSettled && sightings[one].isSettled)
            }
        }
    }

    /// Printed beside a label of its own and read clearly: hardback and paperback are often neighbours.
    var isNamed: Bool {
        sightings.contains { $0.way == .labelled && $0.isClear && !$0.isRepaired && !$0.isSettled }
    }

    func contradicts(_ other: Pile) -> Bool {
        Weighing.contradict(isbn, other.isbn) && !(isNamed && other.isNamed)
    }

    /// Whether another reader saw nearly this number.
    func isOpposed(by other: Pile) -> Bool {
        contradicts(other)
            && Set(sightings.map(\.witness.reader)).isDisjoint(
                with: other.sightings.map(\.witness.reader))
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

    var hasBars: Bool { sightings.contains { $0.witness.reader == .barcode } }

    /// The page says that it is a whole set's or an electronic book's.
    var isOfAnotherForm: Bool {
        sightings.contains { sighting in
            let qualifier = sighting.qualifier?.lowercased() ?? ""
            return Pile.otherForms.contains { qualifier.contains($0) }
        }
    }

    private static let otherForms = [
        "set", "complet", "gesamt", "套", "全", "e-book", "ebook", "epub", "e-pub", "pdf", "kindle", "mobi",
        "online", "electronic", "digital",
    ]

    /// Whether it is printed before another number on the page that reads as its text does: above it, or on the same
    /// line before it.
    func isPrinted(before other: Pile) -> Bool {
        guard let (depth, along, height) = place, let (otherDepth, otherAlong, _) = other.place else {
            return rank < other.rank
        }
        return abs(depth - otherDepth) > height / 2 ? depth < otherDepth : along < otherAlong
    }

    /// Of the number's first letter, and its height, in pixels of the photo turned so that it reads rightwards.
    private var place: (depth: Double, along: Double, height: Double)? {
        guard let witness = sightings.first?.witness, let top = witness.box.first, let foot = witness.box.last
        else { return nil }
        let turn = Double(witness.rotation) * .pi / 180
        let (x, y) = (Double(top.x), Double(top.y))
        return (
            x * sin(turn) + y * cos(turn), x * cos(turn) - y * sin(turn),
            hypot(Double(foot.x) - x, Double(foot.y) - y)
        )
    }

    /// - Parameter doubt: why it is not accepted.
    func reading(doubt: String? = nil) -> ISBNReading {
        ISBNReading(
            isbn: isbn, confidence: share(doubt: doubt), label: sightings.lazy.compactMap(\.label).first,
            qualifier: sightings.lazy.compactMap(\.qualifier).first, reason: doubt,
            witnesses: sightings.map(\.witness))
    }

    /// How often such evidence was right on real photos, with one right and one wrong answer added to what was seen:
    /// docs/accuracy.md has the counts.
    private func share(doubt: String?) -> Double {
        switch doubt {
        case nil where agrees: 0.996
        case nil where hasBars || sightings.contains { $0.label != nil }: 0.995
        case nil: 0.988
        case "check digit only": 0.15
        case "few scan lines": 0.14
        case "unusual hyphens": 0.25
        default: 0.5
        }
    }

    /// Several ISBNs of one page, the book's own first, with the reason.
    static func ownFirst(_ accepted: [Pile]) -> [ISBNReading] {
        guard accepted.count > 1 else { return accepted.map { $0.reading() } }
        let ordered = accepted.sorted { one, other in
            if one.hasBars != other.hasBars { return one.hasBars }
            if one.isOfAnotherForm != other.isOfAnotherForm { return other.isOfAnotherForm }
            return one.isPrinted(before: other)
        }
        let (own, next) = (ordered[0], ordered[1])
        var readings = ordered.map { $0.reading() }
        readings[0].reason =
            own.hasBars && !next.hasBars
            ? "the bars show it"
            : next.isOfAnotherForm && !own.isOfAnotherForm ? "the printed book's own" : "printed first"
        return readings
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

    /// Clear enough for a number beside its label.
    private var isLegible: Bool { weakest >= 0.85 && witness.confidence >= 0.965 }

    var isClear: Bool { weakest >= 0.9 && witness.confidence >= Weighing.sureConfidence }

    /// Enough by itself.
    var isSureAlone: Bool {
        guard !isRepaired, !isSettled else { return false }
        return switch way {
        case .bars(let quality): quality >= Weighing.sureQuality
        case .labelled: isLegible && hyphensAgree != false
        case .digitsBelowBars: isClear
        case .bare: (hyphensAgree == true || isGroupedAsBelowBars) && isClear
        }
    }
}
