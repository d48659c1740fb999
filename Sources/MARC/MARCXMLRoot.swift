// The element around the records of a MARCXML file. Without its end tag the file is cut, even between two records.

package struct MARCXMLRoot: Sendable {
    /// With its prefix: `marc:collection`.
    private let name: [UInt8]

    /// `nil` if there is none, because records are written one after another.
    ///
    /// - Parameter head: the file's first bytes; a few kilobytes are enough.
    package init?(head: [UInt8]) {
        var rest = head[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(open + 1)...]
            guard let first = rest.first else { return nil }
            if rest.starts(with: "!--".utf8) {
                guard let end = Self.end(of: "-->", in: rest) else { return nil }
                rest = rest[end...]
                continue
            }
            guard first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { continue }
            guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            let tag = rest[..<close]
            let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            let local = name.split(separator: UInt8(ascii: ":")).last ?? []
            guard !local.elementsEqual("record".utf8), tag.last != UInt8(ascii: "/") else { return nil }
            self.name = Array(name)
            return
        }
        return nil
    }

    /// - Parameter tail: what follows the file's last record.
    package func isClosed(in tail: [UInt8]) -> Bool {
        var rest = tail[...]
        while let end = Self.end(of: "</", in: rest) {
            rest = rest[end...]
            if rest.starts(with: name),
                rest.dropFirst(name.count).first(where: { $0 > 0x20 }) == UInt8(ascii: ">")
            {
                return true
            }
        }
        return false
    }

    private static func end(of word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        let length = word.utf8CodeUnitCount
        let word = UnsafeBufferPointer(start: word.utf8Start, count: length)
        return bytes.indices.first { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }.map {
            $0 + length
        }
    }
}
