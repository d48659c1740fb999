// When two numbers can't both be right.
import Books

extension Hypothesis {
    /// Whether another number in the photo prevents accepting this one.
    ///
    /// - Parameter onlyBook: the numbers of the photo's only book; none if there may be several.
    func isContradicted(by rival: Hypothesis, onlyBook: Set<ISBN>) -> Bool {
        guard rival.isbn != isbn, rival.isbn.isRegistered else { return false }
        if mayBeMisreading(of: rival) || overlapsBars(of: rival) { return true }
        if isBesideBars(of: rival, onlyBook: onlyBook) { return true }
        if !isLabelled, rival.isBesideBars(of: self, onlyBook: onlyBook) { return true }
        return isOtherForm(of: rival)
    }

    /// One number misread as two: the weaker one is dropped, and both if neither is much more certain.
    private func mayBeMisreading(of rival: Hypothesis) -> Bool {
        guard isbn.isNearly(rival.isbn), !stands(apartFrom: rival) else { return false }
        if hasTwoWitnesses { return rival.hasTwoWitnesses }
        if outnumbers(rival) { return false }
        if rival.hasTwoWitnesses || rival.doubt == nil { return true }
        // A barcode with clear widths is not given up for a blurred line.
        if observations.contains(where: \.isSureBars) {
            return rival.observations.contains { $0.isPlain && $0.isLegible && !$0.isBars }
        }
        return rival.isOtherReader(than: self) || 2 * rival.score >= score
    }

    /// Hardback and paperback, or volumes, are often printed next to each other: with labels or barcodes of their
    /// own, at positions of their own.
    private func stands(apartFrom rival: Hypothesis) -> Bool {
        let own = { (hypothesis: Hypothesis) in
            hypothesis.observations.filter {
                $0.isSureAlone || $0.announcement == .otherWork || $0.isLegiblyNamed
            }
        }
        let (ours, theirs) = (own(self), own(rival))
        // A number in one photo may be a misreading of the number in another.
        return !ours.pages.isDisjoint(with: theirs.pages)
            && !ours.contains { one in theirs.contains { one.isSamePrint(as: $0) } }
    }

    private func isOtherReader(than other: Hypothesis) -> Bool {
        Set(observations.map(\.isBars)).isDisjoint(with: other.observations.map(\.isBars))
    }

    /// Whether both have barcodes that are too close together for two books, and at most one has a label: a barcode
    /// was pasted over another. Of two sizes, the smaller one tells, since the larger one is closer to the camera.
    private func overlapsBars(of rival: Hypothesis) -> Bool {
        if label != nil, rival.label != nil { return false }
        return observations.contains { one in
            rival.observations.contains { other in
                guard one.isBars, other.isBars, one.page == other.page else { return false }
                let (ours, theirs) = (one.witness.bounds, other.witness.bounds)
                return ours.distance(to: theirs)
                    < EvidenceRules.overlappingBars * min(ours.longSide, theirs.longSide)
            }
        }
    }

    /// Whether this number, which has no barcode, is printed as the book's own beside the barcode of `rival`; in a
    /// photo of one book also away from it.
    private func isBesideBars(of rival: Hypothesis, onlyBook: Set<ISBN>) -> Bool {
        if hasBars || isOfAnotherForm { return false }
        // If a barcode has a label, a second label beside it may be that of the set, and then says so.
        if rival.isLabelled, qualifier != nil { return false }
        // A book has only one number without a qualifier.
        let isAnywhere =
            !rival.isLabelled && qualifier == nil && onlyBook.isSuperset(of: [isbn, rival.isbn])
        return observations.contains { one in
            guard one.isLegible, one.isBooksOwn || one.isDigitsOnly && rival.hasBars,
                rival.hasBars || !one.isBelowBars,
                let bars = rival.barsBounds(on: one.page), !hasDigits(apartFrom: bars, on: one.page)
            else { return false }
            let reach =
                if rival.isLabelled || one.isDigitsOnly {
                    EvidenceRules.touchingBars
                } else if isAnywhere, one.isNamed {
                    Double.infinity
                } else {
                    EvidenceRules.besideBars
                }
            return Self.isPrinted(one.witness.box, beside: bars, within: reach)
        }
    }

