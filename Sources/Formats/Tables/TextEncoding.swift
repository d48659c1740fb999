// Detects the encoding of a table from all of its bytes.
import CEncodings

/// The encoding of a table.
struct TextEncoding: Hashable {
    enum Form: Hashable {
        /// With or without a mark; fields that are not valid UTF-8 are Windows-1252.
        case utf8
        /// With a mark, or if the first letter is ASCII.
        case utf16
        /// By ICU's name.
        case legacy(String)
    }

    var form: Form
    /// The name for people; `nil` for pure UTF-8, which need not be reported.
    var name: String?

    static let utf8 = TextEncoding(form: .utf8, name: nil)

    /// - Parameter next: returns a chunk of the table; empty at its end.
    init<E>(of next: () throws(E) -> [UInt8]) throws(E) {
        var bytes = ByteCounts()
        var start: [UInt8] = []
        while case let piece = try next(), !piece.isEmpty {
            if start.count < 4 { start += piece.prefix(4) }
            for byte in piece { bytes.take(byte) }
        }
        bytes.end()
        self = Self.decided(bytes, start)
    }

    private init(form: Form, name: String?) {
        self.form = form
        self.name = name
    }

    private static func decided(_ bytes: ByteCounts, _ start: [UInt8]) -> TextEncoding {
        if UTF16Decoder.isFourBytesWide(start) || start.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if UTF16Decoder(start: start) != nil { return TextEncoding(form: .utf16, name: "UTF-16") }
        if let name = bytes.wide { return TextEncoding(form: .legacy(name), name: name) }
        if bytes.others == 0, !bytes.escapes { return .utf8 }
        if bytes.others * 4 < bytes.characters {
            return TextEncoding(form: .utf8, name: "UTF-8 and, where it is not, Windows-1252")
        }
        let name = guess(bytes.sample)
        return TextEncoding(form: .legacy(name), name: name == western ? "Windows-1252" : name)
    }

    private static let western = "windows-1252"

    private struct Guess {
        var name: String
        var confidence: Int
    }

    /// Multibyte encodings are detected by invalid bytes and by the frequency of characters, others by the letters of
    /// languages.
    private static func guess(_ sample: [UInt8]) -> String {
        var guesses: [Guess] = []
        withUnsafeMutablePointer(to: &guesses) { guesses in
            encodings_guess(sample, Int32(sample.count), guesses) { context, name, confidence in
                guard let name else { return }
                context?.assumingMemoryBound(to: [Guess].self).pointee
                    .append(Guess(name: String(cString: name), confidence: Int(confidence)))
            }
        }
        if let multibyte = multibyte(guesses, sample) { return multibyte }
        let letters = LetterCounts(sample)
        // Short text is weak evidence, but can at least not be Latin letters.
        let least = letters.isAnotherScript ? 0 : 10
        var left = guesses.filter {
            // In EBCDIC, the commas of a table would be other bytes.
            !multibyteNames.contains($0.name) && !$0.name.hasPrefix("UTF-") && !$0.name.hasPrefix("IBM4")
                && $0.confidence > least
        }
        if letters.isNotWestern || letters.isAnotherScript { left.removeAll { isWestern($0.name) } }
        if !letters.isAnotherScript { left.removeAll { !latinNames.contains($0.name) } }
        guard let first = left.first else {
            guard letters.isNotWestern, !letters.isAnotherScript else { return western }
            return letters.hasControls ? "windows-1250" : "ISO-8859-2"
        }
        guard !isWestern(first.name) else { return western }
        // Lowercase letters of one encoding are capitals of the other.
        let cyrillic = left.first { $0.name == "KOI8-R" }
        if first.name == "ISO-8859-7", let cyrillic, first.confidence - cyrillic.confidence < 6,
            letters.isKOI8
        {
            return cyrillic.name
        }
        return first.name
    }

    private static let multibyteNames = Set([
        "Shift_JIS", "EUC-JP", "EUC-KR", "GB18030", "Big5", "ISO-2022-JP", "ISO-2022-KR", "ISO-2022-CN",
    ])

