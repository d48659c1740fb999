// When two numbers can't both be right.
import Books

extension Hypothesis {
    /// Whether another number that was seen keeps this one from being believed.
    func isContradicted(by rival: Hypothesis) -> Bool {
        guard rival.isbn != isbn, rival.isbn.isRegistered else { return false }
        if isNearly(rival) { return true }
        if isBesideBars(of: rival) || rival.isBesideBars(of: self) { return true }
        return isOtherForm(of: rival)
    }

    /// One number misread as two: the weaker is dropped, and so are both where neither is much surer.
    private func isNearly(_ rival: Hypothesis) -> Bool {
        guard Evidence.differ(isbn.isbn13, rival.isbn.isbn13), !stands(apartFrom: rival) else { return false }
        if agrees { return rival.agrees }
        return rival.agrees || rival.doubt == nil || rival.isOtherReader(than: self)
            || 2 * rival.score >= score
    }

    /// Hardback and paperback are often neighbours: both printed beside labels of their own, at places of their own.
    private func stands(apartFrom rival: Hypothesis) -> Bool {
        let named = { (hypothesis: Hypothesis) in
            hypothesis.observations.filter { $0.isNamed && $0.isLegible && $0.provenance == .printed }
        }
        let (ours, theirs) = (named(self), named(rival))
        return !ours.isEmpty && !theirs.isEmpty
            && !ours.contains { one in theirs.contains { one.isSamePrint(as: $0) } }
    }

    private func isOtherReader(than other: Hypothesis) -> Bool {
        Set(observations.map(\.isBars)).isDisjoint(with: other.observations.map(\.isBars))
    }

    /// Whether these are bars beside which another number is printed as the book's, or the number that is.
    private func isBesideBars(of rival: Hypothesis) -> Bool {
        guard let bars = rival.observations.first(where: \.isBars)?.witness.bounds else { return false }
        if hasBars || isOfAnotherForm || rival.observations.contains(where: { $0.isNamed && $0.isLegible }) {
            return false
        }
        return observations.contains { observation in
            let isPlain = observation.provenance == .printed && observation.announcement == .plain
            let isOwn = observation.isNamed || observation.kind == .digitsBelowBars
            return isPlain && isOwn && observation.isLegible
                && observation.witness.bounds.distance(to: bars)
                    <= EvidenceRules.besideBars * bars.longSide
        }
    }

    /// Whether one is given as the ISBN-10 beside the other as the ISBN-13 of what must be the same book.
    private func isOtherForm(of rival: Hypothesis) -> Bool {
        guard qualifier == nil, rival.qualifier == nil, !agrees, !hasBars, !rival.hasBars,
            isbn.isbn13.hasPrefix("978"), rival.isbn.isbn13.hasPrefix("978")
        else { return false }
        return observations.contains { one in
            rival.observations.contains { other in
                one.isNamed && other.isNamed && (one.form == .isbn13) != (other.form == .isbn13)
                    && one.saysForm && other.saysForm
                    && one.witness.bounds.distance(to: other.witness.bounds) < 2 * one.witness.lineHeight
            }
        }
    }
}

extension Observation {
    /// Whether its label tells the number's form, as `ISBN-10` does; a page that does so gives one number in both.
    fileprivate var saysForm: Bool {
        guard let label else { return false }
        return label.contains(form == .isbn13 ? "13" : "10")
    }
}
