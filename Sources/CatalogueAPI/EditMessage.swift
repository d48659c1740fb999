// The edit of a book in JSON: a key for each field, with a text, a number or a list of texts.
import Books
import Catalogue

/// A missing key leaves a field unchanged; `null`, an empty text or an empty list clears it.
package struct EditMessage: Codable, Sendable {
    private var texts: [EditedField: [String]]
    private var former: [EditedField: [String]]
    private var editionOf: BookSpecifier??

    private enum Key: CodingKey {
        case editionOf, former
    }

    package init(_ edit: BookEdit) {
        texts = edit.texts
        former = edit.former
        editionOf = edit.editionOf
    }

    /// - Throws: `wrongEdit`.
    package func edit() throws(CatalogueError) -> BookEdit {
        do throws(BookEditError) {
            return try BookEdit(texts, former: former, editionOf: editionOf)
        } catch {
            throw .wrongEdit(error)
        }
    }

    package init(from decoder: any Decoder) throws {
        texts = try Self.texts(decoder.container(keyedBy: EditedField.self))
        let more = try decoder.container(keyedBy: Key.self)
        former =
            more.contains(.former)
            ? try Self.texts(more.nestedContainer(keyedBy: EditedField.self, forKey: .former)) : [:]
        editionOf =
            more.contains(.editionOf)
            ? .some(try more.decodeIfPresent(BookSpecifier.self, forKey: .editionOf)) : nil
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EditedField.self)
        try Self.encode(texts, to: &container)
        var more = encoder.container(keyedBy: Key.self)
        if let editionOf { try more.encode(editionOf, forKey: .editionOf) }
        guard !former.isEmpty else { return }
        var fields = more.nestedContainer(keyedBy: EditedField.self, forKey: .former)
        try Self.encode(former, to: &fields)
    }

    private static func texts(
        _ container: KeyedDecodingContainer<EditedField>
    ) throws -> [EditedField: [String]] {
        var texts: [EditedField: [String]] = [:]
        for field in EditedField.allCases where container.contains(field) {
            if field.isList {
                texts[field] = try container.decodeIfPresent([String].self, forKey: field) ?? []
            } else if field.isNumber {
                texts[field] =
                    try container.decodeIfPresent(Int.self, forKey: field).map { [String($0)] } ?? []
            } else {
                texts[field] = try container.decodeIfPresent(String.self, forKey: field).map { [$0] } ?? []
            }
        }
        return texts
    }

    private static func encode(
        _ texts: [EditedField: [String]], to container: inout KeyedEncodingContainer<EditedField>
    ) throws {
        for (field, texts) in texts {
            if field.isList {
                try container.encode(texts, forKey: field)
            } else if field.isNumber {
                try container.encode(texts.first.flatMap { Int($0) }, forKey: field)
            } else {
                try container.encode(texts.first, forKey: field)
            }
        }
    }
}
