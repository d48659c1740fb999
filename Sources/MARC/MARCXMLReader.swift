// Reads MARCXML record by record. A parser for whole documents would stop at the first error in a million records;
// this one loses only the record with the error.
import Books
import Foundation

/// Uses local names. It supports the parts of XML that occur in such files: elements, attributes, entities, CDATA,
/// comments.
package struct MARCXMLReader {
    private enum Element { case record, leader, controlfield, datafield, subfield, other }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let tags: Set<String>?
    private var place = 0
    private var record = ReadRecord()
    private var isInRecord = false
    /// Whether a tag, comment or section has no end.
    private var isInMarkup = false
    /// Whether the bytes end within a record or a tag.
    package var isCut: Bool { isInRecord || isInMarkup }
    /// Whether the record has a field, kept or not.
    private var hasBegun = false
    private var field: MARCRecord.Field?
    private var isWanted = false
    /// The element that contains the text, with a control field's tag or a subfield's code.
    private var inner: (element: Element, key: String)?
    private var text: [UInt8] = []

    /// - Parameter tags: of the fields to keep; `nil` keeps all.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, keeping tags: Set<String>? = MARCRecord.bookTags) {
        self.bytes = bytes
        self.tags = tags
    }

    private func keeps(_ tag: String) -> Bool { tags?.contains(tag) ?? true }

    /// The next complete record; `nil` if there is none.
    package mutating func next() -> Result<ReadRecord, MARCError>? {
        var isBroken = false
        while let open = bytes.first(UInt8(ascii: "<"), from: place) {
            if inner != nil, isWanted { appendText(place..<open) }
            if starts("<!--", at: open) {
                place = end(after: "-->", from: open + 4)
            } else if starts("<![CDATA[", at: open) {
                let end = end(after: "]]>", from: open + 9)
                if inner != nil, isWanted, end - 3 >= open + 9 {
                    text.append(contentsOf: bytes[open + 9..<end - 3])
                }
                place = end
            } else if let close = bytes.first(UInt8(ascii: ">"), from: open + 1) {
                place = close + 1
                let tag = UnsafeBufferPointer(rebasing: bytes[open + 1..<close])
                guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else {
                    continue
                }
                if first == UInt8(ascii: "/") {
                    let element = Self.element(tag, from: 1)
                    if element == .record, isInRecord {
                        defer { record = ReadRecord() }
                        isInRecord = false
                        if inner != nil || field != nil { isBroken = true }
                        (inner, field) = (nil, nil)
                        return isBroken ? .failure(.xml) : .success(record)
                    }
                    if isInRecord, !self.close(element) { isBroken = true }
                } else {
                    let element = Self.element(tag, from: 0)
                    if element == .record {
                        // The record before was not closed, unless it is the envelope of this one.
                        let isFirst = !isInRecord || !hasBegun
                        (record, inner, field, isInRecord, hasBegun) = (ReadRecord(), nil, nil, true, false)
                        if !isFirst { return .failure(.xml) }
                    } else if isInRecord, !self.open(element, tag) {
                        isBroken = true
                    }
                }
            } else {
                isInMarkup = true
                break
            }
        }
        place = bytes.count
        return nil
    }

    private mutating func open(_ element: Element, _ tag: UnsafeBufferPointer<UInt8>) -> Bool {
        let isClosed = tag.last == UInt8(ascii: "/")
        func attribute(_ name: StaticString) -> String? {
            Self.attribute(name, in: tag).map { String(decoding: $0, as: UTF8.self) }
        }
        switch element {
        case .leader, .controlfield:
            guard inner == nil, field == nil else { return false }
            let key = attribute("tag") ?? ""
            isWanted = element == .leader || keeps(key)
            if !isClosed { inner = (element, key) }
        case .datafield:
            guard inner == nil, field == nil, let number = attribute("tag") else { return false }
            isWanted = keeps(number)
            if !isClosed {
                field = MARCRecord.Field(
                    tag: number, indicator1: attribute("ind1") ?? " ", indicator2: attribute("ind2") ?? " ")
            }
        case .subfield:
            guard inner == nil, field != nil, let code = attribute("code") else { return false }
            if !isClosed { inner = (element, code) }
        case .record, .other: return true
        }
        hasBegun = true
        text.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func close(_ element: Element) -> Bool {
        switch element {
        case .leader, .controlfield, .subfield:
            guard let inner, inner.element == element else { return false }
            self.inner = nil
            guard isWanted else { return true }
            let text = String(decoding: text, as: UTF8.self)
            switch element {
            case .leader:
                record.fields.leader = text
                record.isDeleted = text.utf8.dropFirst(5).first == UInt8(ascii: "d")
            case .controlfield: record.fields.control[inner.key] = text
            default: field?.subfields.append((inner.key, text))
            }
        case .datafield:
            guard inner == nil, let field else { return false }
            if isWanted { record.fields.fields.append(field) }
            self.field = nil
        case .record, .other: break
        }
        return true
    }

    /// With entities replaced; names that XML does not define stay.
    private mutating func appendText(_ range: Range<Int>) {
        var place = range.lowerBound
        while place < range.upperBound {
            let next = bytes.first(UInt8(ascii: "&"), from: place, to: range.upperBound) ?? range.upperBound
            text.append(contentsOf: bytes[place..<next])
            place = next
            guard place < range.upperBound else { return }
            let end = bytes[place..<min(place + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";"))
            if let end, let scalar = Self.scalar(String(decoding: bytes[place + 1..<end], as: UTF8.self)) {
                text.append(contentsOf: UTF8.encode(scalar)!)
                place = end + 1
            } else {
                text.append(UInt8(ascii: "&"))
                place += 1
            }
        }
    }

    private static func scalar(_ entity: String) -> UnicodeScalar? {
        switch entity {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard entity.hasPrefix("#") else { return nil }
            let digits = entity.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(UnicodeScalar.init)
        }
    }

    /// The element with a tag's local name.
    private static func element(_ tag: UnsafeBufferPointer<UInt8>, from start: Int) -> Element {
        var (start, end) = (start, start)
        while end < tag.count, tag[end] > 0x20, tag[end] != UInt8(ascii: "/") {
            if tag[end] == UInt8(ascii: ":") { start = end + 1 }
            end += 1
        }
        func isName(_ name: StaticString) -> Bool {
            memcmp(tag.baseAddress! + start, name.utf8Start, name.utf8CodeUnitCount) == 0
        }
        return switch end - start {
        case 6 where isName("record"): .record
        case 6 where isName("leader"): .leader
        case 8 where isName("subfield"): .subfield
        case 9 where isName("datafield"): .datafield
        case 12 where isName("controlfield"): .controlfield
        default: .other
        }
    }

    /// The value of a quoted attribute; `nil` if there is none.
    private static func attribute(
        _ name: StaticString, in tag: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let length = name.utf8CodeUnitCount
        var place = 0
        while let equals = tag.first(UInt8(ascii: "="), from: place) {
            var (end, quote) = (equals, equals + 1)
            while end > place, tag[end - 1] <= 0x20 { end -= 1 }
            while quote < tag.count, tag[quote] <= 0x20 { quote += 1 }
            guard quote < tag.count, tag[quote] == UInt8(ascii: "\"") || tag[quote] == UInt8(ascii: "'"),
                let close = tag.first(tag[quote], from: quote + 1)
            else { return nil }
            let start = end - length
            if start >= place, start == place || tag[start - 1] <= 0x20,
                memcmp(tag.baseAddress! + start, name.utf8Start, length) == 0
            {
                return UnsafeBufferPointer(rebasing: tag[quote + 1..<close])
            }
            place = close + 1
        }
        return nil
    }

    private func starts(_ word: StaticString, at place: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        return place + length <= bytes.count
            && memcmp(bytes.baseAddress! + place, word.utf8Start, length) == 0
    }

    /// The end of the next occurrence of `word`, or of all.
    private mutating func end(after word: StaticString, from start: Int) -> Int {
        var place = start
        while let found = bytes.first(word.utf8Start[0], from: place) {
            if starts(word, at: found) { return found + word.utf8CodeUnitCount }
            place = found + 1
        }
        isInMarkup = true
        return bytes.count
    }
}