    private static func isPrinted(
        _ box: [PhotoPoint], beside bars: Bounds, within reach: Double
    ) -> Bool {
        Bounds(of: box).distance(to: bars) <= reach * bars.longSide
            && box.lineHeight * EvidenceRules.barsPerLine >= bars.longSide
    }

    /// Whether it has a label, and digits below a barcode of its own, which was not read.
    private func hasDigits(apartFrom bars: Bounds, on page: Int) -> Bool {
        isLabelled
            && observations.contains {
                $0.page == page && $0.isBelowBars && $0.isPlain && $0.isLegible
                    && $0.witness.bounds.distance(to: bars) > EvidenceRules.besideBars * bars.longSide
            }
    }

    /// Whether a label gives a number that can't be this one, and it may be the book's: that label is beside this one's
    /// barcode, which has none, or near this one's print, which no barcode or word shows to be the book's.
    var isBesideAnotherLabel: Bool {
        if !hasBars, qualifier == nil, partialNumbers.contains(where: isRivalled) { return true }
        if isLabelled { return false }
        return partialNumbers.contains { cut in
            guard let bars = barsBounds(on: cut.page) else { return false }
            return cut.differs(from: isbn)
                && Self.isPrinted(cut.box, beside: bars, within: EvidenceRules.besideBars)
        }
    }

    /// Whether a number that was not read completely is near this one, and printed before it.
    private func isRivalled(by cut: PartialNumber) -> Bool {
        let (place, seen) = (Bounds(of: cut.box), observations.filter { $0.page == cut.page })
        return cut.differs(from: isbn) && !seen.contains { $0.witness.bounds.overlaps(place) }
            && seen.contains {
                $0.witness.bounds.distance(to: place)
                    <= EvidenceRules.anotherBook * $0.witness.box.lineHeight
                    && $0.witness.isPrinted(after: cut.box)
            }
    }

    /// The position of its barcode on a page; if the barcode was not read, that of the digits below it.
    private func barsBounds(on page: Int) -> Bounds? {
        let seen = observations.lazy.filter { $0.page == page }
        let place =
            seen.first(where: \.isBars) ?? seen.first { $0.isBelowBars && $0.isPlain && $0.isLegible }
        return place?.witness.bounds
    }

    /// Whether it has a label of its own, apart from the digits below a barcode.
    private var isLabelled: Bool {
        observations.contains { $0.isNamed && $0.isLegible && !$0.isGroupedAsBelowBars }
    }

    /// In heights of the print: the two forms of a book's number are closer together than this.
    private static let formsReach = 8.0

    /// Whether one is given as the ISBN-10 and the other as the ISBN-13 of what must be the same book. If only one label
    /// states the form, the other is the older one.
    private func isOtherForm(of rival: Hypothesis) -> Bool {
        guard qualifier == nil, rival.qualifier == nil, !hasTwoWitnesses, !hasBars, !rival.hasBars,
            isbn.isbn13.hasPrefix("978"), rival.isbn.isbn13.hasPrefix("978")
        else { return false }
        return observations.contains { one in
            rival.observations.contains { other in
                one.page == other.page && one.isNamed && other.isNamed
                    && (one.form == .isbn13) != (other.form == .isbn13)
                    && (one.saysForm || other.saysForm)
                    && one.witness.bounds.distance(to: other.witness.bounds)
                        < Self.formsReach * one.witness.box.lineHeight
            }
        }
    }
}

extension Observation {
    /// Printed as an ISBN of the book itself. Thirteen digits with correct hyphens count even if the label is
    /// illegible.
    var isBooksOwn: Bool {
        isPlain && (isNamed || kind == .digitsBelowBars)
            || provenance == .printed && form == .isbn13 && hyphensAgree == true && announcement != .otherWork
    }

    /// Thirteen digits without label and hyphens: below a barcode they should be its own.
    fileprivate var isDigitsOnly: Bool {
        isPlain && kind == .unlabelled && form == .isbn13 && hyphensAgree != true
    }

    /// Whether its label gives the number's form, as `ISBN-10` does; such a page gives one number in both forms.
    fileprivate var saysForm: Bool {
        guard let label else { return false }
        return label.contains(form == .isbn13 ? "13" : "10")
    }
}
