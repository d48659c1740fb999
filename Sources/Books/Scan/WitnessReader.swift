// The two ways in which a number is read off a photo.

/// Which way a witness saw the number.
public enum WitnessReader: String, Codable, Sendable, CaseIterable {
    case ocr, barcode
}
