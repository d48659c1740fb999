// The text model has seen far more labels than other words, and reads `TSBN` as `ISBN` in some typefaces.
import Imaging

extension LineStrip {
    /// The same characters, but `TSBN` where that is printed instead of `ISBN`.
    func correctingLabel(_ characters: [ReadCharacter]) -> [ReadCharacter] {
        var characters = characters
        for start in characters.indices.dropLast(3)
        where characters[start..<start + 4].map(\.scalar) == Array("ISBN".unicodeScalars)
            && hasBarAtTopAlone(characters[start])
        {
            characters[start].scalar = "T"
        }
        return characters
    }

    /// Whether a letter is wide at its top, with or without serifs that hang from there, and narrower at its foot.
    private func hasBarAtTopAlone(_ letter: ReadCharacter) -> Bool {
        let columns = (0..<image.width).map { column in
            (0..<image.height).contains { isInk(column, $0) }
        }
        // The recognizer's columns are approximate.
        let reach = max(0, letter.left)..<min(columns.count, letter.right + image.height / 6)
        guard let first = reach.first(where: { columns[$0] }) else { return false }
        let start = columns[..<first].lastIndex(of: false).map { $0 + 1 } ?? 0
        let stretch = start..<(columns[first...].firstIndex(of: false) ?? columns.count)
        let rows = (0..<image.height).filter { row in stretch.contains { isInk($0, row) } }
        guard let top = rows.first, let foot = rows.last, foot - top > image.height / 3 else { return false }
        let height = foot - top + 1
        func width(_ part: Range<Double>) -> Int {
            let rows =
                top + Int(Double(height) * part.lowerBound)..<top + Int(Double(height) * part.upperBound)
            let inked = stretch.filter { column in rows.contains { isInk(column, $0) } }
            return inked.isEmpty ? 0 : inked[inked.count - 1] - inked[0] + 1
        }
        let bar = width(0..<0.2)
        return bar * 2 > height && bar < height * 5 / 4 && width(0.5..<0.75) * 2 < bar
            && Double(width(0.8..<1)) < 0.75 * Double(bar)
    }

    private func isInk(_ column: Int, _ row: Int) -> Bool { image.row(row)[column] < 128 }
}
