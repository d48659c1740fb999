// Tables from before UTF-8, which say nowhere what their bytes mean.
import CEncodings

/// Text in any encoding that ICU knows, turned into UTF-8 a piece at a time. What is no text becomes U+FFFD.
final class LegacyText {
    private let converter: OpaquePointer

    /// `nil` where the encoding is not known.
    init?(_ encoding: String, isStrict: Bool = false) {
        guard let converter = encodings_open(encoding, isStrict) else { return nil }
        self.converter = converter
    }

    deinit { encodings_close(converter) }

    /// - Parameter ends: nothing follows.
    /// - Returns: `nil` where a strict one finds what is no text.
    func append(_ bytes: [UInt8], ends: Bool = false) -> [UInt8]? {
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 14)
        // ICU takes no empty text without an address.
        return (bytes + [0]).withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            let end = place.map { $0 + bytes.count }
            while true {
                let count = Int(encodings_convert(converter, &place, end, ends, &piece, Int32(piece.count)))
                guard count >= 0 else { return nil }
                text += piece[..<count]
                // A character may wait for its room.
                if count < piece.count - 8 { return text }
            }
        }
    }
}
