// Example records.
import Books

extension PhotoRecord {
    static func found(
        _ isbn: UInt64, readers: [WitnessReader] = [.ocr, .barcode], photo: String, repeats: PhotoPage? = nil,
        further: [ISBNReading] = []
    ) -> PhotoRecord {
        let witnesses = readers.map { Witness(reader: $0, text: "\(isbn)", confidence: 0.97) }
        let own = ISBNReading(
            isbn: ISBN(value: isbn)!, confidence: 0.99876, label: "ISBN", witnesses: witnesses)
        return PhotoRecord(
            photo: photo, sha256: String(repeating: "0a", count: 32), width: 3024, height: 4032,
            status: .found,
            isbns: [own] + further, repeats: repeats, milliseconds: 61.24)
    }

    static func uncertain(_ candidates: ISBNReading..., photo: String) -> PhotoRecord {
        PhotoRecord(photo: photo, width: 640, height: 480, status: .uncertain, candidates: candidates)
    }

    static func failed(_ message: String, photo: String) -> PhotoRecord {
        PhotoRecord(photo: photo, status: .failed, error: PhotoFailure(code: "truncated", message: message))
    }
}

extension ISBNReading {
    static func candidate(_ isbn: UInt64, text: String, reason: String? = "check digit only") -> ISBNReading {
        ISBNReading(
            isbn: ISBN(value: isbn)!, confidence: 0.4, reason: reason,
            witnesses: [Witness(reader: .ocr, text: text, confidence: 0.6, box: [PhotoPoint(x: 1, y: 2)])])
    }
}
