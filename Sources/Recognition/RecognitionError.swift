// What keeps text from being read.

/// Why there is no text engine.
package enum RecognitionError: Error, Hashable, Sendable {
    /// No `isbn.traineddata` that can be read is in the folder.
    case noModel(folder: String)
    /// Tesseract does not take it.
    case badModel(TextModel)
}
