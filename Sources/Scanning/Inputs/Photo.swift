// A photo waiting for its turn: a name and where its bytes are, so that only those being read are in memory.
import Books
import Foundation
import Imaging

/// One photo among the inputs.
package struct Photo: Sendable {
    /// The largest file that is taken for a photo, in bytes.
    static let sizeLimit = 512 << 20

    /// How many bytes are read at a time.
    static let chunk = 1 << 18

    enum Content: Sendable {
        case file(PhotoPath)
        /// One of the photos on standard input.
        case streamed(Data)
    }

    /// The path exactly as given; `-` for standard input.
    package let name: String
    let content: Content

    /// The whole file. Read on the worker that wants it; throws when there is no photo in it.
    package func bytes() throws(ScanError) -> Data {
        switch content {
        case .streamed(let bytes): return bytes
        case .file(let path):
            let file = try InputFile(opening: path)
            var bytes: [UInt8] = []
            try file.read(upTo: PhotoFormat.signatureLength, into: &bytes)
            if bytes.isEmpty { throw .empty }
            guard PhotoFormat(of: bytes) != nil else { throw .unknownFormat }
            let size = path.status.map { Int($0.st_size) } ?? 0
            guard size <= Photo.sizeLimit else { throw .tooManyBytes }
            bytes.reserveCapacity(size + Photo.chunk)
            while try file.read(Photo.chunk, into: &bytes) > 0 {
                guard bytes.count <= Photo.sizeLimit else { throw .tooManyBytes }
            }
            return Data(bytes)
        }
    }
}
