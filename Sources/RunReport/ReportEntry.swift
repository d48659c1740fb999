// A record in a report's page, with the paths of its pictures.
import Books
import Formatting
import Output
import Translation

/// One page of one photo in a report. Paths of pictures are relative to the report's folder.
struct ReportEntry: Encodable {
    let record: PhotoRecord
    /// `nil` if there is no picture.
    var thumbnail: String?
    /// A larger picture, for a photo to be reviewed.
    var view: String?
    /// For each candidate, the part of the photo that shows its number, upright.
    var closeups: [String?]
    let titles: [ISBN: String]
    /// Of the books that it shows or may show.
    var covers: [ISBN: String] = [:]
    /// The book without an ISBN that a reviewer chose.
    let named: String?
    /// The record's messages in the page's language, by what they are in English; without those that are the same.
    let said: [String: String]

    /// Without pictures.
    init(
        record: PhotoRecord, closeups: [String?], titles: [ISBN: String], named: String?, language: Language
    ) {
        (self.record, self.closeups, self.titles, self.named) = (record, closeups, titles, named)
        let said = record.messages.map { ($0, language(message: $0)) }
        self.said = Dictionary(said.filter { $0.0 != $0.1 }) { $1 }
    }

    private enum Key: String, CodingKey { case thumbnail, view, closeups, titles, covers, named, said }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(thumbnail, forKey: .thumbnail)
        try object.encode(view, forKey: .view)
        try object.encode(closeups, forKey: .closeups)
        let isbns = (record.isbns + record.candidates).map(\.isbn)
        for (texts, key) in [(titles, Key.titles), (covers, .covers)] {
            let known = isbns.compactMap { isbn in texts[isbn].map { (isbn.isbn13, $0) } }
            try object.encode(Dictionary(known) { $1 }, forKey: key)
        }
        try object.encode(named, forKey: .named)
        try object.encode(said, forKey: .said)
    }

    /// As JSON in the page, escaped so that it can't end the element around it.
    var line: String {
        get throws { String(try JSONLine.line(self).dropLast()).replacing("<", with: "\\u003c") }
    }
}

extension PhotoRecord {
    /// Why it is as it is: the messages that a language may translate.
    fileprivate var messages: [String] {
        (isbns + candidates).compactMap(\.reason) + warnings + [error?.message].compactMap(\.self)
    }
}

// Checks positions in records: a compromised worker or a results file may contain anything.
extension PhotoRecord {
    /// In pixels of the upright photo; `nil` if unknown or implausible.
    var sides: (width: Int, height: Int)? {
        let limits = 1...1_000_000
        guard let width, let height, limits.contains(width), limits.contains(height) else { return nil }
        return (width, height)
    }

    /// The corners of a witness's box, none further outside the photo than a box can be; `nil` if there is no box.
    func corners(of witness: Witness) -> [PhotoPoint]? {
        guard let sides, witness.box.count > 2 else { return nil }
        return witness.box.prefix(4).map { corner in
            PhotoPoint(
                x: min(max(corner.x, -sides.width), 2 * sides.width),
                y: min(max(corner.y, -sides.height), 2 * sides.height))
        }
    }
}
