// The evidence for one ISBN in a photo, and whether it is sufficient.
import Books
import Foundation

/// One ISBN with its evidence.
struct Hypothesis {
    var isbn: ISBN
    var observations: [Observation]
    /// Partial numbers of the whole photo: those that begin this number support it, those beside it that can't be its
    /// beginning contradict it.
    var partialNumbers: [PartialNumber] = []
    /// How many observations of any number came before its first.
    var rank: Int

    var hasBars: Bool { observations.contains(where: \.isBars) }
    var label: String? { observations.lazy.compactMap(\.label).first }
    var qualifier: String? { observations.lazy.compactMap(\.qualifier).first }

    /// Its readings, grouped by print.
    private var prints: [[Observation]] {
        var prints: [[Observation]] = []
        for observation in observations {
            if let home = prints.firstIndex(where: { $0.contains { $0.isSamePrint(as: observation) } }) {
                prints[home].append(observation)
            } else {
                prints.append([observation])
            }
        }
        return prints
    }

    /// Why its evidence is not sufficient; `nil` if it is.
    var doubt: Doubt? {
        guard isbn.isRegistered else { return .notRegistered }
        if isOfOtherWork { return .otherWork }
        if hasTwoWitnesses || isSureAlone || isBackedByPartialNumber || isSureInSeveralPhotos { return nil }
        let text = observations.filter { !$0.isBars }
        if text.isEmpty { return .barsUnclear }
        if text.allSatisfy({ $0.announcement != .plain }) { return .labelUnclear }
        if text.contains(where: { $0.provenance == .repaired }) { return .digitsRepaired }
        if text.allSatisfy({ $0.provenance == .inferred }) { return .digitDoubtful }
        if text.contains(where: { $0.hyphensAgree == false || !$0.isWhole }) { return .unusualHyphens }
        return label != nil ? .notClear : .checkDigitOnly
    }

    /// Whether the text gives it as another work's, and no clear barcode, or digits below one, say otherwise.
    private var isOfOtherWork: Bool {
        observations.contains { $0.announcement == .otherWork }
            && !observations.contains { $0.isSureAlone && ($0.isBars || $0.isGroupedAsBelowBars) }
    }

    /// Whether a number that was read without repair is complete in one place, and partial beside a label in another.
    private var isBackedByPartialNumber: Bool {
        let beginnings = partialNumbers.filter { $0.begins(isbn) }
        return observations.contains { one in
            !one.isBars && one.isPlain && one.isLegible && one.isWhole
                && beginnings.contains {
                    $0.page != one.page || !Bounds(of: $0.box).overlaps(one.witness.bounds)
                }
        }
    }

    private var isSureAlone: Bool {
        prints.contains { print in
            // If one reading has another label or another number's name, or shows a stroke, the other readings may have
            // misread it; not if it only shows less of the label.
            if print.contains(where: { ![.plain, .partOfLabel].contains($0.announcement) || $0.isObscured }) {
                return false
            }
            return print.contains(where: \.isSureAlone)
                || Set(print.filter(\.isSureWhenRepeated).map(\.witness.box)).count >= 2
        }
    }

    /// Two independent witnesses, neither of them repaired.
    var hasTwoWitnesses: Bool {
        let usable = observations.filter {
            $0.provenance != .repaired && ![.partOfLabel, .otherNumber, .otherWork].contains($0.announcement)
        }
        return usable.indices.contains { one in
            usable[..<one].contains { usable[one].supports($0) }
        }
    }

    /// Two of these: a barcode, a labelled number, the same number in its other form.
    var isSeenTwoWays: Bool {
        let named = observations.filter(\.isLegiblyNamed)
        let kinds = [
            observations.contains { $0.isBars && $0.isPlain }, named.contains { $0.form == .isbn13 },
            named.contains { $0.form != .isbn13 },
        ]
        return kinds.count { $0 } >= 2
    }

    /// Orders hypotheses: more independent and more certain evidence first.
    var score: Double {
        observations.map { observation in
            let weight: Double =
                switch observation.kind {
                case .bars(let quality): quality.isMeasured ? 3 : 1
                case .labelled: 2 * observation.weakest
                case .digitsBelowBars: 1.5 * observation.weakest
                case .unlabelled: observation.weakest
                }
            return observation.provenance == .printed ? weight : weight / 2
        }.reduce(0, +) + (hasTwoWitnesses ? 2 : 0)
    }

    private var forms: Set<NumberForm> {
        Set(observations.map(\.numberForm))
    }

    /// The page calls it the number of a set, an electronic book or another edition.
    var isOfAnotherForm: Bool {
        forms.contains { form in
            if case .electronic = form { true } else { form == .set }
        }
            || observations.contains { observation in
                let qualifier = observation.qualifier?.lowercased() ?? ""
                return Hypothesis.otherEditions.contains { qualifier.contains($0) }
            }
    }

