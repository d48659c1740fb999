// Which text model a photo is read with: another one may read it otherwise.
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
}
