// Rows of Open Library's dump: editions, and of works and authors what an edition leaves to them.
import Books
import Foundation

struct DumpParser {
    let filter: ReferenceFilter
    var rows: ParsedRows
    private var packer = BookPacker()
    private var scratch: [UInt8] = []
    private var isbns: [ISBN] = []
    private var hasISBNs = false

    init(filter: ReferenceFilter, rows: ParsedRows) {
        self.filter = filter
        self.rows = rows
    }

    /// - Parameter isTail: the last row has no end and may be torn.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isTail: Bool) {
        var start = 0
        while start < bytes.count {
            let end = bytes.first(0x0A, from: start) ?? bytes.count
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            guard line.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
            let before = isTail ? rows : nil
            rows.counts.rows += 1
            parse(line)
            if let before, rows.counts.broken > before.counts.broken {
                rows = before
                rows.isTorn = true
            }
        }
    }

    private mutating func parse(_ line: UnsafeBufferPointer<UInt8>) {
        guard let first = line.first(0x09, from: 0), let second = line.first(0x09, from: first + 1),
            let third = line.first(0x09, from: second + 1), let fourth = line.first(0x09, from: third + 1)
        else { return rows.refuse(.columns) }
        let json = UnsafeBufferPointer(rebasing: line[(fourth + 1)...])
        let key = line[first + 1..<second]
        let type = line[..<first]
        if type.elementsEqual("/type/edition".utf8) {
            edition(json, number: Self.number(key))
        } else if type.elementsEqual("/type/work".utf8) {
            work(json, number: Self.number(key))
        } else if type.elementsEqual("/type/author".utf8) {
            author(json, number: Self.number(key))
        } else if type.starts(with: "/type/".utf8) {
            rows.counts.others += 1
        } else {
            rows.refuse(.columns)
        }
    }

    fileprivate struct Edition {
        var title: JSONText?
        var subtitle: JSONText?
        var publisher: JSONText?
        var language: JSONText?
        var authors: [UInt32] = []
        var numbers = PackedNumbers()
        var isInLanguage = false
    }

    private mutating func edition(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var edition = Edition()
        edition.numbers.edition = number
        isbns.removeAll(keepingCapacity: true)
        hasISBNs = false
        guard scanner.members({ scanner, key in take(key, &scanner, &edition) }), scanner.isAtEnd else {
            return rows.refuse(.json)
        }
        guard !isbns.isEmpty else { return rows.counts.withoutISBN += 1 }
        guard let title = edition.title, !title.range.isEmpty else { return rows.counts.withoutTitle += 1 }
        guard filter.languages.isEmpty || edition.isInLanguage || edition.isUnnamed(filter),
            filter.takes(year: Int(edition.numbers.year)), isbns.contains(where: filter.takes)
        else { return rows.counts.leftOut += 1 }
        packer.begin(edition.numbers)
        add(title, scanner)
        add(edition.subtitle, scanner)
        packer.addNothing()
        packer.add(edition.authors.map { String($0) }.joined(separator: " ").utf8)
        add(edition.publisher, scanner)
        add(edition.language, scanner)
        packer.finish(isbns, filter, into: &rows.entries)
    }

    private mutating func add(_ text: JSONText?, _ scanner: JSONScanner) {
        guard let text else { return packer.addNothing() }
        packer.add { scanner.append(text, to: &$0) }
    }

    private mutating func take(
        _ key: JSONText, _ scanner: inout JSONScanner, _ edition: inout Edition
    ) -> Bool {
        switch key.range.count {
        case 5:
            if scanner.isText(key, "title") { return scanner.text(into: &edition.title) }
            if scanner.isText(key, "works") {
                return scanner.keys { edition.numbers.work = Self.number($0) }
            }
        case 6:
            if scanner.isText(key, "covers") {
                return scanner.elements { scanner in
                    var cover: UInt32 = 0
                    let isWhole = scanner.number(into: &cover)
                    if edition.numbers.cover == 0 { edition.numbers.cover = cover }
                    return isWhole
                }
            }
        case 7:
            if scanner.isText(key, "isbn_13") || scanner.isText(key, "isbn_10") {
                return scanner.elements { takeISBN(&$0) }
            }
            if scanner.isText(key, "authors") {
                return scanner.keys { key in
                    let number = Self.number(key)
                    if number > 0, edition.authors.count < 50, !edition.authors.contains(number) {
                        edition.authors.append(number)
                    }
                }
            }
        case 8:
            if scanner.isText(key, "subtitle") { return scanner.text(into: &edition.subtitle) }
        case 9:
            if scanner.isText(key, "languages") {
                let bytes = scanner.bytes
                return scanner.keys { key in
                    guard let slash = key.lastIndex(of: UInt8(ascii: "/")) else { return }
                    let range = slash + 1..<key.endIndex
                    if edition.language == nil { edition.language = JSONText(range: range, hasEscapes: false) }
                    if !filter.languages.isEmpty,
                        filter.takes(language: String(decoding: bytes[range], as: UTF8.self))
                    {
                        edition.isInLanguage = true
                    }
                }
            }
        case 10:
            if scanner.isText(key, "publishers") {
                return scanner.elements { scanner in
                    var publisher: JSONText?
                    let isWhole = scanner.text(into: &publisher)
                    if edition.publisher == nil { edition.publisher = publisher }
                    return isWhole
                }
            }
        case 12:
            if scanner.isText(key, "publish_date") {
                var date: JSONText?
                let isWhole = scanner.text(into: &date)
                if let date { edition.numbers.year = Self.year(scanner.bytes[date.range]) }
                return isWhole
            }
        case 15:
            if scanner.isText(key, "number_of_pages") {
                var pages: UInt32 = 0
                let isWhole = scanner.number(into: &pages)
                edition.numbers.pages = pages <= 99_999 ? pages : 0
                return isWhole
            }
        default: break
        }
        return scanner.skip()
    }

    private mutating func takeISBN(_ scanner: inout JSONScanner) -> Bool {
        var text: JSONText?
        guard scanner.text(into: &text) else { return false }
        guard let text, (9...40).contains(text.range.count), isbns.count < 50 else { return true }
        let digits = scanner.bytes[text.range]
        var value: UInt64 = 0
        for byte in digits where (0x30...0x39).contains(byte) { value = value &* 10 &+ UInt64(byte - 0x30) }
        var isbn = digits.count == 13 && value >= 9_780_000_000_000 ? ISBN(value: value) : nil
        if isbn == nil { isbn = try? ISBN(String(decoding: digits, as: UTF8.self)) }
        if let isbn, !isbns.contains(isbn) { isbns.append(isbn) }
        return true
    }

    /// What a work says of who made it, for editions that don't.
    private mutating func work(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var authors: [UInt32] = []
        let isWhole = scanner.members { scanner, key in
            guard scanner.isText(key, "authors") else { return scanner.skip() }
            return scanner.keys(named: "author") { key in
                let author = Self.number(key)
                if author > 0, authors.count < 50, !authors.contains(author) { authors.append(author) }
            }
        }
        guard isWhole, scanner.isAtEnd else { return rows.refuse(.json) }
        rows.counts.others += 1
        guard number > 0, !authors.isEmpty else { return }
        let text = authors.map { String($0) }.joined(separator: " ")
        rows.entries.append(EntryKey.works | UInt64(number), Array(text.utf8))
    }

    private mutating func author(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var name: JSONText?
        let isWhole = scanner.members { scanner, key in
            scanner.isText(key, "name") ? scanner.text(into: &name) : scanner.skip()
        }
        guard isWhole, scanner.isAtEnd else { return rows.refuse(.json) }
        rows.counts.others += 1
        guard number > 0, let name, !name.range.isEmpty else { return }
        scratch.removeAll(keepingCapacity: true)
        scanner.append(name, to: &scratch)
        if scratch.count > 1000 { scratch = Array(String(decoding: scratch, as: UTF8.self).prefix(250).utf8) }
        rows.entries.append(EntryKey.authors | UInt64(number), scratch)
    }

    /// 123 of `/works/OL123W`; 0 for anything else.
    private static func number(_ key: some Sequence<UInt8>) -> UInt32 {
        var number: UInt32 = 0
        var isInside = false
        var last: UInt8 = 0
        for byte in key {
            if (0x30...0x39).contains(byte), isInside, number < 400_000_000 {
                number = number * 10 + UInt32(byte - 0x30)
            } else if byte == UInt8(ascii: "L"), last == UInt8(ascii: "O") {
                isInside = true
            } else if isInside {
                break
            }
            last = byte
        }
        return number
    }

    /// The first of 1400 to 2099 that stands by itself; 0 without one.
    static func year(_ text: some Sequence<UInt8>) -> UInt32 {
        var (number, count): (UInt32, Int) = (0, 0)
        for byte in text {
            if (0x30...0x39).contains(byte) {
                count += 1
                number = count <= 4 ? number * 10 + UInt32(byte - 0x30) : 0
            } else {
                if count == 4, (1400...2099).contains(number) { return number }
                (number, count) = (0, 0)
            }
        }
        return count == 4 && (1400...2099).contains(number) ? number : 0
    }
}

