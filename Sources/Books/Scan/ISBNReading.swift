// An ISBN of a photo, accepted or not.

/// One ISBN of a photo, with its evidence.
public struct ISBNReading: Hashable, Sendable {
    public var isbn: ISBN
    /// 0…1: how often a reading with this evidence is right.
    public var confidence: Double
    /// The label as printed on the page (`ISBN-13:`), `nil` if there is none.
    public var label: String?
    /// The qualifier of this ISBN on the page (`paperback`, `set`, `e-book`), `nil` if there is none.
    public var qualifier: String?
    /// Of a candidate, why it was not accepted (`check digit only`); of the first of several accepted ones, why it is
    /// the book's own. A few words; `nil` if there is no reason to give.
    public var reason: String?
    /// The price in the five digits beside its barcode; `nil` if none was read there.
    public var price: Price?
    /// Which of the photo's books it belongs to, from 1 in the order in which they are printed.
    public var book: Int
    public var witnesses: [Witness]

    /// The reason for one that a person confirmed.
    package static let confirmed = "confirmed by a person"

    public init(
        isbn: ISBN, confidence: Double, label: String? = nil, qualifier: String? = nil, reason: String? = nil,
        price: Price? = nil, book: Int = 1, witnesses: [Witness] = []
    ) {
        self.isbn = isbn
        self.confidence = confidence
        self.label = label
        self.qualifier = qualifier
        self.reason = reason
        self.price = price
        self.book = book
        self.witnesses = witnesses
    }
}

extension ISBNReading {
    /// The boxes of the copies that the photo shows: those of measured bars that are more than a bar length apart. Print does
    /// not tell copies apart, since it may be anywhere on a book. Of a book with several photos, those in its first; empty if
    /// no bars were measured.
    package var copies: [[PhotoPoint]] {
        let bars = witnesses.filter {
            $0.reader == .barcode && $0.text == isbn.isbn13 && $0.confidence >= Witness.measuredBars
                && !$0.box.isEmpty && $0.photo == witnesses[0].photo
        }.map(\.box)
        var copies: [[PhotoPoint]] = []
        // The smallest first: a box may also span several copies, where they were not told apart.
        for box in bars.sorted(by: { Bounds(of: $0).perimeter < Bounds(of: $1).perimeter }) {
            let bounds = Bounds(of: box)
            let isApart = copies.map(Bounds.init(of:)).allSatisfy {
                bounds.distance(to: $0) > max(bounds.longSide, $0.longSide)
            }
            if isApart { copies.append(box) }
        }
        return copies
    }
}

// An ISBN of a record in JSON: every key is always present.
extension ISBNReading: Codable {
    private enum CodingKeys: String, CodingKey {
        case isbn13, isbn10, hyphenated, confidence, label, qualifier, reason, price, book, group, witnesses
    }

    public init(from decoder: any Decoder) throws {
        let reading = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isbn: try reading.decode(ISBN.self, forKey: .isbn13),
            confidence: try reading.decode(Double.self, forKey: .confidence),
            label: try reading.decodeIfPresent(String.self, forKey: .label),
            qualifier: try reading.decodeIfPresent(String.self, forKey: .qualifier),
            reason: try reading.decodeIfPresent(String.self, forKey: .reason),
            price: try reading.decodeIfPresent(String.self, forKey: .price).flatMap { Price($0) },
            book: try reading.decodeIfPresent(Int.self, forKey: .book) ?? 1,
            witnesses: try reading.decode([Witness].self, forKey: .witnesses))
    }

    /// Confidence to three decimals.
    public func encode(to encoder: any Encoder) throws {
        var reading = encoder.container(keyedBy: CodingKeys.self)
        try reading.encode(isbn, forKey: .isbn13)
        try reading.encode(isbn.isbn10, forKey: .isbn10)
        try reading.encode(isbn.hyphenated, forKey: .hyphenated)
        try reading.encode((confidence * 1000).rounded() / 1000, forKey: .confidence)
        try reading.encode(label, forKey: .label)
        try reading.encode(qualifier, forKey: .qualifier)
        try reading.encode(reason, forKey: .reason)
        try reading.encode(price?.description, forKey: .price)
        try reading.encode(book, forKey: .book)
        try reading.encode(isbn.registrationGroupName, forKey: .group)
        try reading.encode(witnesses, forKey: .witnesses)
    }
}
