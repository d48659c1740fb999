// Archives are opened by whoever may look into files that nobody trusts; this is what a walk asks of it.
import Books
import Documents
import Foundation

/// Opens archives.
package protocol ArchiveOpener: Sendable {
    /// - Parameter descriptor: of an ordinary file, open as long as its members are asked for.
    func open(_ descriptor: Int32) throws(ScanError) -> any ArchiveMembers
}

/// What a member of an archive is.
package enum MemberKind: UInt8, Codable, Sendable {
    /// Something to read.
    case photo
    case other
    case empty
    /// An archive of its own, which nobody opens.
    case archive
}

/// An archive's members, one after another.
package protocol ArchiveMembers: AnyObject {
    /// `nil` at the end. What is thrown is the archive's failure, behind which there is no more.
    func next() throws(ScanError) -> ArchiveReader.Member?

    /// What the member is that `next` gave last; asked once. What is thrown is the member's failure.
    ///
    /// - Parameter isWhole: whether to unpack more of it than tells what it is.
    /// - Returns: its kind, and of a photo that was unpacked its bytes.
    func content(isWhole: Bool) throws(ScanError) -> (kind: MemberKind, bytes: Data)
}

/// Reads archives in this process, as photos are where there are no workers.
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
    /// As `ArchiveMembers` has it, but that a photo's bytes are handed on as they come.
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
        // It ended before its head was long enough.
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
