// Several photos of one book, weighed together: photos that are not sufficient alone may be together, and one may
// contradict another.
import Books

extension Evidence {
    /// How the pages of the evidence are related.
    package enum Pages: String, Codable, Sendable {
        case one
        /// Photos of one book.
        case photos
        /// Frames of a video, which show the same print again and again: they are not independent witnesses.
        case frames
    }

    /// Combines the pages of a book. A page must not be given twice, as its evidence could not tell.
    init(of book: [(page: PhotoPage, evidence: Evidence)], as pages: Pages, isStrict: Bool) {
        var observations: [Observation] = []
        var partialNumbers: [PartialNumber] = []
        var others: [OtherSighting] = []
        for (place, member) in book.enumerated() {
            for var observation in member.evidence.observations {
                observation.page = place
                observation.witness.photo = member.page
                observations.append(observation)
            }
            for var cut in member.evidence.partialNumbers {
                cut.page = place
                partialNumbers.append(cut)
            }
            for var sighting in member.evidence.others {
                (sighting.page, sighting.photo) = (place, member.page)
                others.append(sighting)
            }
        }
        self.init(
            observations: observations, partialNumbers: partialNumbers,
            otherBars: book.flatMap(\.evidence.otherBars), others: others, pages: pages)
        self.isStrict = isStrict
    }

    /// Two of these: a barcode, a labelled number, the same number in its other form, another photo of the book.
    func isSeenTwoWays(_ hypothesis: Hypothesis) -> Bool {
        hypothesis.isSeenTwoWays || pages == .photos && hypothesis.isSeenInTwoPhotos
    }

    /// Why a number that a single photo shows legibly is not certain: beside a label in another photo, other digits were
    /// read, however doubtful they are, or repaired to the same number. `nil` if that is not so.
    func doubt(of hypothesis: Hypothesis, among all: [Hypothesis]) -> Doubt? {
        let showing = hypothesis.legiblePages
        guard pages != .one, showing.count == 1, !hypothesis.hasBars, !hypothesis.hasTwoWitnesses else {
            return nil
        }
        let rival = all.first { other in
            // A page that shows both calls them two forms of one book.
            let isBesideIt =
                other.isbn != hypothesis.isbn && other.qualifier != nil
                && !other.pages.isDisjoint(with: hypothesis.pages)
            return !other.isOfAnotherForm && !isBesideIt
                && other.observations.contains {
                    !showing.contains($0.page) && $0.hasLabel
                        && (other.isbn != hypothesis.isbn || $0.provenance == .inferred)
                }
        }
        guard let rival else { return nil }
        return rival.isbn == hypothesis.isbn ? .digitDoubtful : .contradicted(by: rival.isbn)
    }

    /// Whether anything was read that may be a number.
    package var isEmpty: Bool { observations.isEmpty && partialNumbers.isEmpty }
}

extension Hypothesis {
    var pages: Set<Int> { observations.pages }

    /// Whether several photos show it in the same way, although none is sufficient by itself: no print of it was read
    /// differently, and no other word stands before it.
    var isSureInSeveralPhotos: Bool {
        let text = observations.filter { !$0.isBars }
        if text.allSatisfy({ $0.announcement == .plain }),
            text.filter(\.isSureWhenRepeated).pages.count >= EvidenceRules.fewestPhotosOfALabel
        {
            return true
        }
        let digits = text.filter {
            $0.form == .isbn13 && $0.isPlain && !$0.isBroken && !$0.isObscured && $0.isLegible && $0.isWhole
        }
        if digits.pages.count >= EvidenceRules.fewestPhotosOfDigits { return true }
        // Each has at least one scan line.
        let bars = observations.filter {
            if case .bars(let quality) = $0.kind { quality.isMeasured } else { false }
        }
        return bars.pages.count >= EvidenceRules.fewestScanLines
    }

    /// Whether another number was read in so few photos, compared with this one, that it is a misreading of this one.
    func outnumbers(_ rival: Hypothesis) -> Bool {
        !rival.hasTwoWitnesses && !rival.hasBars
            && legiblePages.count >= EvidenceRules.majority * max(1, rival.legiblePages.count)
    }

    /// The photos that show it legibly, without repair.
    fileprivate var legiblePages: Set<Int> { observations.filter { $0.isPlain && $0.isLegible }.pages }

    /// Whether two photos show it so clearly that each would be sufficient.
    var isSeenInTwoPhotos: Bool {
        observations.filter { $0.isSureAlone || $0.isLegiblyNamed }.pages.count >= 2
    }

    /// Whether it is legibly printed as the book's own, perhaps as that of a printed form or a volume: right or wrong, it
    /// is not noise.
    var isPrintedAsOwn: Bool {
        !isOfAnotherForm && observations.contains { $0.isBooksOwn && $0.isLegible }
    }

    /// Whether another number, which has a qualifier, may be that of another form of the book whose barcode this one is.
    func mayHaveOtherForm(_ other: Hypothesis) -> Bool {
        guard hasBars, other.qualifier != nil,
            NumberForm(label: other.label, qualifier: other.qualifier) != .volume
        else { return false }
        return isbn.registrantPrefix != nil && isbn.registrantPrefix == other.isbn.registrantPrefix
    }

    /// Whether bars show it in one photo, and a label in another.
    var hasBarsAndLabelInTwoPhotos: Bool {
        let bars = observations.filter(\.isSureBars).pages
        return !bars.isEmpty && !observations.filter(\.isLegiblyNamed).pages.isSubset(of: bars)
    }
}

extension [Observation] {
    var pages: Set<Int> { Set(map(\.page)) }
}

extension Observation {
    /// Beside a label, in which a letter may be misread.
    fileprivate var hasLabel: Bool {
        kind == .labelled && (announcement == .plain || announcement == .damagedLabel)
    }
}
