// The fields of a book as people enter and compare them: as texts.

/// A field that a person can edit. Contributors are edited by their role.
public enum EditedField: String, Codable, CodingKey, Sendable, CaseIterable {
    case title, subtitle, authors, editors, translators, illustrators, contributors
    case originalScriptTitle, originalScriptNames, series, seriesNumber, publisher, year, pages, language,
        tags
    case subjects, cover, isbn

    /// Whether it has any number of texts; the others have one or none.
    public var isList: Bool {
        switch self {
        case .originalScriptNames, .tags, .subjects: true
        default: role != nil
        }
    }

    package var isNumber: Bool { self == .year || self == .pages }

    var role: Contributor.Role? {
        switch self {
        case .authors: .author
        case .editors: .editor
        case .translators: .translator
        case .illustrators: .illustrator
        case .contributors: .contributor
        default: nil
        }
    }

    /// The field that has its origin; `nil` for the ISBN, which has none.
    var field: BookField? {
        switch self {
        case .isbn: nil
        case .seriesNumber: .series
        default: role == nil ? BookField(rawValue: rawValue) : .contributors
        }
    }
}

extension Book {
    /// A field's texts, none if it is empty; numbers in decimal, an ISBN by its thirteen digits.
    public func texts(_ field: EditedField) -> [String] {
        func one(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
        return switch field {
        case .title: one(title)
        case .subtitle: one(subtitle)
        case .originalScriptTitle: one(originalScriptTitle)
        case .originalScriptNames: originalScriptNames
        case .series: one(series)
        case .seriesNumber: one(seriesNumber)
        case .publisher: one(publisher)
        case .year: one(year.map(String.init))
        case .pages: one(pages.map(String.init))
        case .language: one(language)
        case .tags: tags
        case .subjects: subjects
        case .cover: one(cover)
        case .isbn: one(isbn?.isbn13)
        case .authors, .editors, .translators, .illustrators, .contributors:
            contributors.filter { $0.role == field.role }.map(\.name)
        }
    }

    /// - Parameter texts: as `texts(_:)` returns them.
    mutating func set(_ field: EditedField, to texts: [String]) {
        let text = texts.first
        switch field {
        case .title: title = text
        case .subtitle: subtitle = text
        case .originalScriptTitle: originalScriptTitle = text
        case .originalScriptNames: originalScriptNames = texts
        case .series: series = text
        case .seriesNumber: seriesNumber = text
        case .publisher: publisher = text
        case .year: year = text.flatMap { Int($0) }
        case .pages: pages = text.flatMap { Int($0) }
        case .language: language = text
        case .tags: tags = texts
        case .subjects: subjects = texts
        case .cover: cover = text
        case .isbn: isbn = text.flatMap { try? ISBN($0) }
        case .authors, .editors, .translators, .illustrators, .contributors:
            if let role = field.role { setNames(texts, in: role) }
        }
    }

    /// Names replace those of the same role; authors come first.
    private mutating func setNames(_ names: [String], in role: Contributor.Role) {
        let others = contributors.filter { $0.role != role }
        let named = names.map { Contributor(name: $0, role: role) }
        contributors = role == .author ? named + others : others + named
    }
}

/// A field whose texts changed.
public struct FieldChange: Hashable, Codable, Sendable {
    public var field: EditedField
    public var before: [String]
    public var after: [String]

    /// What changed from one book to another.
    ///
    /// - Parameters:
    ///   - before: `nil` for a book that was added.
    ///   - after: `nil` for a book that was removed.
    package static func changes(from before: Book?, to after: Book?) -> [FieldChange] {
        EditedField.allCases.compactMap { field in
            let change = FieldChange(
                field: field, before: before?.texts(field) ?? [], after: after?.texts(field) ?? [])
            return change.before == change.after ? nil : change
        }
    }
}
