// Checks a value against as much of JSON Schema (2020-12) as our schemas use. A keyword beyond that does not decode,
// so nothing in a schema goes unchecked.
import Foundation

public final class JSONSchema: Decodable {
    private enum Keyword: String, CodingKey, CaseIterable {
        case schema = "$schema"
        case definitions = "$defs"
        case reference = "$ref"
        case title, description, type, pattern, minimum, maximum, multipleOf, minItems, maxItems, required
        case additionalProperties, properties, items, anyOf
        case choices = "enum"
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let definitions: [String: JSONSchema]
    private let reference: String?
    private let types: Set<String>?
    private let choices: [JSONValue]?
    private let pattern: String?
    private let bounds: (minimum: Double?, maximum: Double?)
    private let step: Double?
    private let counts: (minimum: Int?, maximum: Int?)
    private let required: Set<String>
    private let isClosed: Bool
    private let properties: [String: JSONSchema]
    private let items: JSONSchema?
    private let alternatives: [JSONSchema]?

    /// One of the schemas in `docs`: `book` is `docs/book.schema.json`.
    public static func named(_ name: String) throws -> JSONSchema {
        let file = Repository.root.appending(path: "docs/\(name).schema.json")
        return try JSONDecoder().decode(JSONSchema.self, from: Data(contentsOf: file))
    }

    public init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys
        where Keyword(rawValue: key.stringValue) == nil {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(key.stringValue) is not checked"))
        }
        let schema = try decoder.container(keyedBy: Keyword.self)
        definitions = try schema.decodeIfPresent([String: JSONSchema].self, forKey: .definitions) ?? [:]
        reference = try schema.decodeIfPresent(String.self, forKey: .reference)
        let type = try schema.decodeIfPresent(JSONValue.self, forKey: .type)
        types =
            switch type {
            case .text(let one): [one]
            case .none: nil
            default: Set(try schema.decode([String].self, forKey: .type))
            }
        choices = try schema.decodeIfPresent([JSONValue].self, forKey: .choices)
        pattern = try schema.decodeIfPresent(String.self, forKey: .pattern)
        bounds = (
            try schema.decodeIfPresent(Double.self, forKey: .minimum),
            try schema.decodeIfPresent(Double.self, forKey: .maximum)
        )
        step = try schema.decodeIfPresent(Double.self, forKey: .multipleOf)
        counts = (
            try schema.decodeIfPresent(Int.self, forKey: .minItems),
            try schema.decodeIfPresent(Int.self, forKey: .maxItems)
        )
        required = Set(try schema.decodeIfPresent([String].self, forKey: .required) ?? [])
        isClosed = try schema.decodeIfPresent(Bool.self, forKey: .additionalProperties) == false
        properties = try schema.decodeIfPresent([String: JSONSchema].self, forKey: .properties) ?? [:]
        items = try schema.decodeIfPresent(JSONSchema.self, forKey: .items)
        alternatives = try schema.decodeIfPresent([JSONSchema].self, forKey: .anyOf)
    }

    /// The errors in a value, with their positions; empty if it is valid.
    public func problems(_ value: JSONValue) -> [String] { problems(value, "$") }

    private func problems(_ value: JSONValue, _ place: String) -> [String] {
        problems(value, place, definitions)
    }

    private func problems(_ value: JSONValue, _ place: String, _ definitions: [String: JSONSchema])
        -> [String]
    {
        var found: [String] = []
        func check(_ isRight: Bool, _ rule: String) {
            if !isRight { found.append("\(place): \(rule): \(value)") }
        }
        if let reference {
            if let other = reference.wholeMatch(of: /(.+)\.schema\.json/) {
                do { found += try JSONSchema.named(String(other.1)).problems(value, place) } catch {
                    check(false, "no schema \(reference): \(error)")
                }
            } else {
                let name = reference.replacing("#/$defs/", with: "")
                check(definitions[name] != nil, "no definition of \(name)")
                found += definitions[name]?.problems(value, place, definitions) ?? []
            }
        }
        if let types { check(!types.isDisjoint(with: value.types), "not of type \(types)") }
        if let choices { check(choices.contains(value), "none of the choices") }
        if let alternatives {
            check(
                alternatives.contains { $0.problems(value, place, definitions).isEmpty },
                "no alternative fits")
        }
        switch value {
        case .null, .truth: break
        case .number(let number):
            check(number >= bounds.minimum ?? number && number <= bounds.maximum ?? number, "out of bounds")
            if let step { check((number / step).rounded() == number / step, "no multiple of \(step)") }
        case .text(let text):
            check(
                pattern.map { text.range(of: $0, options: .regularExpression) != nil } ?? true,
                "not in the pattern")
        case .array(let parts):
            check(
                parts.count >= counts.minimum ?? 0 && parts.count <= counts.maximum ?? .max, "too few or many"
            )
            for (number, part) in parts.enumerated() {
                found += items?.problems(part, "\(place)[\(number)]", definitions) ?? []
            }
        case .object(let members):
            check(required.isSubset(of: members.keys), "lacks \(required.subtracting(members.keys))")
            check(
                !isClosed || Set(members.keys).isSubset(of: properties.keys), "has more than the properties")
            for (name, part) in members {
                found += properties[name]?.problems(part, "\(place).\(name)", definitions) ?? []
            }
        }
        return found
    }
}
