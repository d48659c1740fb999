// Several photos of one book, weighed as one: what no photo settles alone, they may settle together, and what one says
// another may contradict.
import Books

extension Evidence {
    /// What the pages are to each other of which evidence tells.
    package enum Pages: String, Codable, Sendable {
        case one
        /// Photos of one book.
        case photos
        /// A video's frames, which show the same prints again and again: none is a witness beside another.
        case frames
    }

    /// What all of a book's pages show. A page that is there twice counts once, which its evidence can't tell.
    init(of book: [(page: PhotoPage, evidence: Evidence)], as pages: Pages, isStrict: Bool) {
        var observations: [Observation] = []
        var cutNumbers: [CutNumber] = []
        for (place, member) in book.enumerated() {
            for var observation in member.evidence.observations {
                observation.page = place
                observation.witness.photo = member.page
                observations.append(observation)
            }
            for var cut in member.evidence.cutNumbers {
                cut.page = place
                cutNumbers.append(cut)
            }
        }
        self.init(
            observations: observations, cutNumbers: cutNumbers,
            otherBars: book.flatMap(\.evidence.otherBars), pages: pages)
        self.isStrict = isStrict
    }

    /// Two of: bars, a labelled number, the same number in its other form, another photo of the book.
    func isSeenTwoWays(_ hypothesis: Hypothesis) -> Bool {
        hypothesis.isSeenTwoWays || pages == .photos && hypothesis.isSeenInTwoPhotos
    }

    /// Whether anything was read that may be a number.
    package var isEmpty: Bool { observations.isEmpty && cutNumbers.isEmpty }
}

extension Hypothesis {
    var pages: Set<Int> { Set(observations.map(\.page)) }

    /// Whether several photos show it the same, each too little by itself: no print of it was read otherwise, and no
    /// other word stands before it.
    var isSureInSeveralPhotos: Bool {
        let text = observations.filter { !$0.isBars }
        if text.allSatisfy({ $0.announcement == .plain }),
            Set(text.filter(\.isSureWhenRepeated).map(\.page)).count >= EvidenceRules.fewestPhotosOfALabel
        {
            return true
        }
        let digits = text.filter {
            $0.form == .isbn13 && $0.provenance == .printed && $0.announcement == .plain && !$0.isBroken
                && $0.isLegible
        }
        if Set(digits.map(\.page)).count >= EvidenceRules.fewestPhotosOfDigits { return true }
        // Each has one scan line at least.
        let bars = observations.filter {
            if case .bars(let quality) = $0.kind { quality.isMeasured } else { false }
        }
        return Set(bars.map(\.page)).count >= EvidenceRules.fewestScanLines
    }

    /// Whether another number was read in so few photos beside this one that it is this one misread.
    func outnumbers(_ rival: Hypothesis) -> Bool {
        !rival.agrees && !rival.hasBars
            && legiblePages >= EvidenceRules.majority * max(1, rival.legiblePages)
    }

    /// How many photos show it legibly, as it is printed.
    private var legiblePages: Int {
        let legible = observations.filter {
            $0.provenance == .printed && $0.announcement == .plain && $0.isLegible
        }
        return Set(legible.map(\.page)).count
    }

    /// Whether two photos show it so clearly that each would do.
    var isSeenInTwoPhotos: Bool {
        let sure = observations.filter {
            $0.isSureAlone || $0.isNamed && $0.isLegible && $0.provenance == .printed
        }
        return Set(sure.map(\.page)).count >= 2
    }

    /// Whether it is printed as the book's own, legibly: right or wrong, it is no noise.
    var isPrintedAsOwn: Bool {
        qualifier == nil && !isOfAnotherForm && observations.contains { $0.isBooksOwn && $0.isLegible }
    }
}
