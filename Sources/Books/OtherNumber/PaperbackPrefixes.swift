// From the barcode of an American paperback to its ISBN. Until Bookland EANs became usual, mass-market paperbacks had a UPC-A:
// the publisher's company prefix and the price, and beside it five digits of the ISBN.

extension OtherNumber {
    /// The ISBN that the UPC-A of a paperback stands for: its publisher's prefix, the last of the five digits beside the
    /// barcode, and a check digit. It is not certain, since imprints may share a company prefix.
    ///
    /// `nil` for other kinds, for company prefixes that are not known to be a paperback publisher's, and outside the
    /// registered ranges.
    package var paperbackISBN: ISBN? {
        guard kind == .upc, let publisher = Self.paperbackPublishers[String(value.prefix(6))],
            let twelve = UInt64("978" + publisher + value.suffix(9 - publisher.count))
        else { return nil }
        let isbn = ISBN(twelve: twelve)
        return isbn.isRegistered ? isbn : nil
    }

    /// The beginning of a publisher's ISBN-10s, by the first six digits of its UPC-As: Andrew Plotkin's table
    /// (eblong.com/zarf/bookscan), as Alexandria and Book Catalogue have it.
    private static let paperbackPublishers = [
        "014794": "08041", "018926": "0445", "027778": "0449", "037145": "0812", "042799": "0785",
        "043144": "0688", "044903": "0312", "045863": "0517", "046594": "0064", "047132": "0152",
        "051487": "08167", "051488": "0140", "060771": "0002", "065373": "0373", "070992": "0523",
        "070993": "0446", "070999": "0345", "071001": "0380", "071009": "0440", "071125": "088677",
        "071136": "0451", "071149": "0451", "071152": "0515", "071162": "0451", "071268": "08217",
        "071831": "0425", "071842": "08439", "072742": "0441", "076714": "0671", "076783": "0553",
        "076814": "0449", "078021": "0872", "079808": "0394", "090129": "0679", "099455": "0061",
        "099769": "0451",
    ]
}
