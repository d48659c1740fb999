// The protocol through which a walk looks into archives; untrusted files are opened elsewhere, in a sandbox.
import Books
import Documents
import Foundation

/// Opens archives.
package protocol ArchiveOpener: Sendable {
    /// - Parameter descriptor: of a regular file, which stays open while members are read.
    func open(_ descriptor: Int32) throws(ScanError) -> any ArchiveMembers
}

/// The kind of an archive's member.
package enum MemberKind: UInt8, Codable, Sendable {
    /// A photo or document.
    case photo
    case other
    case empty
    /// A nested archive, which is not opened.
    case archive
}

/// The members of an archive, one after another.
package protocol ArchiveMembers: AnyObject {
    /// `nil` at the end. If it throws, the archive has failed and no more members follow.
    func next() throws(ScanError) -> ArchiveReader.Member?

    /// The content of the member that `next` returned last; called once. If it throws, only this member has failed.
    ///
    /// - Parameter isWhole: whether to unpack all of it, rather than enough to determine its kind.
    /// - Returns: its kind, and the bytes of a photo that was unpacked.
    func content(isWhole: Bool) throws(ScanError) -> (kind: MemberKind, bytes: Data)
}

/// Opens archives in this process, for scans without worker processes.
package struct LocalArchives: ArchiveOpener {
    package init() {}

    package func open(_ descriptor: Int32) throws(ScanError) -> any ArchiveMembers {
        do throws(ArchiveError) { return LocalArchive(try ArchiveReader(at: descriptor)) } catch {
            throw ScanError(error)
        }
    }
}

private final class LocalArchive: ArchiveMembers {
    private let reader: ArchiveReader

    init(_ reader: ArchiveReader) {
        self.reader = reader
    }

    func next() throws(ScanError) -> ArchiveReader.Member? {
        do throws(ArchiveError) { return try reader.next() } catch { throw ScanError(error) }
    }

    func content(isWhole: Bool) throws(ScanError) -> (kind: MemberKind, bytes: Data) {
        var bytes = Data()
        do throws(ArchiveError) {
            return (try reader.content(isWhole: isWhole) { bytes.append(contentsOf: $0) }, bytes)
        } catch { throw ScanError(error) }
    }
}

extension ArchiveReader {
    /// Like `content` of `ArchiveMembers`, but passes on a photo's bytes as they are unpacked.
    package func content(
        isWhole: Bool, _ receive: (UnsafeRawBufferPointer) -> Void
    ) throws(ArchiveError) -> MemberKind {
        var (head, count, isPhoto): ([UInt8], Int, Bool?) = ([], 0, nil)
        try unpack { chunk in
            count += chunk.count
            if isPhoto == true {
                receive(chunk)
            } else {
                head += chunk
                if head.count < FileSignature.length { return true }
                isPhoto = FileSignature.isReadable(head)
                if isPhoto == true, isWhole { head.withUnsafeBytes(receive) }
            }
            return isPhoto == true && isWhole && count <= Photo.sizeLimit
        }
        if count > Photo.sizeLimit { throw .tooLarge }
        if head.isEmpty { return .empty }
        guard FileSignature.isReadable(head) else {
            return ArchiveFormat(of: head) == nil ? .other : .archive
        }
        // The member is shorter than the bytes that determine its kind.
        if isPhoto == nil, isWhole { head.withUnsafeBytes(receive) }
        return .photo
    }
}

extension ScanError {
    package init(_ error: ArchiveError) {
        self =
            switch error {
            case .damaged: .damaged(format: "archive")
            case .encrypted: .encrypted(format: "archive")
            case .tooManyMembers: .tooManyMembers(most: ArchiveReader.mostMembers)
            case .unpacksTooFar: .unpacksTooFar
            case .tooLarge: .tooManyBytes
            }
    }
}
