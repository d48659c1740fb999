// Reads a text file in any encoding into memory.
import Catalogue
import Foundation

extension ImportFile {
    /// The contents in UTF-8, without a byte order mark.
    ///
    /// - Returns: `encoding` has the name for people if it was guessed, which should be reported.
    /// - Throws: `unreadable`, also if it is larger than `memoryLimit` (`EFBIG`); `encoding`.
    func text() throws(CatalogueError) -> (bytes: [UInt8], encoding: String?) {
        lseek(input.fileDescriptor, 0, SEEK_SET)
        var size = 0
        let form = try TextEncoding { () throws(CatalogueError) in
            let piece = try TableBytes.piece(of: input, name)
            size += piece.count
            guard size <= Self.memoryLimit else { throw .unreadable(path: name, errno: EFBIG) }
            return piece
        }
        lseek(input.fileDescriptor, 0, SEEK_SET)
        var decoder = TableBytes(input, name: name, encoding: form)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        while let byte = try decoder.next() { bytes.append(byte) }
        return (bytes, form.name)
    }
}

extension String {
    /// Text that is not valid UTF-8 is decoded as Windows-1252.
    init(textOf bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        self =
            String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
            ?? String(decoding: bytes, as: UTF8.self)
    }
}
