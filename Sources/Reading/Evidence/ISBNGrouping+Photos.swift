// Checks that photos grouped as one book show one book.
import Books

extension ISBNGrouping {
    enum Settlement {
        case settled(ISBNGrouping)
        /// Numbers that can't all belong to the book.
        case contradicted([ISBN])
    }

    /// The book of photos that should show one book: the number that appears in each photo that shows any. Other
    /// numbers follow it if they are in one photo with it, and otherwise contradict it.
    ///
    /// - Parameter doubtful: numbers that are not accepted.
    func settled(against doubtful: [Hypothesis], as pages: Evidence.Pages) -> Settlement {
        let joined = withOtherForms
        let all = joined.books.joined()
        guard let first = all.first else { return .settled(self) }
        let showing = all.reduce(into: Set<Int>()) { $0.formUnion($1.pages) }
        let (own, others) = joined.books.split { book in
            book.reduce(into: Set<Int>()) { $0.formUnion($1.pages) }.isSuperset(of: showing)
        }
        if own.isEmpty { return .contradicted(joined.books.map { $0[0].isbn }) }
        let rival = doubtful.first { rival in
            rival.isPrintedAsOwn && rival.pages.isDisjoint(with: showing)
                && !all.contains { $0.isbn.isNearly(rival.isbn) || $0.decides(against: rival) }
        }
        if let rival { return .contradicted([rival.isbn, first.isbn]) }
        // The next book may appear in a single frame.
        let beside = others.filter { pages != .frames || $0.contains { $0.pages.count > 1 } }
        return .settled(ISBNGrouping(books: own + beside))
    }

    /// If a page calls a number the hardback's or the set's, it is not another book than the one of the same publisher
    /// whose barcode another page shows.
    private var withOtherForms: ISBNGrouping {
        let (withBars, others) = books.split { $0.contains(where: \.hasBars) }
        guard withBars.count == 1 else { return self }
        let (forms, strange) = others.split { numbers in
            numbers.allSatisfy { number in withBars[0].contains { $0.mayHaveOtherForm(number) } }
        }
        return ISBNGrouping(books: [withBars[0] + forms.joined()] + strange)
    }
}

extension Hypothesis {
    /// Whether a number with a qualifier, which is in none of this one's photos, does not make it doubtful.
    fileprivate func decides(against rival: Hypothesis) -> Bool {
        rival.qualifier != nil && (hasBarsAndLabelInTwoPhotos || mayHaveOtherForm(rival))
    }
}

extension [[Hypothesis]] {
    /// Partitions elements by a condition.
    fileprivate func split(_ holds: ([Hypothesis]) -> Bool) -> ([[Hypothesis]], [[Hypothesis]]) {
        (filter(holds), filter { !holds($0) })
    }
}
