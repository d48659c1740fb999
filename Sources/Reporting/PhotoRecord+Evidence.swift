// All that a verdict rests on, for who wants to know.
import Books

extension PhotoRecord {
    /// One line for the photo and one for each witness, indented; each with its end.
    public var evidence: String {
        let size = width.flatMap { width in height.map { ", \(width)×\($0) pixels" } } ?? ""
        var lines = ["\(photo): \(status), \(Int(milliseconds.rounded())) ms\(size)"]
        for reading in isbns + candidates {
            let doubt = isbns.contains(reading) ? "" : "?"
            for witness in reading.witnesses {
                let repairs =
                    witness.repairs.isEmpty ? "" : ", repaired: \(witness.repairs.joined(separator: ", "))"
                lines.append(
                    "  \(reading.isbn.hyphenated)\(doubt)  \(witness.reader) at \(witness.rotation)°, "
                        + "\((witness.confidence * 100).rounded() / 100): \(witness.text)\(repairs)")
            }
        }
        return lines.map { $0.printable + "\n" }.joined()
    }
}
