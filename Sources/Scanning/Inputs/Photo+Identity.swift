// By what a photo is known again: its file's stamp, or the hash of its bytes, for which it is never held whole.
import Books
import CCrypto
import Foundation

extension Photo {
    /// `nil` where no ordinary file is, or the photo comes in another way.
    var stamp: FileStamp? {
        guard case .file(let path) = content, let status = path.status, status.isFile else { return nil }
        return FileStamp(status)
    }

    /// As the photo's record has it.
    func sha256() throws(ScanError) -> String {
        guard case .file(let path) = content, let context = EVP_MD_CTX_new() else { throw .noMemory }
        defer { EVP_MD_CTX_free(context) }
        let file = try InputFile(opening: path)
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
        var bytes: [UInt8] = []
        while try file.read(Photo.chunk, into: &bytes) > 0 {
            EVP_DigestUpdate(context, bytes, bytes.count)
            bytes.removeAll(keepingCapacity: true)
        }
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        EVP_DigestFinal_ex(context, &digest, nil)
        return PhotoScanner.hexadecimal(digest)
    }
}