    /// The page calls it the number of a printed form or of a volume.
    var isOfStatedForm: Bool { !forms.isDisjoint(with: [.print, .volume]) }

    /// Its qualifier may be that of another form, in words that are not known.
    var isOfUnknownForm: Bool { !isOfStatedForm && !isOfAnotherForm && forms.contains(.unknown) }

    /// Other words than a kind of book or a publisher are before its label.
    var isAmongWords: Bool { observations.allSatisfy(\.isAmongWords) }

    private static let otherEditions = ["cancel", "previous", "also available"]

    /// Whether it is printed before another number in reading direction: above it, or before it on the same line.
    func isPrinted(before other: Hypothesis) -> Bool {
        if let page = observations.first?.page, let otherPage = other.observations.first?.page,
            page != otherPage
        {
            return page < otherPage
        }
        guard let own = observations.first?.witness, let others = other.observations.first?.witness,
            !own.box.isEmpty, !others.box.isEmpty
        else { return rank < other.rank }
        return others.isPrinted(after: own.box)
    }

    /// - Parameters:
    ///   - doubt: why it is not accepted.
    ///   - book: which of the photo's books it belongs to, from 1.
    func reading(doubt: Doubt? = nil, book: Int = 1) -> ISBNReading {
        ISBNReading(
            isbn: isbn, confidence: EvidenceRules.confidence(of: self, doubt), label: label,
            qualifier: qualifier, reason: doubt?.description, price: price, book: book,
            witnesses: observations.map(\.witness))
    }

    /// `nil` also if two readings of the digits beside its barcode differ.
    private var price: Price? {
        let addOns = Set(observations.compactMap(\.addOn))
        return addOns.count == 1 ? addOns.first.flatMap { Price(addOn: $0) } : nil
    }
}

extension Observation {
    /// Words between a label and thirteen digits may be another form's, too.
    fileprivate var numberForm: NumberForm {
        let form = NumberForm(label: label, qualifier: qualifier)
        return form == .plain && kind == .unlabelled && isAmongWords ? .unknown : form
    }

    fileprivate var isAmongWords: Bool {
        guard !isBars, !witness.text.contains("\n") else { return false }
        return ISBN.find(in: witness.text).matches.contains {
            $0.isbn == isbn && !OtherWorks(witness.text).standsAlone($0)
        }
    }

    /// Whether another witness of the same number adds certainty: two readings of one print are one witness, and two
    /// unlabelled prints of ten digits may be a telephone number given twice.
    fileprivate func supports(_ other: Observation) -> Bool {
        guard provenance == .printed || other.provenance == .printed else { return false }
        if isBars != other.isBars { return true }
        guard !isBars, !mayBeSamePrint(as: other), isWhole || other.isWhole else { return false }
        let isDoubtful = announcement != .plain || other.announcement != .plain
        return form != other.form || isNamed || other.isNamed || form == .isbn13 && !isDoubtful
    }
}

/// Why an ISBN was not accepted.
enum Doubt: Hashable, CustomStringConvertible {
    /// Outside the registered ranges.
    case notRegistered
    /// Letters were read as digits.
    case digitsRepaired
    /// A digit is not the likeliest one at its place.
    case digitDoubtful
    case unusualHyphens
    case notClear
    /// The bar widths fit another number equally well.
    case barsUnclear
    /// It follows from the UPC-A of a paperback, and no print shows it.
    case upcOnly
    /// The word before it is not a label of an ISBN, or not certainly one.
    case labelUnclear
    /// The text gives it as another work's, or calls it wrong, cancelled or former.
    case otherWork
    /// No label, no hyphens, no second reading.
    case checkDigitOnly
    /// Sufficient by itself, but two witnesses are required.
    case oneWitness
    /// A label beside it has another number that could not be read completely.
    case besideAnotherLabel
    /// The page has several numbers, and does not say in known words which is the book's own.
    case oneOf(Int)
    /// Another number is equally likely.
    case contradicted(by: ISBN)

    /// A few words, as in the record.
    var description: String {
        switch self {
        case .notRegistered: "not registered"
        case .digitsRepaired: "digits repaired"
        case .digitDoubtful: "one digit doubtful"
        case .unusualHyphens: "unusual hyphens"
        case .notClear: "not read clearly"
        case .barsUnclear: "bars not clear"
        case .upcOnly: "UPC only"
        case .labelUnclear: "label not clear"
        case .otherWork: "not this book's"
        case .checkDigitOnly: "check digit only"
        case .oneWitness: "one witness only"
        case .besideAnotherLabel: "beside another label"
        case .oneOf(let count): "one of \(count); none is marked as the book's own"
        case .contradicted(let rival): "against \(rival.hyphenated)"
        }
    }
}
