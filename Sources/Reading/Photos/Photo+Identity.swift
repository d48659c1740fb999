// By what a photo is known again: its file's stamp, or the hash of its bytes, for which it is never held whole.
import Books
import CCrypto
import Foundation

extension Photo {
    /// Of a photo in an archive it is the archive's. `nil` where no ordinary file is, or the photo comes in another way.
    package var stamp: FileStamp? {
        switch content {
        case .file(let path): path.fileStamp
        case .member(_, let archive): archive?.stamp
        case .streamed, .address, .fetched: nil
        }
    }

    /// As the photo's record has it.
    package func sha256() throws(ScanError) -> String {
        if case .member(let bytes, _) = content {
            guard let hash = PhotoScanner.sha256(try bytes.get()) else { throw .empty }
            return hash
        }
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
