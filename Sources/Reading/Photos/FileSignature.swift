// Recognises readable files by their first bytes.
import Documents
import Imaging

package enum FileSignature {
    /// How many bytes from a file's start determine its format.
    package static let length = max(
        PhotoFormat.signatureLength, DocumentFormat.signatureLength, ArchiveFormat.signatureLength)

    /// Whether it is a photo, a document or an archive.
    package static func isFile(_ bytes: some Sequence<UInt8>) -> Bool {
        let head = Array(bytes.prefix(length))
        return isReadable(head) || ArchiveFormat(of: head) != nil
    }

    package static func isReadable(_ bytes: some Sequence<UInt8>) -> Bool {
        let head = Array(bytes.prefix(length))
        return PhotoFormat(of: head) != nil || DocumentFormat(of: head) != nil
    }
}
