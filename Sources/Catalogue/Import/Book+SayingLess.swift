// What a file says with fewer words than the store: many formats have no subtitle, no roles, or not all of them.
import Books

extension Book {
    /// Takes the stored values where those of this record only say less, so that a book's export in any form, imported
    /// again, does not change it. Values that a person edited are left alone.
    ///
    /// - Parameter isExact: whether the record has all people, each with the role.
    mutating func complete(from stored: Book, isExact: Bool) {
        divideTitle(as: stored)
        if says(.series), seriesNumber == nil, series == stored.series { seriesNumber = stored.seriesNumber }
        if imports(.contributors) { completeContributors(from: stored, isExact: isExact) }
        if imports(.language), let language, let known = stored.language,
            LanguageCode.says(language, noMoreThan: known)
        {
            self.language = known
        }
        if imports(.tags) {
            let known = Set(stored.tags.map(\.withoutSeparators))
            tags.removeAll { known.contains($0.withoutSeparators) }
        }
        if imports(.subjects),
            subjects.map(\.withoutSeparators) == stored.subjects.map(\.withoutSeparators)
        {
            subjects = stored.subjects
        }
    }

    /// Whether this imported record may be of a stored book without an ISBN: title and subtitle may be in one field, and
    /// only authors are certain to be named.
    func mayBe(_ stored: Book) -> Bool {
        let isSameTitle = title == stored.title && (subtitle == nil || stored.subtitle == nil)
        let authors = stored.contributors.filter { $0.role == .author }
        return (isSameTitle || wholeTitle == stored.wholeTitle)
            && Self.says(contributors, noMoreThan: stored.contributors)
            && authors.allSatisfy { author in
                contributors.contains { $0.isNamed(as: author) || $0.isNamed(asIfWithRole: author) }
            }
    }

    /// The titles under which a book with this title and subtitle may be stored.
    var storedTitles: [String] {
        guard let title else { return [] }
        let beginnings = title.ranges(of: ": ").map { String(title[..<$0.lowerBound]) }
        return ([title, wholeTitle ?? title] + beginnings).uniqued
    }

    private func says(_ field: BookField) -> Bool { origins[field].map { $0.kind != .edited } ?? false }
    private func imports(_ field: BookField) -> Bool { origins[field]?.kind == .imported }

    /// `Title: Subtitle` in one field is the same as both in two.
    private mutating func divideTitle(as stored: Book) {
        if says(.title), origins[.subtitle] == nil, stored.subtitle != nil, title == stored.wholeTitle {
            (title, subtitle) = (stored.title, stored.subtitle)
            origins[.subtitle] = origins[.title]
        } else if says(.subtitle), stored.subtitle == nil, wholeTitle == stored.title,
            !stored.lets(origins[.title], replace: .title)
        {
            origins[.subtitle] = nil
        }
    }

    private func lets(_ origin: Origin?, replace field: BookField) -> Bool {
        guard let origin else { return false }
        return origins[field].map { $0.kind <= origin.kind } ?? true
    }

    private mutating func completeContributors(from stored: Book, isExact: Bool) {
        let (told, known) = (contributors, stored.contributors)
        let isLess = !isExact && Self.says(told, noMoreThan: known)
        contributors = (isLess ? known : told).map { person in
            var person = person
            let same = [told, known].map { $0.first { $0.name == person.name }?.sortName }
            person.sortName = same.compactMap(\.self).first
            return person
        }
    }

    /// Whether all the people are known, in the same roles. A format without roles makes everybody an author or a
    /// contributor.
    private static func says(_ people: [Contributor], noMoreThan known: [Contributor]) -> Bool {
        // What stands in brackets behind a name was read as a role.
        let people = people.filter { person in !known.contains { person.isNamed(asIfWithRole: $0) } }
        let hasRoles = people.contains { $0.role != .author && $0.role != .contributor }
        return people.allSatisfy { person in
            known.contains { $0.isNamed(as: person) && (!hasRoles || $0.role == person.role) }
        }
    }
}

extension Contributor {
    /// Some formats have no room for commas in names.
    fileprivate func isNamed(as other: Contributor) -> Bool {
        name == other.name || name.withoutSeparators == other.name.withoutSeparators
    }

    /// Whether the other's name is `Ann Lee (narrator)`, and this one's `Ann Lee`.
    fileprivate func isNamed(asIfWithRole other: Contributor) -> Bool {
        guard let bracket = other.name.wholeMatch(of: /(.+?)\s*\([^()]+\)/) else { return false }
        return isNamed(as: Contributor(name: String(bracket.1)))
    }
}

extension String {
    /// In lowercase, without the characters by which formats separate values.
    var withoutSeparators: String { without(",;|").lowercased() }
}
