// Finds ISBNs in any text: prose, imprint pages, catalogue cards, the output of OCR.

extension ISBN {
    /// All ISBNs in a text, and the numbers that only look like one.
    ///
    /// Next to a label a number may be written in any way, and letters that OCR mistook for digits are repaired.
    /// Without a label it must be written like an ISBN. No number is taken out of the middle of a longer one. An
    /// ISBN-10 without label and separators has only its check digit to support it, which one in eleven numbers
    /// passes by chance.
    ///
    /// Takes time proportional to the text's length.
    public static func find(in text: String) -> ISBNFindings {
        find(in: FoldedText(text))
    }

    /// The context given by the word before a number.
    ///
    /// - Parameters:
    ///   - place: in Unicode scalars from the beginning of the text.
    ///   - mayBeCut: whether a letter with which the text begins may be the rest of a word.
    package static func announcement(
        before place: Int, in text: String, mayBeCut: Bool = true
    ) -> NumberAnnouncement {
        ISBNFinder(FoldedText(text)).announcement(before: place, mayBeCut: mayBeCut)
    }

    static func find(in text: FoldedText) -> ISBNFindings {
        var finder = ISBNFinder(text)
        finder.run()
        return finder.findings
    }
}

/// One pass over one text.
struct ISBNFinder {
    /// How far a label can be from its number, in scalars.
    private static let labelReach = 200

    private let text: FoldedText
    private let qualifiers: ISBNQualifier
    private(set) var findings = ISBNFindings()
    /// After the last number found and its qualifier.
    private var taken = 0

    init(_ text: FoldedText) {
        self.text = text
        qualifiers = ISBNQualifier(text: text)
    }

    mutating func run() {
        var offset = 0
        while offset < text.count {
            if let label = ISBNLabel.match(in: text, at: offset) {
                offset = findLabelled(by: label)
            } else if text[offset].isDigit {
                offset = findUnlabelled(at: offset)
            } else {
                offset += 1
            }
        }
    }

    // MARK: - Beside a label

    /// Finds the numbers that follow a label; returns where to continue.
    private mutating func findLabelled(by label: ISBNLabel) -> Int {
        var end = label.range.upperBound
        var isFirst = true
        var isWrong = false
        var hasDashes = false
        while let (start, qualifier) = qualifiers.number(after: end, isFirst: isFirst),
            start - label.range.lowerBound < Self.labelReach
        {
            // "Invalid ISBNs" are all numbers that follow, an "invalid ISBN" is one.
            isWrong =
                isFirst
                ? qualifiers.isWrong(label.range, before: start)
                : isWrong && text.printed(label.range).lowercased().contains("isbns")
            let number = PrintedNumber(in: text, at: start, repairing: isFirst)
            let actionable = ActionableISBN(in: text, at: start)
            let valid = validReading(of: number, label)
            // Digits of a barcode in the same line: a label's numbers are printed alike.
            let isBesideBars =
                hasDashes && valid?.count == 13 && (end..<start).allSatisfy { text[$0].isBlank }
                && number.separators(13).allSatisfy { !$0.contains(.dash) }
            if isBesideBars { break }
            if var match = actionable.map(match) ?? valid.map({ match(number, $0.count, $0.isbn, $0.form) }) {
                match.label = text.printed(label.range)
                if isFirst, let repair = label.repair(in: text) { match.repairs.insert(repair, at: 0) }
                match.isMarkedWrong = isWrong
                add(match, gap: qualifier, from: isFirst ? label.range.lowerBound : nil)
                hasDashes = valid.map { number.separators($0.count).contains { $0.contains(.dash) } } ?? false
            } else if isFirst, actionable == nil, let count = meantLength(of: number, label) {
                addNearMiss(number, count, label, isMarkedWrong: isWrong)
            } else {
                break
            }
            end = taken
            isFirst = false
        }
        return end
    }

