// What a person or a table says about a copy.

/// Texts for fields of a copy. An empty text empties a field.
public struct CopyEdit: Hashable, Sendable {
    public enum Field: String, Hashable, Codable, Sendable, CaseIterable {
        case label, list, place, condition, price, acquired, gone, reason, notes
    }

    public var texts: [Field: String]

    public init(_ texts: [Field: String]) { self.texts = texts }

    /// A copy that is there again has no reason for being gone; one with a reason and no date is gone today.
    public func applied(to copy: BookCopy) throws(CopyEditError) -> BookCopy {
        var copy = copy
        for field in Field.allCases {
            guard let given = texts[field] else { continue }
            let text = given.tidied
            func parsed<Value>(_ parse: (String) -> Value?) throws(CopyEditError) -> Value? {
                guard let text else { return nil }
                guard let value = parse(text) else { throw CopyEditError(field: field, text: text) }
                return value
            }
            switch field {
            case .label: copy.label = text
            case .list: copy.list = text ?? ListName.owned
            case .place: copy.place = BookCopy.path(text)
            case .condition: copy.condition = text
            case .price: copy.price = try parsed { Price($0) }
            case .acquired: copy.acquired = try parsed(Self.past)
            case .gone: copy.gone = try parsed(Self.past)
            case .reason: copy.reason = try parsed(BookCopy.Reason.init)
            case .notes: copy.notes = given.tidiedLines.isEmpty ? nil : given.tidiedLines
            }
        }
        if texts[.gone]?.tidied == nil, texts[.reason]?.tidied != nil, copy.gone == nil {
            // It may have been acquired in a time zone where it is tomorrow already.
            copy.gone = [copy.acquired, .today].compactMap(\.self).max()
        }
        if copy.gone == nil { copy.reason = nil }
        return copy
    }

    private static func past(_ text: String) -> PartialDate? {
        PartialDate(typed: text).flatMap { $0.isInFuture ? nil : $0 }
    }
}

/// What changed in a field of a copy.
public struct CopyChange: Hashable, Codable, Sendable {
    /// The copy's number: `copy:12`.
    public var copy: String
    public var field: CopyEdit.Field
    /// `nil` if it was empty.
    public var before: String?
    /// `nil` if it is empty now, or the copy was removed.
    public var after: String?

    public init(copy: String, field: CopyEdit.Field, before: String?, after: String?) {
        (self.copy, self.field, self.before, self.after) = (copy, field, before, after)
    }
}

/// A text that is no value of its field.
public struct CopyEditError: Error, Hashable, Sendable {
    public var field: CopyEdit.Field
    public var text: String
}
