// By its first bytes a file is known for something to read, a photo or a document.
import Documents
import Imaging

enum FileHead {
    /// How many of a file's first bytes `isReadable` looks at.
    static let length = max(PhotoFormat.signatureLength, DocumentFormat.signatureLength)

    static func isReadable(_ bytes: some Sequence<UInt8>) -> Bool {
        let head = Array(bytes.prefix(length))
        return PhotoFormat(of: head) != nil || DocumentFormat(of: head) != nil
    }
}
