// Finds the ISBNs in a text layer by the same rules as in recognised text; the characters are certain.
import Books

extension PageText {
    /// The page's numbers, as print.
    func evidence(of numbers: [ISBNMatch]) -> Evidence {
        var evidence = Evidence()
        let matches = numbers.filter { !$0.isbn.isSample }
        if matches.isEmpty { return evidence }
        let scalars = Array(text.unicodeScalars)
        let works = OtherWorks(scalars)
        for match in matches { evidence.add(observation(of: match, in: scalars, works)) }
        return evidence
    }

    private func observation(
        of match: ISBNMatch, in scalars: [Unicode.Scalar], _ works: OtherWorks
    ) -> Observation {
        let isBroken = scalars[match.range].contains("\n") && match.hyphensAgree != true
        return Observation(
            isbn: match.isbn, kind: match.label != nil ? .labelled : .unlabelled, form: match.form,
            label: match.label, qualifier: match.qualifier, hyphensAgree: match.hyphensAgree,
            announcement: announcement(of: match, in: scalars, works),
            provenance: match.repairs.contains { $0.part == .number } ? .repaired : .printed,
            isBroken: isBroken,
            witness: Witness(
                reader: .text, text: line(around: match.range, in: scalars), confidence: 1,
                box: box(of: match.range, in: scalars), repairs: match.repairs.map(\.description)))
    }

    private func announcement(
        of match: ISBNMatch, in scalars: [Unicode.Scalar], _ works: OtherWorks
    ) -> Observation.Announcement {
        if works.claim(match) { return .otherWork }
        if match.label != nil {
            return match.repairs.contains { $0.part == .label } ? .damagedLabel : .plain
        }
        let start = max(0, match.range.lowerBound - 40)
        let before = String(scalars: scalars[start..<match.range.lowerBound])
        return
            switch ISBN.announcement(
                before: match.range.lowerBound - start, in: before, mayBeCut: false)
        {
        case .book: .plain
        case .partOfLabel, .unknownWord: match.form == .isbn13 ? .plain : .otherNumber
        case .otherNumber: .otherNumber
        }
    }

    /// The text around a number, short enough to show where it is.
    private func line(around range: Range<Int>, in scalars: [Unicode.Scalar]) -> String {
        let (first, last) = (max(0, range.lowerBound - 80), min(scalars.count, range.upperBound + 80))
        let start = scalars[first..<range.lowerBound].lastIndex(of: "\n").map { $0 + 1 } ?? first
        let end = scalars[range.upperBound..<last].firstIndex(of: "\n") ?? last
        return String(scalars: scalars[start..<end])
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The box around a number, which may span several lines.
    private func box(of range: Range<Int>, in scalars: [Unicode.Scalar]) -> [PhotoPoint] {
        guard self.places.count == scalars.count, let sides else { return [] }
        let places = range.filter { !scalars[$0].properties.isWhitespace }.map { self.places[$0] }
        guard let left = places.map(\.left).min(), let top = places.map(\.top).min(),
            let right = places.map(\.right).max(), let bottom = places.map(\.bottom).max()
        else { return [] }
        func point(_ x: Double, _ y: Double) -> PhotoPoint {
            PhotoPoint(
                x: Int(min(max(0, x), Double(sides.width))), y: Int(min(max(0, y), Double(sides.height))))
        }
        return [point(left, top), point(right, top), point(right, bottom), point(left, bottom)]
    }
}
