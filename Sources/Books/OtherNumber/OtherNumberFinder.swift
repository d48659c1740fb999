// Finds numbers other than ISBNs in a text. A number counts only beside its label, or at the end of a catalogue entry:
// eight digits may be anything.

/// A labelled number in a text.
package struct OtherNumberMatch: FoundNumber, Hashable, Sendable {
    package var number: OtherNumber
    /// Position of its digits and prefix, in Unicode scalars from the beginning of the text.
    package var range: Range<Int>
    /// Whether no label shows what it is, but the catalogue entry that it ends.
    package var isOfEntry = false
    /// Whether the text calls it wrong, cancelled or former, in brackets after it.
    package var isMarkedWrong = false
    package var label: String? { nil }
    package var qualifier: String? { nil }
}

extension OtherNumber {
    /// All labelled numbers in a text of a line or two, in their order. Nothing is repaired.
    package static func find(in text: String) -> [OtherNumberMatch] {
        OtherNumberFinder(FoldedText(text)).matches
    }

    /// Whether a line begins with what may be an LCCN, with its label above, or with the end of such a label; or is
    /// what may be an ISSN or ISMN, and nothing else.
    package static func mayContinueLabel(_ text: String) -> Bool {
        OtherNumberFinder(FoldedText(text)).mayContinueLabel
    }

    /// Whether a line may end a catalogue entry with an LCCN, if what stands before and above it is one.
    package static func mayEndEntry(_ text: String) -> Bool {
        OtherNumberFinder(FoldedText(text)).mayEndEntry
    }
}

struct OtherNumberFinder {
    private let text: FoldedText
    private let numbers: [LCCNShape]

    init(_ text: FoldedText) {
        self.text = text
        numbers = LCCNShape.all(in: text)
    }

