// A photo before it is read: its name and where its bytes are, so that only photos being read are in memory.
import Books
import CCrypto
import Documents
import Foundation

/// One photo among the inputs.
package struct Photo: Sendable {
    /// The largest file that is read as a photo, in bytes.
    package static let sizeLimit = 512 << 20

    /// How many bytes are read at a time.
    package static let chunk = 1 << 18

    package enum Content: Sendable {
        case file(PhotoPath)
        /// One of several photos on standard input.
        case streamed(Data)
        /// At a URL.
        case address(PhotoAddress)
        /// Downloaded from a URL, or the error.
        case fetched(Result<Data, ScanError>)
        /// Unpacked from an archive, or the error; with the archive if that is a file.
        case member(Result<Data, ScanError>, of: Archive?)
    }

    /// The archive that contains a photo.
    package struct Archive: Sendable {
        package var stamp: FileStamp
        /// Whether a member can be read without unpacking those before it.
        package var isOpenToAnyMember: Bool

        package init(stamp: FileStamp, isOpenToAnyMember: Bool) {
            self.stamp = stamp
            self.isOpenToAnyMember = isOpenToAnyMember
        }
    }

    /// The path exactly as given, or the URL without its signature; `-` for standard input.
    package let name: String
    package let content: Content
    /// Whether it was found in a folder: if it is missing later, it was removed or the disk is gone.
    package var isSeen = false

    /// - Parameter isSeen: whether it was found in a folder.
    package init(name: String, content: Content, isSeen: Bool = false) {
        self.name = name
        self.content = content
        self.isSeen = isSeen
    }

    /// The contents of the file. Called on the worker that reads it; throws if the file is not a photo.
    package func bytes() throws(ScanError) -> Data {
        switch content {
        case .streamed(let bytes): return bytes
        case .address: throw .notFetched(.notAsked)
        case .fetched(let bytes): return try Photo.checked(bytes.get(), named: name)
        case .member(let bytes, _): return try bytes.get()
        case .file(let path):
            if let (archive, member) = path.archived {
                return try Photo.bytes(of: try opened(archive), member: member)
            }
            let file = try opened(path)
            return try Photo.bytes(of: file, begun: try Photo.signature(of: file, named: name))
        }
    }

    /// Whether its bytes can be read a second time; those of a named pipe can't.
    package var canBeReadAgain: Bool {
        switch content {
        case .streamed, .fetched, .member: true
        case .address: false
        case .file(let path): path.status?.isFile == true || path.archived != nil
        }
    }

    /// Whether its path is enough to open it again quickly, so that its bytes need not be kept.
    package var isSoonFound: Bool {
        if case .member(_, let archive?) = content { archive.isOpenToAnyMember } else { false }
    }

    /// Whether it is a PDF or EPUB on standard input, which contains nothing else then.
    package var isDocument: Bool {
        if case .streamed(let bytes) = content { DocumentFormat(of: bytes) != nil } else { false }
    }

    /// For a process that may not open files: a descriptor at the start of a regular file with a photo's signature;
    /// the caller closes it. `nil` if the photo has no such file; use `bytes` then. For a photo in an archive, the
    /// archive's descriptor and the photo's path in it.
    package func descriptor() throws(ScanError) -> (descriptor: Int32, member: [UInt8]?)? {
        guard case .file(let path) = content else { return nil }
        let archived = path.archived
        guard isSeen || archived != nil || path.status?.isFile == true else { return nil }
        let file = try opened(archived?.archive ?? path)
        if archived == nil { _ = try Photo.signature(of: file, named: name) }
        lseek(file.descriptor, 0, SEEK_SET)
        return (fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0), archived?.member)
    }

    private func opened(_ path: PhotoPath) throws(ScanError) -> InputFile {
        do throws(ScanError) {
            return try InputFile(opening: path)
        } catch {
            throw isSeen && error == .system(ENOENT) ? .vanished : error
        }
    }

    /// The contents of the file at such a descriptor, or of a member if it is an archive.
    package static func bytes(at descriptor: Int32, member: [UInt8]? = nil) throws(ScanError) -> Data {
        let file = InputFile(at: descriptor)
        if let member { return try bytes(of: file, member: member) }
        return try bytes(of: file, begun: try signature(of: file))
    }

    private static func bytes(of archive: borrowing InputFile, member: [UInt8]) throws(ScanError) -> Data {
        let unpacked: Data?
        do throws(ArchiveError) {
            unpacked = try ArchiveReader(at: archive.descriptor).bytes(of: member, upTo: sizeLimit)
        } catch { throw ScanError(error) }
        guard let unpacked else { throw .system(ENOENT) }
        return try checked(unpacked, named: String(path: member))
    }

    private static func signature(
        of file: borrowing InputFile, named name: String = ""
    ) throws(ScanError) -> [UInt8] {
        var bytes: [UInt8] = []
        try file.read(upTo: FileSignature.length, into: &bytes)
        try check(bytes, name)
        guard file.size <= sizeLimit else { throw .tooManyBytes }
        return bytes
    }

    private static func check(_ signature: [UInt8], _ name: String) throws(ScanError) {
        if signature.isEmpty { throw .empty }
        guard FileSignature.isReadable(signature) else {
            throw ArchiveFormat(of: signature) == nil ? .unreadable(signature, named: name) : .archive
        }
    }

    private static func checked(_ bytes: Data, named name: String) throws(ScanError) -> Data {
        try check(Array(bytes.prefix(FileSignature.length)), name)
        return bytes
    }

    private static func bytes(of file: borrowing InputFile, begun: [UInt8]) throws(ScanError) -> Data {
        var bytes = begun
        bytes.reserveCapacity(file.size + chunk)
        while try file.read(chunk, into: &bytes) > 0 {
            guard bytes.count <= sizeLimit else { throw .tooManyBytes }
        }
        return Data(bytes)
    }
}

extension Photo {
    /// For a photo that an earlier run has read.
    package init(at path: PhotoPath) {
        self.init(name: path.name, content: path.address.map(Content.address) ?? .file(path))
    }

    /// The URL to download it from; `nil` if it is not to be downloaded.
    package var address: PhotoAddress? { if case .address(let address) = content { address } else { nil } }

    /// The same photo with its bytes, or with the error.
    package func fetched(from source: any PhotoSource) async -> Photo {
        guard let address else { return self }
        do throws(ScanError) {
            return Photo(name: name, content: .fetched(.success(try await source.bytes(of: address))))
        } catch {
            return Photo(name: name, content: .fetched(.failure(error)))
        }
    }
}

// What identifies a photo in later runs: its file's stamp, or the hash of its bytes, which is computed in chunks.
extension Photo {
    /// For a photo in an archive, the archive's stamp. `nil` if it is not a regular file.
    package var stamp: FileStamp? {
        switch content {
        case .file(let path): path.fileStamp
        case .member(_, let archive): archive?.stamp
        case .streamed, .address, .fetched: nil
        }
    }

    /// As in the photo's record.
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