    /// Among the valid ways to read a number beside a label: the one with the fewest repairs, then the longest.
    private func validReading(
        of number: PrintedNumber, _ label: ISBNLabel
    ) -> (count: Int, isbn: ISBN, form: ISBNForm)? {
        var best: (count: Int, isbn: ISBN, form: ISBNForm)?
        for count in label.kind == .ean ? [13] : [13, 10, 9] where number.ends(after: count) {
            if count < 13, startsThirteen(number) || startsWithDash(number) { continue }
            guard !isCut(number, after: count), let (isbn, form) = try? number.isbnDigits(count).isbn() else {
                continue
            }
            let agree = number.hyphensAgree(count, isbn)
            if agree != true, let stop = number.stop, stop < count { continue }
            // After a space, further digits are another number only if this one looks complete.
            if number.digits.count > count, agree == false, number.breaks(count).last != count - 1 {
                continue
            }
            // Also the rest of a longer number whose end was not read, and the beginning of one with a slash.
            let mayBeCut =
                count == 9 && label.kind != .sbn || count == 10 && number.startsWithBookPrefix
                || count < 13 && goesOnBehindSlash(number, after: count)
            if mayBeCut && agree != true || number.lacksPrefix(count, isbn) { continue }
            if let best, number.repairs(best.count) <= number.repairs(count) { continue }
            best = (count, isbn, form)
        }
        return best
    }

    /// Whether a dash is followed by further digits that are not a price.
    private func isCut(_ number: PrintedNumber, after count: Int) -> Bool {
        guard number.isJoined(after: count), !number.isPriced(after: count) else { return false }
        return count < 13 || !number.breaks(13).isEmpty
    }

    /// Whether a slash is followed by too many digits for a part of a call number, and too few for an ISBN.
    private func goesOnBehindSlash(_ number: PrintedNumber, after count: Int) -> Bool {
        let slash = number.range(count).upperBound
        guard text[slash] == UInt8(ascii: "/") else { return false }
        var end = slash + 1
        while text[end].isDigit, end - slash <= 9 { end += 1 }
        return (4...8).contains(end - slash - 1) && !text[end].isTen
    }

    /// Whether a dash without a digit before it directly precedes the number, so that its beginning was not read.
    private func startsWithDash(_ number: PrintedNumber) -> Bool {
        let start = number.digits[0].offset
        return text[start - 1] == UInt8(ascii: "-") && text[start - 2].isBlank
    }

    /// How many digits an invalid number beside a label was probably meant to have.
    private func meantLength(of number: PrintedNumber, _ label: ISBNLabel) -> Int? {
        if label.kind == .ean { return startsThirteen(number) ? 13 : nil }
        if let stop = number.stop, stop < 13 { return (9...12).contains(stop) ? stop : nil }
        if startsThirteen(number) { return 13 }
        if number.ends(after: 10), !number.isJoined(after: 10) {
            return goesOnBehindSlash(number, after: 10) ? nil : 10
        }
        if number.ends(after: 13) { return 13 }
        return (9...13).contains(number.digits.count) ? number.digits.count : nil
    }

    private func startsThirteen(_ number: PrintedNumber) -> Bool {
        number.ends(after: 13) && number.isbnDigits(13).hasBookPrefix
    }

    // MARK: - Without a label

    /// Finds the number whose first digit is at an offset; returns where to continue.
    private mutating func findUnlabelled(at start: Int) -> Int {
        if let actionable = ActionableISBN(in: text, at: start) {
            if let match = match(actionable) { add(match, gap: nil, from: nil) }
            return actionable.range.upperBound
        }
        let number = PrintedNumber(in: text, at: start, repairing: false)
        if mayBegin(number) {
            for count in [13, 10] where number.ends(after: count) && mayEnd(number, after: count) {
                let digits = number.isbnDigits(count)
                guard let meant = digits.corrected, hasForm(number, count, of: meant) else { continue }
                guard let (isbn, form) = try? digits.isbn() else {
                    guard count == 13 || number.hyphensAgree(10, meant) == true else { continue }
                    addNearMiss(number, count, nil)
                    return taken
                }
                var match = match(number, count, isbn, form)
                match.label = labelBehind(match.range.upperBound)
                add(match, gap: nil, from: nil)
                return taken
            }
        }
        var end = start
        while text[end].isDigit || text[end] == Folding.invisible { end += 1 }
        return end
    }

    /// Not a part of a word, a decimal number, a price or an international telephone number.
    private func mayBegin(_ number: PrintedNumber) -> Bool {
        let start = number.digits[0].offset
        let before = text[start - 1]
        if before.isLetter || before.isDigit || before == UInt8(ascii: "$") || before == UInt8(ascii: "+") {
            return false
        }
        if before == UInt8(ascii: "/"), isRestOfDOI(start - 1) { return false }
        guard let separator = Separator(before), separator.joins else { return true }
        let isJoined = text[start - 2].isDigit || text[start - 2].isLetter && !number.startsWithBookPrefix
        return !isJoined || separator == .dash && number.ends(after: 13) && number.breaks(13).isEmpty
    }

