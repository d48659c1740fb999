// What is known of one ISBN in a photo, and whether that is enough.
import Books
import Foundation

/// One ISBN with what speaks for it.
struct Hypothesis {
    var isbn: ISBN
    var observations: [Observation]
    /// How many observations of any number came before its first.
    var rank: Int

    /// Why it can't be accepted; `nil` when it can.
    var doubt: Doubt? {
        guard isbn.isRegistered else { return .notRegistered }
        if agrees || observations.contains(where: \.isSureAlone) { return nil }
        if observations.contains(where: { $0.provenance == .repaired }) { return .digitsRepaired }
        if observations.allSatisfy({ $0.provenance == .inferred }) { return .digitDoubtful }
        if observations.contains(where: { $0.hyphensAgree == false }) {
            return .unusualHyphens
        }
        if observations.contains(where: { $0.label != nil }) { return .notClear }
        if observations.contains(where: { if case .bars = $0.kind { true } else { false } }) {
            return .fewScanLines
        }
        return .checkDigitOnly
    }

    /// Two readings, independent of each other. A settled digit wants one that read it outright.
    var agrees: Bool {
        observations.indices.contains { one in
            observations[..<one].contains { other in
                other.isIndependent(of: observations[one]) && other.provenance != .repaired
                    && observations[one].provenance != .repaired
                    && (other.provenance == .printed || observations[one].provenance == .printed)
            }
        }
    }

    /// Printed beside a label of its own and read clearly: hardback and paperback are often neighbours.
    var isNamed: Bool {
        observations.contains { $0.kind == .labelled && $0.isClear && $0.provenance == .printed }
    }

    func contradicts(_ other: Hypothesis) -> Bool {
        Evidence.contradict(isbn, other.isbn) && !(isNamed && other.isNamed)
    }

    /// Whether another reader saw nearly this number.
    func isOpposed(by other: Hypothesis) -> Bool {
        contradicts(other)
            && Set(observations.map(\.witness.reader)).isDisjoint(
                with: other.observations.map(\.witness.reader))
    }

    /// Orders hypotheses: more independent and surer evidence first.
    var score: Double {
        observations.map { observation in
            switch observation.kind {
            case .bars(let quality): quality >= EvidenceRules.sureQuality ? 3 : 1
            case .labelled: 2 * observation.weakest
            case .digitsBelowBars: 1.5 * observation.weakest
            case .unlabelled: observation.weakest
            }
        }.reduce(0, +) + (agrees ? 2 : 0)
    }

    var hasBars: Bool { observations.contains { $0.witness.reader == .barcode } }

    /// The page says that it is a whole set's or an electronic book's.
    var isOfAnotherForm: Bool {
        observations.contains { observation in
            let qualifier = observation.qualifier?.lowercased() ?? ""
            return Hypothesis.otherForms.contains { qualifier.contains($0) }
        }
    }

    private static let otherForms = [
        "set", "complet", "gesamt", "套", "全", "e-book", "ebook", "epub", "e-pub", "pdf", "kindle", "mobi",
        "online", "electronic", "digital",
    ]

    /// Whether it is printed before another number on the page that reads as its text does: above it, or on the same
    /// line before it.
    func isPrinted(before other: Hypothesis) -> Bool {
        guard let (depth, along, height) = place, let (otherDepth, otherAlong, _) = other.place else {
            return rank < other.rank
        }
        return abs(depth - otherDepth) > height / 2 ? depth < otherDepth : along < otherAlong
    }

    /// Of the number's first letter, and its height, in pixels of the photo turned so that it reads rightwards.
    private var place: (depth: Double, along: Double, height: Double)? {
        guard let witness = observations.first?.witness, let top = witness.box.first,
            let foot = witness.box.last
        else { return nil }
        let turn = Double(witness.rotation) * .pi / 180
        let (x, y) = (Double(top.x), Double(top.y))
        return (
            x * sin(turn) + y * cos(turn), x * cos(turn) - y * sin(turn),
            hypot(Double(foot.x) - x, Double(foot.y) - y)
        )
    }

    /// - Parameter doubt: why it is not accepted.
    func reading(doubt: Doubt? = nil) -> ISBNReading {
        ISBNReading(
            isbn: isbn, confidence: EvidenceRules.confidence(of: self, doubt),
            label: observations.lazy.compactMap(\.label).first,
            qualifier: observations.lazy.compactMap(\.qualifier).first, reason: doubt?.description,
            witnesses: observations.map(\.witness))
    }

    /// Several ISBNs of one page, the book's own first, with the reason.
    static func ownFirst(_ accepted: [Hypothesis]) -> [ISBNReading] {
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