    var matches: [OtherNumberMatch] {
        let labels: [(String, Kind)] = [
            ("ISSN", .issn), ("ISMN", .ismn), ("IDN", .dnb), ("D-NB.INFO/", .dnb), ("FRBNF", .bnf),
            ("ARK:/12148/", .bnf),
        ]
        let others = labels.flatMap { label, kind in
            places(of: label).compactMap { match(kind, label: $0) }
        }
        let labelled = lccns + others
        let known = Set(labelled.map(\.range))
        return (labelled + (permalinks + misreadDNBs).filter { !known.contains($0.range) })
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Numbers behind what OCR reads for `DNB-IDN` and `d-nb.info/`: no slash is among the text model's characters.
    private var misreadDNBs: [OtherNumberMatch] {
        (0..<text.count).compactMap { start in
            guard text[start].isDigit, !text[start - 1].isDigit, !text[start - 1].isLetter else { return nil }
            let letters = (start - 14..<start).map { text[$0] }.filter(\.isLetter).map(\.uppercasedLetter)
            let isLabelled = [("DNBINFO", 2), ("DNBIDN", 1)].contains { word, misread in
                letters.endOf(word, misread: misread) == letters.count
            }
            guard let match = match(.dnb, label: start) else { return nil }
            return isLabelled || isAvailable(match.range, behind: letters) ? match : nil
        }
    }

    /// Whether it is the end of an address, whose beginning was cut off, in `im Internet über http://d-nb.info/… abrufbar`.
    private func isAvailable(_ range: Range<Int>, behind letters: [UInt8]) -> Bool {
        guard letters.elementsEqual("INFO".utf8) || letters.elementsEqual("NFO".utf8) else { return false }
        let word = (range.upperBound..<range.upperBound + 10).map { text[$0] }.prefix {
            $0 != UInt8(ascii: "\n")
        }
        .filter(\.isLetter).map(\.uppercasedLetter)
        return word.endOf("ABRUFBAR", misread: 1) != nil
    }

    private typealias Kind = OtherNumber.Kind

    // MARK: LCCN

    private var lccns: [OtherNumberMatch] {
        numbers.compactMap { shape in
            let label = LCCNLabel(before: shape.range.lowerBound, in: text)
            if !label.isComplete, shape.isOfEntry(in: text),
                CatalogueEntry(before: shape.range, in: text).isLikely
            {
                return number(shape.range).map {
                    OtherNumberMatch(number: $0, range: shape.range, isOfEntry: true)
                }
            }
            let range = shape.prefixed(isNamed: label.namesNumber)
            guard label.isComplete, let range else { return nil }
            let isWrong = ISBNQualifier(text: text).isWrong(after: range.upperBound, nil)
            return number(range).map { OtherNumberMatch(number: $0, range: range, isMarkedWrong: isWrong) }
        }
    }

    /// Numbers in permanent links (`lccn.loc.gov/2018012345`): OCR reads the slash as another sign or as a letter.
    private var permalinks: [OtherNumberMatch] {
        (0..<text.count).compactMap { start in
            guard text[start].isDigit, !text[start - 1].isDigit, text[start - 1] != UInt8(ascii: "\n") else {
                return nil
            }
            let first = (start...).first { !text[$0].isDigit } ?? start
            let end = LCCNShape.end(ofTenDigitsAt: start, firstEnd: first, in: text) ?? first
            let isCut = text[end].isLetter || Self.joining.contains(text[end]) && text[end + 1].isDigit
            let host = (max(0, start - 10)..<start).map { upper($0) }.filter { $0 != UInt8(ascii: " ") }
            let isLabelled = (0...1).contains { slash in
                let host = host.dropLast(slash)
                return host.last == UInt8(ascii: "V")
                    && host.filter(\.isLetter).suffix(6).elementsEqual("LOCGOV".utf8)
            }
            // Eight digits that begin so are ten of which two were not read.
            let lacksDigits = end - start == 8 && text.printed(start..<start + 2) == "20"
            guard isLabelled, !isCut, !lacksDigits else { return nil }
            return number(start..<end).map { OtherNumberMatch(number: $0, range: start..<end) }
        }
    }

    /// A space between year and serial number stands for a hyphen, unless one follows; ten digits need none.
    private func number(_ range: Range<Int>) -> OtherNumber? {
        if range.count(where: { text[$0].isDigit }) == 10 { return OtherNumber(.lccn, text.printed(range)) }
        let characters = range.map { offset in
            switch (text[offset - 1], text[offset]) {
            case (let digit, UInt8(ascii: " ")) where digit.isDigit: "-"
            case (UInt8(ascii: " "), UInt8(ascii: "-")): ""
            default: text.printed(offset..<offset + 1)
            }
        }
        return OtherNumber(.lccn, characters.joined())
    }

    var mayContinueLabel: Bool {
        guard matches.isEmpty else { return false }
        let mayBeLCCN = numbers.contains { shape in
            number(shape.range) != nil
                && LCCNLabel(before: shape.range.lowerBound, in: text).mayBeContinued
        }
        return mayBeLCCN || isSerialOrMusic
    }

    var mayEndEntry: Bool {
        numbers.contains { shape in
            shape.isOfEntry(in: text) && number(shape.range) != nil
                && CatalogueEntry(before: shape.range, in: text).mayBeLast
        }
    }

    /// Whether it is an ISSN or ISMN without its label.
    private var isSerialOrMusic: Bool {
        guard (8...20).contains(text.count) else { return false }
        let all = text.printed(0..<text.count)
        return OtherNumber(.issn, all) != nil || OtherNumber(.ismn, all) != nil
    }

    // MARK: Numbers with check digits

    /// Where a label ends that stands by itself.
    private func places(of label: String) -> [Int] {
        (0..<text.count).compactMap { text[$0 - 1].isLetter ? nil : end(of: label, at: $0) }
    }

    private func end(of word: String, at start: Int) -> Int? {
        let isThere = word.utf8.enumerated().allSatisfy { upper(start + $0.offset) == $0.element }
        return isThere ? start + word.utf8.count : nil
    }

    private func upper(_ offset: Int) -> UInt8 {
        let byte = text[offset]
        return byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
    }

    /// The number directly after a label, after a few words in brackets (`ISSN (Print)`), or after `No.` or `Nr.`
    private func match(_ kind: Kind, label end: Int) -> OtherNumberMatch? {
        var start = end
        // OCR reads the letter of `ISSN-L` as a digit.
        if kind == .issn, text[start] == UInt8(ascii: "-"), Self.linking.contains(upper(start + 1)),
            !text[start + 2].isDigit
        {
            start += 2
        }
        if text[start] == UInt8(ascii: " "), text[start + 1] == UInt8(ascii: "(") {
            start = (start..<min(start + 16, text.count)).first { text[$0] == UInt8(ascii: ")") } ?? start
        }
        start = self.start(after: start, before: end + 20)
        if let word = Self.numberWords.lazy.compactMap({ self.end(of: $0, at: start) }).first {
            start = self.start(after: word, before: end + 20)
        }
        let longest = Self.longest(kind)
        var stop = start
        var last = start
        var count = 0
        while stop < text.count, count < longest {
            let byte = upper(stop)
            if byte.isDigit || Self.isSign(byte, of: kind, at: count) {
                count += 1
                last = stop + 1
            } else if !Self.joining.contains(byte) || stop > last + (kind == .issn && count == 4 ? 2 : 1) {
                break
            }
            stop += 1
        }
        guard last > start, !text[last].isDigit, !text[last].isLetter else { return nil }
        let label = kind == .bnf && text[end - 1] != UInt8(ascii: "/") ? "FRBNF" : ""
        return OtherNumber(kind, label + text.printed(start..<last)).map {
            OtherNumberMatch(number: $0, range: start..<last)
        }
    }

    /// Where something begins behind spaces, colons and the like.
    private func start(after end: Int, before limit: Int) -> Int {
        var start = end
        while start < min(limit, text.count), Self.between.contains(text[start]) { start += 1 }
        return start
    }

    private static let numberWords = ["NUMBER", "NO", "NR"]
    private static let between: ByteSet = " :.#)-\n"
    private static let joining: ByteSet = " -"
    private static let linking: ByteSet = "LI1"

    private static func longest(_ kind: Kind) -> Int {
        switch kind {
        case .issn: 8
        case .dnb: 10
        case .bnf: 11
        default: 13
        }
    }

    /// Whether a letter may be a part of the number: the check digit ten, the `M` of music, the letters of an ARK.
    private static func isSign(_ byte: UInt8, of kind: Kind, at place: Int) -> Bool {
        switch kind {
        case .issn: place == 7 && byte == UInt8(ascii: "X")
        case .dnb: place >= 8 && byte == UInt8(ascii: "X")
        case .ismn: place == 0 && byte == UInt8(ascii: "M")
        case .bnf: byte.isCapital && (place < 2 || place == 10)
        default: false
        }
    }
}