    /// Whether a DOI's prefix ends at a slash: `10.1000/9780306406157` is any publication's.
    private func isRestOfDOI(_ slash: Int) -> Bool {
        var start = slash
        while slash - start < 9, text[start - 1].isDigit { start -= 1 }
        return start < slash && text[start - 1] == UInt8(ascii: ".") && text[start - 2] == UInt8(ascii: "0")
            && text[start - 3] == UInt8(ascii: "1") && !text[start - 4].isDigit
    }

    private func mayEnd(_ number: PrintedNumber, after count: Int) -> Bool {
        if number.digits.count == count { return !number.endsAtLetter }
        return !number.isJoined(after: count)
            || count == 13 && number.breaks(13).isEmpty && number.digits[13].separator == .dash
    }

    /// Whether a number is printed in the way of an ISBN.
    private func hasForm(_ number: PrintedNumber, _ count: Int, of isbn: ISBN) -> Bool {
        let agree = number.hyphensAgree(count, isbn)
        let separators = number.separators(count)
        let breaksLines = separators.contains { $0.contains(.lineBreak) && $0.isDisjoint(with: .dash) }
        if breaksLines && agree != true { return false }
        if agree != true, let stop = number.stop, stop < count, count == 10 || ![1, 7].contains(stop) {
            return false
        }
        if count == 13 {
            return (1..<13).allSatisfy {
                !number.digits[$0].separator.contains(.guardBar) || $0 == 1 || $0 == 7
            }
        }
        let mayBeCut = number.startsWithBookPrefix || goesOnBehindSlash(number, after: count)
        if mayBeCut && agree != true || startsWithDash(number) || number.lacksPrefix(count, isbn) {
            return false
        }
        if separators.isEmpty {
            return announcement(before: number.digits[0].offset) != .otherNumber
        }
        if agree == true { return true }
        // Not a telephone number: dashes throughout, and the check digit in a group of its own.
        return separators.allSatisfy { $0.contains(.dash) } && !number.digits[9].separator.isEmpty
            && [1, 3].contains(separators.count)
    }

    fileprivate func announcement(before start: Int, mayBeCut: Bool = true) -> NumberAnnouncement {
        guard let (word, isDirect) = word(before: start) else { return .book }
        if word.count == 1 {
            if mayBeCut && word.lowerBound == 0 || isCheckDigit(word.lowerBound) { return .book }
            return endOfLabel(word.lowerBound) ?? .unknownWord
        }
        let announcement = NumberAnnouncement(text.printed(word).lowercased())
        // `(vol. 2)`, behind a label that is cut off.
        if !isDirect, text[word.lowerBound - 1] == UInt8(ascii: "("),
            ImprintWords.volume.contains(OCRSpelling.folded(text.printed(word)))
        {
            return .book
        }
        return isDirect || announcement == .book ? announcement : .unknownWord
    }

    /// The word before a number, with digits that OCR may have read instead of letters; `nil` if there is none.
    ///
    /// It is not direct if other signs, a volume's number or an area code come between.
    private func word(before start: Int) -> (range: Range<Int>, isDirect: Bool)? {
        var end = start
        var isDirect = true
        while start - end < Self.announcementReach {
            let signs = end
            while signs - end < 6, Self.announcing.contains(text[end - 1]) || isSign(end - 1) {
                if !Self.announcing.contains(text[end - 1]) { isDirect = false }
                end -= 1
            }
            var first = end
            while end - first < 12,
                text[first - 1].isLetter || text[first - 1].isDigit || text[first - 1] == Folding.ideograph
            {
                first -= 1
            }
            if (first..<end).contains(where: { !text[$0].isDigit }) { return (first..<end, isDirect) }
            // Longer numbers are years and postal codes.
            guard (1...3).contains(end - first), !isJoined(end), !isFraction(first) else { return nil }
            end = first
            isDirect = false
        }
        return nil
    }

    /// How far a word can be from the number it announces, in scalars.
    private static let announcementReach = 16
    private static let announcing: ByteSet = " :.,;#-()"
    private static let strokes: ByteSet = "/|"

    /// What is read of `#` and `+`, and what stands directly at a word or number, such as a degree sign. Between blanks
    /// it separates entries.
    private func isSign(_ offset: Int) -> Bool {
        if text[offset] == UInt8(ascii: "*") { return true }
        guard Self.strokes.contains(text[offset]) || text[offset] == Folding.symbol else { return false }
        return !text[offset - 1].isBlank || !text[offset + 1].isBlank
    }

