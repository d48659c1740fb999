// The fields of an edition that a reference stores.
import Books

extension DumpParser {
    struct Edition {
        var title: JSONText?
        var subtitle: JSONText?
        var publisher: JSONText?
        var language: JSONText?
        var authors: [UInt32] = []
        var numbers = PackedNumbers()
        var isInLanguage = false
        var lccn: String?
    }

    mutating func edition(_ json: UnsafeBufferPointer<UInt8>, number: UInt32) {
        var scanner = JSONScanner(bytes: json)
        var edition = Edition()
        edition.numbers.edition = number
        isbns.removeAll(keepingCapacity: true)
        guard scanner.members({ scanner, key in take(key, &scanner, &edition) }), scanner.isAtEnd else {
            return rows.refuse(.json)
        }
        guard !isbns.isEmpty || edition.lccn != nil else {
            rows.counts.withoutISBN += 1
            return
        }
        guard let title = edition.title, !title.range.isEmpty else {
            rows.counts.withoutTitle += 1
            return
        }
        guard filter.languages.isEmpty || edition.isInLanguage || edition.isUnnamed(filter),
            filter.takes(year: Int(edition.numbers.year)), filter.takes(isbns)
        else {
            rows.counts.leftOut += 1
            return
        }
        packer.begin(edition.numbers)
        add(title, scanner)
        add(edition.subtitle, scanner)
        packer.addNothing()
        packer.add(edition.authors.map { String($0) }.joined(separator: " ").utf8)
        add(edition.publisher, scanner)
        add(edition.language, scanner)
        packer.addNothing()
        packer.addNothing()
        packer.add((edition.lccn ?? "").utf8)
        packer.finish(isbns, lccn: edition.lccn, filter, into: &rows.entries)
    }

    private mutating func add(_ text: JSONText?, _ scanner: JSONScanner) {
        guard let text else { return packer.addNothing() }
        packer.add { scanner.append(text, to: &$0) }
    }

    private mutating func take(
        _ key: JSONText, _ scanner: inout JSONScanner, _ edition: inout Edition
    ) -> Bool {
        switch key.range.count {
        case 4:
            if scanner.isText(key, "lccn") {
                return scanner.elements { scanner in
                    var number: JSONText?
                    let isWhole = scanner.text(into: &number)
                    if edition.lccn == nil, let number, number.range.count < 40 {
                        let text = String(decoding: scanner.bytes[number.range], as: UTF8.self)
                        edition.lccn = OtherNumber(.lccn, text)?.value
                    }
                    return isWhole
                }
            }
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
                    if edition.language == nil {
                        edition.language = JSONText(range: range, hasEscapes: false)
                    }
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
                if let date { edition.numbers.year = UInt32(scanner.bytes[date.range].firstYear ?? 0) }
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
}

extension DumpParser.Edition {
    /// Whether it has no language, and such books pass the filter.
    fileprivate func isUnnamed(_ filter: ReferenceFilter) -> Bool {
        language == nil && filter.takes(language: nil)
    }
}
