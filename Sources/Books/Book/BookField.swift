// The fields of a book. Each has its own origin and is merged separately.

/// A field that has an origin.
public enum BookField: String, Codable, CodingKeyRepresentable, Sendable, CaseIterable {
    case otherISBNs, title, subtitle, contributors, originalScriptTitle, originalScriptNames
    /// The series and the number in it, which belong together.
    case series
    case publisher, year, pages, language, subjects, tags, cover, works
}

extension Book {
    package func has(_ field: BookField) -> Bool {
        switch field {
        case .otherISBNs: !otherISBNs.isEmpty
        case .title: title != nil
        case .subtitle: subtitle != nil
        case .contributors: !contributors.isEmpty
        case .originalScriptTitle: originalScriptTitle != nil
        case .originalScriptNames: !originalScriptNames.isEmpty
        case .series: series != nil
        case .publisher: publisher != nil
        case .year: year != nil
        case .pages: pages != nil
        case .language: language != nil
        case .subjects: !subjects.isEmpty
        case .tags: !tags.isEmpty
        case .cover: cover != nil
        case .works: !works.isEmpty
        }
    }

    /// Takes a field from another record, with its origin.
    package mutating func take(_ field: BookField, from other: Book) {
        switch field {
        case .otherISBNs: otherISBNs = other.otherISBNs
        case .title: title = other.title
        case .subtitle: subtitle = other.subtitle
        case .contributors: contributors = other.contributors
        case .originalScriptTitle: originalScriptTitle = other.originalScriptTitle
        case .originalScriptNames: originalScriptNames = other.originalScriptNames
        case .series: (series, seriesNumber) = (other.series, other.seriesNumber)
        case .publisher: publisher = other.publisher
        case .year: year = other.year
        case .pages: pages = other.pages
        case .language: language = other.language
        case .subjects: subjects = other.subjects
        case .tags: tags = other.tags
        case .cover: cover = other.cover
        case .works: works = other.works
        }
        origins[field] = other.origins[field]
    }

    /// Adds the other record's tags to these; the higher of the two origins is kept.
    package mutating func addTags(of other: Book) {
        guard other.has(.tags) else { return }
        tags = (tags + other.tags).uniqueTags
        takeHigherOrigin(of: .tags, from: other)
    }

    /// Adds the other record's further ISBNs to these, each once; the higher of the two origins is kept.
    package mutating func addOtherISBNs(of other: Book) {
        guard other.has(.otherISBNs) else { return }
        addOtherISBNs(other.otherISBNs)
        takeHigherOrigin(of: .otherISBNs, from: other)
    }

    /// Adds further ISBNs to these, each once, and not the book's own.
    package mutating func addOtherISBNs(_ isbns: [ISBN]) {
        otherISBNs = (otherISBNs + isbns).uniqued.filter { $0 != isbn }
    }

    private mutating func takeHigherOrigin(of field: BookField, from other: Book) {
        guard let origin = other.origins[field] else { return }
        if let present = origins[field], present.kind > origin.kind { return }
        origins[field] = origin
    }

    /// Sets the origin of every field that has a value.
    public mutating func credit(_ origin: Origin) {
        for field in BookField.allCases where has(field) { origins[field] = origin }
    }

    /// Fills missing fields from another record of the same book, each with its origin; tags of both are kept.
    package mutating func fill(from other: Book) {
        for field in BookField.allCases where !has(field) && origins[field] == nil && other.has(field) {
            take(field, from: other)
        }
        if has(.tags) { addTags(of: other) }
        for identifier in other.identifiers where !identifiers.contains(identifier) {
            identifiers.append(identifier)
        }
    }
}