    /// `nil` if it is not a multibyte encoding.
    private static func multibyte(_ guesses: [Guess], _ sample: [UInt8]) -> String? {
        func text(_ name: String) -> String? {
            LegacyText(name, isStrict: true)?.append(sample, ends: true).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        let sure = guesses.filter {
            multibyteNames.contains($0.name) && $0.confidence >= 50 && text($0.name) != nil
        }
        if let first = sure.first,
            first.name.hasPrefix("ISO") || first.name.hasSuffix("JIS") || first.name == "EUC-JP"
        {
            return first.name
        }
        // Nearly all Japanese text contains kana, and other text does not.
        if let japanese = ["Shift_JIS", "EUC-JP"].first(where: { hasKana(text($0)) }) { return japanese }
        // Korean consists of Hangul; Chinese decoded as Korean has many other characters, too.
        if let letters = text("EUC-KR")?.unicodeScalars.filter({ $0.value >= 0x80 }), letters.count > 1,
            letters.count(where: { 0xAC00...0xD7A3 ~= $0.value }) * 10 >= letters.count * 9
        {
            return "EUC-KR"
        }
        if let chinese = sure.first(where: { $0.name == "GB18030" || $0.name == "Big5" }) {
            return chinese.name
        }
        // In both encodings, common characters come first.
        let leads = leadBytes(sample)
        func share(_ range: ClosedRange<UInt8>) -> Int {
            leads.count(where: range.contains) * 100 / leads.count
        }
        guard leads.count > 3 else { return nil }
        if text("Big5") != nil, share(0xA1...0xC6) >= 90 { return "Big5" }
        return text("GB18030") != nil && share(0xA1...0xD7) >= 90 && share(0xB0...0xBF) >= 20
            ? "GB18030" : nil
    }

    private static func hasKana(_ text: String?) -> Bool {
        guard let letters = text?.unicodeScalars.filter({ $0.value >= 0x80 }), !letters.isEmpty else {
            return false
        }
        // Half-width kana usually result from a wrong encoding.
        if letters.contains(where: { 0xFF61...0xFF9F ~= $0.value }) { return false }
        return letters.count(where: { 0x3041...0x30FE ~= $0.value }) * 5 >= letters.count
    }

    /// The first bytes of two-byte characters.
    private static func leadBytes(_ sample: [UInt8]) -> [UInt8] {
        var leads: [UInt8] = []
        var place = 0
        while place < sample.count {
            let isLead = sample[place] >= 0x80
            if isLead { leads.append(sample[place]) }
            place += isLead ? 2 : 1
        }
        return leads
    }

    /// Encodings of Latin letters.
    private static let latinNames = Set([
        "ISO-8859-1", "windows-1252", "ISO-8859-2", "windows-1250", "ISO-8859-9", "windows-1254",
    ])

    private static func isWestern(_ name: String) -> Bool { ["ISO-8859-1", "windows-1252"].contains(name) }
}

/// Counts of the kinds of bytes in a table.
private struct ByteCounts {
    /// Valid UTF-8 characters beyond ASCII, and bytes that are part of none.
    private(set) var characters = 0
    private(set) var others = 0
    private(set) var escapes = false
    /// The first cells that are not pure ASCII.
    private(set) var sample: [UInt8] = []
    private var count = 0
    /// Line feed bytes, and those that are line feeds in little-endian and big-endian UTF-16.
    private var feeds = 0
    private var wideFeeds = [0, 0]
    private var cell: [UInt8] = []
    private var isASCII = true
    private var pending = 0
    private var missing = 0
    private var last: UInt8 = 0

    mutating func take(_ byte: UInt8) {
        if byte == 0x0A { feeds += 1 }
        if byte == 0, last == 0x0A, count & 1 == 1 { wideFeeds[0] += 1 }
        if byte == 0x0A, last == 0, count & 1 == 1 { wideFeeds[1] += 1 }
        count += 1
        if byte == 0x24, last == 0x1B { (escapes, isASCII) = (true, false) }
        last = byte
        if missing > 0, 0x80...0xBF ~= byte {
            missing -= 1
            if missing == 0 { characters += 1 } else { pending += 1 }
        } else if byte >= 0x80 || missing > 0 {
            others += missing > 0 ? pending : 0
            missing = 0
            switch byte {
            case 0xC2...0xDF: (missing, pending) = (1, 1)
            case 0xE0...0xEF: (missing, pending) = (2, 1)
            case 0xF0...0xF4: (missing, pending) = (3, 1)
            default: others += byte >= 0x80 ? 1 : 0
            }
        }
        gather(byte)
    }

    mutating func end() {
        if missing > 0 { others += pending }
        gather(0x0A)
    }

    private mutating func gather(_ byte: UInt8) {
        if byte >= 0x80 { isASCII = false }
        if cell.count < 1 << 12 { cell.append(byte) }
        guard [0x0A, 0x0D, 0x2C, 0x3B, 0x09].contains(byte) else { return }
        if !isASCII, sample.count < 1 << 17 { sample += cell }
        cell.removeAll(keepingCapacity: true)
        isASCII = true
    }

    /// UTF-16 whose first letter is not ASCII, detected by its line ends.
    var wide: String? {
        guard feeds > 0, count.isMultiple(of: 2), let most = wideFeeds.max(), most * 10 >= feeds * 9 else {
            return nil
        }
        return most == wideFeeds[0] ? "UTF-16LE" : "UTF-16BE"
    }
}

/// Counts of the bytes above ASCII, for encodings with one byte per letter.
private struct LetterCounts {
    private var high = 0
    private var inRuns = 0
    private var signsInWords = 0
    private var lowerHalf = 0
    private var upperHalf = 0
    /// Bytes that are control characters in ISO encodings occur, and are letters or quotation marks in Windows ones.
    private(set) var hasControls = false
    /// Bytes that Windows-1252 does not use occur.
    private var hasUndefined = false

    init(_ text: [UInt8]) {
        func isLetter(_ place: Int) -> Bool {
            text.indices.contains(place) && (0x61...0x7A).contains(text[place] | 0x20)
        }
        for (place, byte) in text.enumerated() where byte >= 0x80 {
            high += 1
            if place > 1, text[place - 1] >= 0xC0, text[place - 2] >= 0xC0 { inRuns += 1 }
            switch byte {
            case 0x80...0x9F:
                hasControls = true
                if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { hasUndefined = true }
            case 0xAA, 0xAD, 0xB7, 0xBA: break
            case 0xA1...0xBF: signsInWords += isLetter(place - 1) && isLetter(place + 1) ? 1 : 0
            case 0xC0...0xDF: lowerHalf += 1
            case 0xE0...0xFF: upperHalf += 1
            default: break
            }
        }
    }

    /// In Windows-1252 these are symbols such as `³` and `±`, which don't occur between letters; in Central European
    /// encodings they are letters.
    var isNotWestern: Bool { hasUndefined || signsInWords * 20 > high }

    /// No word in Latin letters has three letters beyond ASCII in a row.
    var isAnotherScript: Bool { inRuns * 3 > high }

    /// In KOI8, lowercase letters are in the lower half.
    var isKOI8: Bool { lowerHalf > upperHalf }
}
