// All that a verdict rests on, for whoever wants to know.
import Books
import Output

extension PhotoRecord {
    /// One line for the photo and one for each witness, indented; each with its end.
    package var evidence: String {
        let size = width.flatMap { width in height.map { ", \(width)×\($0) pixels" } } ?? ""
        var lines = ["\(photoNames): \(status), \(Int(milliseconds.rounded())) ms\(stages.text)\(size)"]
        for reading in isbns + candidates {
            let doubt = isbns.contains(reading) ? "" : "?"
            for witness in reading.witnesses {
                let repairs =
                    witness.repairs.isEmpty ? "" : ", repaired: \(witness.repairs.joined(separator: ", "))"
                lines.append(
                    "  \(reading.isbn.hyphenated)\(doubt)  \(witness.reader) at \(witness.rotation)°, "
                        + "\((witness.confidence * 100).rounded() / 100): \(witness.text)\(repairs)"
                        + (witness.photo.map { " (\(Self.relative($0.photo, to: photo).shownPath))" } ?? ""))
            }
        }
        return lines.map { $0.printable + "\n" }.joined()
    }
}

extension StageTimes {
    /// Nothing when nothing was measured.
    fileprivate var text: String {
        guard self != StageTimes() else { return "" }
        let parts = [("decode", decode), ("bars", bars), ("lines", lines), ("ocr", ocr)]
        return " (\(parts.map { "\($0) \(Int($1.rounded()))" }.joined(separator: ", ")))"
    }
}
