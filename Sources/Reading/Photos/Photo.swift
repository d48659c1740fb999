// A photo waiting for its turn: a name and where its bytes are, so that only those being read are in memory.
import Books
import CCrypto
import Documents
import Foundation

/// One photo among the inputs.
package struct Photo: Sendable {
    /// The largest file that is taken for a photo, in bytes.
    package static let sizeLimit = 512 << 20

    /// How many bytes are read at a time.
    package static let chunk = 1 << 18

    package enum Content: Sendable {
        case file(PhotoPath)
        /// One of the photos on standard input.
        case streamed(Data)
        /// On a server.
        case address(PhotoAddress)
        /// Came from a server, or did not.
        case fetched(Result<Data, ScanError>)
        /// Unpacked from an archive, or not; the archive where it is a file.
        case member(Result<Data, ScanError>, of: Archive?)
    }

    /// The archive that a photo is in.
    package struct Archive: Sendable {
        package var stamp: FileStamp
        /// Whether one of its members is found without unpacking those before it.
        package var isOpenToAnyMember: Bool

        package init(stamp: FileStamp, isOpenToAnyMember: Bool) {
            self.stamp = stamp
            self.isOpenToAnyMember = isOpenToAnyMember
        }
    }

    /// The path exactly as given, an address without what signs it; `-` for standard input.
    package let name: String
    package let content: Content
    /// Whether the run has seen it in a folder: if it is gone then, somebody took it or the disk went away.
    package var isSeen = false

    /// - Parameter isSeen: whether the run has seen it in a folder.
    package init(name: String, content: Content, isSeen: Bool = false) {
        self.name = name
        self.content = content
        self.isSeen = isSeen
    }

    /// The whole file. Read on the worker that wants it; throws when there is no photo in it.
    package func bytes() throws(ScanError) -> Data {
        switch content {
        case .streamed(let bytes): return bytes
        case .address: throw .notFetched(.notAsked)
        case .fetched(let bytes): return try Photo.checked(bytes.get())
        case .member(let bytes, _): return try bytes.get()
        case .file(let path):
            if let (archive, member) = path.archived {
                return try Photo.bytes(of: try opened(archive), member: member)
            }
            let file = try opened(path)
            return try Photo.bytes(of: file, begun: try Photo.signature(of: file))
        }
    }

    /// Whether its bytes are still there when it has been read: those of a named pipe are gone.
    package var canBeReadAgain: Bool {
        switch content {
        case .streamed, .fetched, .member: true
        case .address: false
        case .file(let path): path.status?.isFile == true || path.archived != nil
        }
    }

    /// Whether its path is enough to find it again soon, so that its bytes needn't be kept.
    package var isSoonFound: Bool {
        if case .member(_, let archive?) = content { archive.isOpenToAnyMember } else { false }
    }

    /// Whether standard input held a PDF or an EPUB, and so no more than that.
    package var isDocument: Bool {
        if case .streamed(let bytes) = content { DocumentFormat(of: bytes) != nil } else { false }
    }

    /// For whoever may not open files: a descriptor at the beginning of an ordinary file that begins as a photo, which is
    /// the caller's to close. `nil` where the photo comes in another way, and `bytes` gives it. Of a photo in an archive it is
    /// the archive's, and its own path in that comes with it.
    package func descriptor() throws(ScanError) -> (descriptor: Int32, member: [UInt8]?)? {
        guard case .file(let path) = content else { return nil }
        let archived = path.archived
        guard isSeen || archived != nil || path.status?.isFile == true else { return nil }
        let file = try opened(archived?.archive ?? path)
        if archived == nil { _ = try Photo.signature(of: file) }
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

    /// The whole file at such a descriptor, or of the archive there a member.
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
        return try checked(unpacked)
    }

    private static func signature(of file: borrowing InputFile) throws(ScanError) -> [UInt8] {
        var bytes: [UInt8] = []
        try file.read(upTo: FileSignature.length, into: &bytes)
        try check(bytes)
        guard file.size <= sizeLimit else { throw .tooManyBytes }
        return bytes
    }

    private static func check(_ signature: [UInt8]) throws(ScanError) {
        if signature.isEmpty { throw .empty }
        guard FileSignature.isReadable(signature) else {
            throw ArchiveFormat(of: signature) == nil ? .unknownFormat : .archive
        }
    }

    private static func checked(_ bytes: Data) throws(ScanError) -> Data {
        try check(Array(bytes.prefix(FileSignature.length)))
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
    /// One that an earlier run has read.
    package init(at path: PhotoPath) {
        self.init(name: path.name, content: path.address.map(Content.address) ?? .file(path))
    }

    /// Where it is to be fetched; `nil` where there is nothing to fetch.
    package var address: PhotoAddress? { if case .address(let address) = content { address } else { nil } }

    /// The same photo with its bytes, or the reason why there are none.
    package func fetched(from source: any PhotoSource) async -> Photo {
        guard let address else { return self }
        do throws(ScanError) {
            return Photo(name: name, content: .fetched(.success(try await source.bytes(of: address))))
        } catch {
            return Photo(name: name, content: .fetched(.failure(error)))
        }
    }
}

// By what a photo is known again: its file's stamp, or the hash of its bytes, for which it is never held whole.
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
