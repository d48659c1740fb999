// When two numbers can't both be right.
import Books

extension Hypothesis {
    /// Whether another number that was seen keeps this one from being believed.
    func isContradicted(by rival: Hypothesis) -> Bool {
        guard rival.isbn != isbn, rival.isbn.isRegistered else { return false }
        if isNearly(rival) || overlapsBars(of: rival) { return true }
        if isBesideBars(of: rival) || !isLabelled && rival.isBesideBars(of: self) { return true }
        return isOtherForm(of: rival)
    }

    /// One number misread as two: the weaker is dropped, and so are both where neither is much surer.
    private func isNearly(_ rival: Hypothesis) -> Bool {
        guard Evidence.differ(isbn.isbn13, rival.isbn.isbn13), !stands(apartFrom: rival) else { return false }
        if agrees { return rival.agrees }
        if outnumbers(rival) { return false }
        if rival.agrees || rival.doubt == nil { return true }
        // Bars whose widths are sure are not given up for a blurred line.
        if isSureByBars { return rival.observations.contains { $0.isPlain && $0.isLegible && !$0.isBars } }
        return rival.isOtherReader(than: self) || 2 * rival.score >= score
    }

    private var isSureByBars: Bool { observations.contains { $0.isBars && $0.isSureAlone } }

    /// Hardback and paperback are often neighbours, and so are volumes: printed beside labels of their own, or with
    /// bars of their own, at places of their own.
    private func stands(apartFrom rival: Hypothesis) -> Bool {
        let own = { (hypothesis: Hypothesis) in
            hypothesis.observations.filter {
                $0.isSureAlone || $0.isNamed && $0.isLegible && $0.provenance == .printed
            }
        }
        let (ours, theirs) = (own(self), own(rival))
        // A number of one photo may be that of another misread.
        return !Set(ours.map(\.page)).isDisjoint(with: theirs.map(\.page))
            && !ours.contains { one in theirs.contains { one.isSamePrint(as: $0) } }
    }

    private func isOtherReader(than other: Hypothesis) -> Bool {
        Set(observations.map(\.isBars)).isDisjoint(with: other.observations.map(\.isBars))
    }

    /// Whether both have bars, closer together than those of two books, and not both a label: bars were pasted over
    /// others.
    private func overlapsBars(of rival: Hypothesis) -> Bool {
        if label != nil, rival.label != nil { return false }
        return observations.contains { one in
            rival.observations.contains { other in
                guard one.isBars, other.isBars, one.page == other.page else { return false }
                let (ours, theirs) = (one.witness.bounds, other.witness.bounds)
                return ours.distance(to: theirs) < EvidenceRules.overlappingBars * ours.longSide
            }
        }
    }

    /// Whether these are bars beside which another number is printed as the book's, or the number that is.
    private func isBesideBars(of rival: Hypothesis) -> Bool {
        if hasBars || isOfAnotherForm { return false }
        // A second label beside bars that have theirs may stand for the set, and then says so.
        if rival.isLabelled, qualifier != nil { return false }
        let reach = rival.isLabelled ? EvidenceRules.touchingBars : EvidenceRules.besideBars
        return observations.contains { one in
            guard let bars = rival.barsBounds(on: one.page) else { return false }
            return one.isBooksOwn && one.isLegible && (rival.hasBars || !one.isBelowBars)
                && one.witness.bounds.distance(to: bars) <= reach * bars.longSide
        }
    }

    /// Whether beside its bars, which have no label of their own, a label announces a number that can't be this one.
    var isBesideAnotherLabel: Bool {
        if isLabelled { return false }
        return cutNumbers.contains { cut in
            guard let bars = barsBounds(on: cut.page) else { return false }
            return cut.differs(from: isbn)
                && Bounds(of: cut.box).distance(to: bars) <= EvidenceRules.besideBars * bars.longSide
        }
    }

    /// Where its bars are on a page; of bars that were not read, the digits below them.
    private func barsBounds(on page: Int) -> Bounds? {
        let seen = observations.lazy.filter { $0.page == page }
        let place =
            seen.first(where: \.isBars) ?? seen.first { $0.isBelowBars && $0.isPlain && $0.isLegible }
        return place?.witness.bounds
    }

    /// Whether a label of its own stands beside it, besides the digits below bars.
    private var isLabelled: Bool {
        observations.contains { $0.isNamed && $0.isLegible && !$0.isGroupedAsBelowBars }
    }

    /// Whether one is given as the ISBN-10 beside the other as the ISBN-13 of what must be the same book.
    private func isOtherForm(of rival: Hypothesis) -> Bool {
        guard qualifier == nil, rival.qualifier == nil, !agrees, !hasBars, !rival.hasBars,
            isbn.isbn13.hasPrefix("978"), rival.isbn.isbn13.hasPrefix("978")
        else { return false }
        return observations.contains { one in
            rival.observations.contains { other in
                one.page == other.page && one.isNamed && other.isNamed
                    && (one.form == .isbn13) != (other.form == .isbn13)
                    && one.saysForm && other.saysForm
                    && one.witness.bounds.distance(to: other.witness.bounds) < 2 * one.witness.lineHeight
            }
        }
    }
}

extension Observation {
    /// Read as it is printed, with no word before it that makes it another number.
    fileprivate var isPlain: Bool { provenance == .printed && announcement == .plain }

    /// Printed as an ISBN of the book itself. Thirteen digits with hyphens where they belong are one also where the
    /// label can't be read.
    var isBooksOwn: Bool {
        isPlain && (isNamed || kind == .digitsBelowBars)
            || provenance == .printed && form == .isbn13 && hyphensAgree == true
    }

    /// Whether its label tells the number's form, as `ISBN-10` does; a page that does so gives one number in both.
    fileprivate var saysForm: Bool {
        guard let label else { return false }
        return label.contains(form == .isbn13 ? "13" : "10")
    }
}
