// The ways in which a number is read off a photo or a document.

/// Which way a witness saw the number.
public enum WitnessReader: String, Codable, Sendable, CaseIterable {
    case ocr, barcode
    /// The characters of a document, as they are.
    case text
    /// What a document says of itself: an EPUB's package.
    case metadata

    /// Those of a picture, which a person may choose among.
    public static let ofPictures: [WitnessReader] = [.ocr, .barcode]
}
