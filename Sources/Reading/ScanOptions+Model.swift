// With what a photo is read: another text model, program or option may read it otherwise.
import Books
import Foundation
import Recognition

extension ScanOptions {
    /// The SHA-256 of the text model's bytes; `nil` where no text is read. Throws `noModel` when there is none.
    package func modelHash() throws(ScanError) -> String? {
        guard readers.contains(.ocr) else { return nil }
        do throws(RecognitionError) {
            return PhotoScanner.sha256(try TextModel(folder: tessdata).bytes)
        } catch {
            throw ScanError(error)
        }
    }

    /// What records of photos that are read so have as `settings`.
    ///
    /// - Parameter model: see `modelHash`.
    package func fingerprint(model: String?) -> String {
        let crop = crop.map {
            [$0.x, $0.y, $0.width, $0.height].map { "\($0.value)\($0.isPercent ? "%" : "")" }
        }
        let turn = ((rotation % 360) + 360) % 360
        let words = [
            ProgramVersion.current, model ?? "", readers.map(\.rawValue).sorted().joined(separator: ","),
            crop?.joined(separator: ",") ?? "", "\(turn)", isStrict ? "strict" : "",
        ]
        return Self.fingerprint(words)
    }

    package static func fingerprint(_ words: [String]) -> String {
        // Never of no bytes.
        String((PhotoScanner.sha256(Data(words.joined(separator: "\n").utf8)) ?? "").prefix(16))
    }
}