extension DumpParser.Edition {
    /// It does not say its language, and such books are asked for.
    fileprivate func isUnnamed(_ filter: ReferenceFilter) -> Bool {
        language == nil && filter.takes(language: nil)
    }
}

extension JSONScanner {
    /// Whether nothing but space follows.
    fileprivate var isAtEnd: Bool { bytes[place...].allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }

    /// Calls `body` with each key of an array of `{"key": "/works/OL1W"}`, or, with a name, of
    /// `{"author": {"key": "/authors/OL1A"}}`.
    fileprivate mutating func keys(
        named name: StaticString? = nil, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) -> Bool {
        elements { scanner in
            guard scanner.isAtObject else { return scanner.skip() }
            return scanner.members { scanner, key in
                if let name, scanner.isText(key, name), scanner.isAtObject {
                    return scanner.members { $0.takeKey($1, body) }
                }
                return scanner.takeKey(key, body)
            }
        }
    }

    private mutating func takeKey(
        _ key: JSONText, _ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void
    ) -> Bool {
        guard isText(key, "key") else { return skip() }
        var value: JSONText?
        guard text(into: &value) else { return false }
        if let value { body(bytes[value.range]) }
        return true
    }

    private var isAtObject: Bool { place < bytes.count && bytes[place] == UInt8(ascii: "{") }
}
