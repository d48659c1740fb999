// MARCXML record by record. A parser of whole documents ends at the first mistake in one of a million records; this one
// loses that record and no other.
import Foundation
import Providers

/// Goes by local names. Of XML it knows what such files hold: elements, attributes, entities, CDATA, comments.
struct MARCXMLReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var record = ReadRecord()
    private(set) var isInRecord = false
    private var field: MARCRecord.Field?
    /// What the text belongs to: `leader`, a control field's tag, a subfield's code.
    private var inner: (name: String, key: String)?
    private var text: [UInt8] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The next record that is closed; `nil` when there is none.
    mutating func next() -> Result<ReadRecord, BrokenRow.Reason>? {
        var isBroken = false
        while let open = bytes.first(UInt8(ascii: "<"), from: place) {
            if inner != nil { appendText(place..<open) }
            if starts("<!--", at: open) {
                place = place(after: "-->", from: open + 4) ?? bytes.count
            } else if starts("<![CDATA[", at: open) {
                let end = place(after: "]]>", from: open + 9) ?? bytes.count
                if inner != nil, end - 3 >= open + 9 { text.append(contentsOf: bytes[open + 9..<end - 3]) }
                place = end
            } else if let close = bytes.first(UInt8(ascii: ">"), from: open + 1) {
                place = close + 1
                let tag = UnsafeBufferPointer(rebasing: bytes[open + 1..<close])
                guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else {
                    continue
                }
                if first == UInt8(ascii: "/") {
                    let name = Self.localName(tag.dropFirst())
                    if name == "record", isInRecord {
                        defer { record = ReadRecord() }
                        isInRecord = false
                        if inner != nil || field != nil { isBroken = true }
                        (inner, field) = (nil, nil)
                        return isBroken ? .failure(.xml) : .success(record)
                    }
                    if isInRecord, !self.close(name) { isBroken = true }
                } else {
                    let name = Self.localName(tag[...])
                    if name == "record" {
                        // The one before was not closed, unless it is the envelope of this one.
                        let isFirst = !isInRecord || record.isEmpty
                        (record, inner, field, isInRecord) = (ReadRecord(), nil, nil, true)
                        if !isFirst { return .failure(.xml) }
                    } else if isInRecord, !self.open(name, tag) {
                        isBroken = true
                    }
                }
            } else {
                break
            }
        }
        place = bytes.count
        return nil
    }

    private mutating func open(_ name: String, _ tag: UnsafeBufferPointer<UInt8>) -> Bool {
        let isClosed = tag.last == UInt8(ascii: "/")
        switch name {
        case "leader", "controlfield":
            guard inner == nil, field == nil else { return false }
            if !isClosed { inner = (name, Self.attribute("tag", in: tag) ?? "") }
        case "datafield":
            guard inner == nil, field == nil, let number = Self.attribute("tag", in: tag) else {
                return false
            }
            if !isClosed {
                field = MARCRecord.Field(tag: number, indicator2: Self.attribute("ind2", in: tag) ?? " ")
            }
        case "subfield":
            guard inner == nil, field != nil, let code = Self.attribute("code", in: tag) else { return false }
            if !isClosed { inner = (name, code) }
        default: return true
        }
        text.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func close(_ name: String) -> Bool {
        switch name {
        case "leader", "controlfield", "subfield":
            guard let inner, inner.name == name else { return false }
            self.inner = nil
            let text = String(decoding: text, as: UTF8.self)
            switch name {
            case "leader": record.isDeleted = text.utf8.dropFirst(5).first == UInt8(ascii: "d")
            case "controlfield": record.fields.control[inner.key] = text
            default: field?.subfields.append((inner.key, text))
            }
        case "datafield":
            guard inner == nil, let field else { return false }
            if MARCParser.tags.contains(field.tag) { record.fields.fields.append(field) }
            self.field = nil
        default: break
        }
        return true
    }

    /// With entities replaced; names that XML does not know stay.
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

    private static func localName(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        let local = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
        return String(decoding: local, as: UTF8.self)
    }

    /// The value of an attribute in quotes of either kind; `nil` where there is none.
    private static func attribute(_ name: StaticString, in tag: UnsafeBufferPointer<UInt8>) -> String? {
        let length = name.utf8CodeUnitCount
        var place = 0
        while let equals = tag.first(UInt8(ascii: "="), from: place) {
            guard let quote = tag[(equals + 1)...].firstIndex(where: { $0 > 0x20 }),
                tag[quote] == UInt8(ascii: "\"") || tag[quote] == UInt8(ascii: "'"),
                let end = tag.first(tag[quote], from: quote + 1)
            else { return nil }
            let before = tag[place..<equals].reversed().drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
            if before.count == length,
                before.reversed().elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: length))
            {
                return String(decoding: tag[quote + 1..<end], as: UTF8.self)
            }
            place = end + 1
        }
        return nil
    }

    private func starts(_ word: StaticString, at place: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        return place + length <= bytes.count
            && memcmp(bytes.baseAddress! + place, word.utf8Start, length) == 0
    }

    /// Where the next `word` ends.
    private func place(after word: StaticString, from start: Int) -> Int? {
        var place = start
        while let found = bytes.first(word.utf8Start[0], from: place) {
            if starts(word, at: found) { return found + word.utf8CodeUnitCount }
            place = found + 1
        }
        return nil
    }
}
