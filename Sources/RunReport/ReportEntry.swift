// A record as a report's page holds it: the record itself, and where its pictures are.
import Books
import Formatting
import Output

/// One page of one photo on a report's page. All pictures are paths within the report's folder.
struct ReportEntry: Encodable {
    let record: PhotoRecord
    /// `nil` where there is no picture.
    var thumbnail: String?
    /// A larger picture of what a person is to decide on.
    var view: String?
    /// Of each candidate the part that shows its number, upright.
    var closeups: [String?]
    let titles: [ISBN: String]
    /// The book without an ISBN that a person said it shows.
    let named: String?

    private enum Key: String, CodingKey { case thumbnail, view, closeups, titles, named }

    func encode(to encoder: any Encoder) throws {
        try record.encode(to: encoder)
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(thumbnail, forKey: .thumbnail)
        try object.encode(view, forKey: .view)
        try object.encode(closeups, forKey: .closeups)
        let isbns = (record.isbns + record.candidates).map(\.isbn)
        let known = isbns.compactMap { isbn in titles[isbn].map { (isbn.isbn13, $0) } }
        try object.encode(Dictionary(known) { $1 }, forKey: .titles)
        try object.encode(named, forKey: .named)
    }

    /// As it stands in a page: nothing in it ends the element around it.
    var line: String {
        get throws { String(try JSONLine.line(self).dropLast()).replacing("<", with: "\\u003c") }
    }
}

// Validates positions in records: a compromised worker or a results file may contain anything.
extension PhotoRecord {
    /// Pixels of the upright photo; `nil` where they are not known, or no photo's.
    var sides: (width: Int, height: Int)? {
        let limits = 1...1_000_000
        guard let width, let height, limits.contains(width), limits.contains(height) else { return nil }
        return (width, height)
    }

    /// The corners of a witness's box, none farther outside the photo than a box could be; `nil` where there is no box.
    func corners(of witness: Witness) -> [PhotoPoint]? {
        guard let sides, witness.box.count > 2 else { return nil }
        return witness.box.prefix(4).map { corner in
            PhotoPoint(
                x: min(max(corner.x, -sides.width), 2 * sides.width),
                y: min(max(corner.y, -sides.height), 2 * sides.height))
        }
    }
}