    /// Whether digits that end here are a part of the number behind them.
    private func isJoined(_ end: Int) -> Bool { text[end] == UInt8(ascii: "-") }

    /// The cents of a price.
    private func isFraction(_ first: Int) -> Bool {
        let point = text[first - 1]
        return (point == UInt8(ascii: ".") || point == UInt8(ascii: ",")) && text[first - 2].isDigit
    }

    /// What the `N` behind a `B` is if the label's letters stand apart, and others before them are hidden. An `N` alone may be a
    /// number's.
    private func endOfLabel(_ offset: Int) -> NumberAnnouncement? {
        guard text[offset] == UInt8(ascii: "N"), text[offset + 1].isBlank,
            (0..<offset).allSatisfy({ Self.restOfLabel.contains(text[$0]) })
        else { return nil }
        return (0..<offset).contains { text[$0] == UInt8(ascii: "B") } ? .book : .partOfLabel
    }

    private static let restOfLabel: ByteSet = " ISB"

    /// The `X` with which another number ends.
    private func isCheckDigit(_ offset: Int) -> Bool {
        guard text[offset].isTen, let separator = Separator(text[offset - 1]) else { return false }
        return separator.joins && text[offset - 2].isDigit
    }

    /// A label in brackets directly after a number: `(ISBN-13)`.
    private func labelBehind(_ end: Int) -> String? {
        let open = text[end] == UInt8(ascii: " ") ? end + 1 : end
        guard text[open] == UInt8(ascii: "("), let label = ISBNLabel.match(in: text, at: open + 1),
            label.damaged == nil, text[label.range.upperBound] == UInt8(ascii: ")")
        else { return nil }
        return text.printed(label.range)
    }

    // MARK: - What was found

    private func match(_ number: PrintedNumber, _ count: Int, _ isbn: ISBN, _ form: ISBNForm) -> ISBNMatch {
        let range = number.range(count)
        let repairs = number.digits.prefix(count).filter(\.isRepaired).map { digit in
            Repair(
                part: .number, printed: text.printed(digit.offset..<digit.offset + 1),
                taken: String(CheckDigit.character(UInt64(digit.value))), offset: digit.offset)
        }
        return ISBNMatch(
            isbn: isbn, form: form, range: range, text: text.printed(range), repairs: repairs,
            hyphensAgree: number.hyphensAgree(count, isbn))
    }

    /// `nil` if it spells no ISBN.
    private func match(_ actionable: ActionableISBN) -> ISBNMatch? {
        actionable.isbn.map { isbn in
            ISBNMatch(
                isbn: isbn, form: .isbn13, range: actionable.range, text: text.printed(actionable.range),
                repairs: [], hyphensAgree: true)
        }
    }

    /// - Parameters:
    ///   - gap: the qualifier between the label and the number.
    ///   - labelStart: where the number's own label begins.
    private mutating func add(_ found: ISBNMatch, gap: Range<Int>?, from labelStart: Int?) {
        var match = found
        let behind = qualifiers.after(match.range.upperBound)
        let qualifier = gap ?? behind ?? qualifiers.before(labelStart ?? match.range.lowerBound, limit: taken)
        match.qualifier = qualifier.map(text.printed)
        let isInBrackets =
            labelStart == nil && qualifiers.isWrongInBrackets(before: match.range.lowerBound, after: taken)
        if isInBrackets || qualifiers.isWrong(after: match.range.upperBound, behind) {
            match.isMarkedWrong = true
        }
        taken = max(match.range.upperBound, gap == nil ? behind?.upperBound ?? 0 : 0)
        findings.matches.append(match)
    }

    private mutating func addNearMiss(
        _ number: PrintedNumber, _ count: Int, _ label: ISBNLabel?, isMarkedWrong: Bool = false
    ) {
        let range = number.range(count)
        let behind = qualifiers.after(range.upperBound)
        let error = number.isbnDigits(count).error ?? .length(count)
        findings.nearMisses.append(
            ISBNNearMiss(
                range: range, text: text.printed(range), label: label.map { text.printed($0.range) },
                error: error,
                isMarkedWrong: isMarkedWrong || qualifiers.isWrong(after: range.upperBound, behind)))
        taken = range.upperBound
    }
}
