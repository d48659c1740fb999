// An archive is treated as a folder: each member is a photo of its own, and members are unpacked one at a time, on
// demand.
import Books
import Documents
import Foundation
import Output
import Reading

/// An archive among the inputs.
struct FoundArchive {
    /// The prefix of the paths of photos in it.
    var path: PhotoPath
    /// The path to open it by, if that differs from `path`.
    var file: PhotoPath?
    /// `nil` for an archive on standard input.
    var stamp: FileStamp?
    /// The path relative to the folder in which it was found, with a slash at its end; empty for an archive that was
    /// named.
    var below = ""
    /// Whether it was named explicitly.
    var isNamed = true
    /// Whether its photos are distributed over the shards; otherwise all are in the archive's shard.
    var isShared = false
    /// Whether a member can be read without unpacking those before it.
    var isOpenToAnyMember = true
}

extension FoundArchive {
    /// An archive that was named explicitly.
    init(_ path: PhotoPath, _ format: ArchiveFormat) {
        self.init(
            path: path, stamp: path.fileStamp, isShared: ArchiveFormat.isNamed(path.name),
            isOpenToAnyMember: format != .gzip)
    }
}

/// Returns those members of one archive that are photos.
struct ArchiveWalk {
    private let found: FoundArchive
    private let rules: WalkRules
    /// `nil` if the archive can't be opened, or may still grow.
    private var members: (any ArchiveMembers)?
    /// One of these keeps the archive's file open.
    private var file: OpenFile?
    private var spool: UnnamedFile?
    private var isAtEnd = false
    private var photos = 0
    /// Members that are excluded by the patterns or belong to another shard.
    private var leftOut = 0
    private var names: Set<Int> = []
    /// Of the archive as a whole, reported after its members.
    private var failure: ScanError?
    /// Inputs that are known before members are unpacked, in reverse order: if photos are grouped by book, all of
    /// them.
    private var planned: [PhotoInput] = []

    /// - Parameters:
    ///   - spool: the contents of an archive on standard input; `nil` opens the file.
    ///   - isWhole: false if the archive is known to be cut off or damaged, which its members need not show.
    init(_ found: FoundArchive, _ rules: WalkRules, spool: UnnamedFile? = nil, isWhole: Bool = true) {
        (self.found, self.rules) = (found, rules)
        if !isWhole { failure = .damaged(format: "archive") }
        let name = found.path.name
        if let stamp = found.stamp, rules.caches.contains(where: { $0.canSkip(archive: name, stamp) }) {
            planned = [.known(name)]
            return
        }
        do throws(ScanError) {
            guard let opener = rules.opener else { throw .archive }
            if let spool {
                self.spool = spool
                members = try opener.open(spool.descriptor)
            } else {
                let file = try OpenFile(found.file ?? found.path)
                self.file = file
                members = try opener.open(file.descriptor)
                if rules.keys.areSorted, found.isOpenToAnyMember, found.file == nil {
                    planned = plan().reversed()
                }
            }
        } catch {
            planned = [.failedArchive(name: name, error)]
        }
    }

    /// How many members there are to look at, some of which may not be photos; `nil` if the archive would have to be
    /// unpacked for that, or is damaged.
    static func count(_ found: FoundArchive, _ rules: WalkRules) -> Int? {
        guard found.isOpenToAnyMember, rules.opener != nil else { return nil }
        let walk = ArchiveWalk(found, WalkRules(rules.selection, archives: rules.opener))
        var count = 0
        do throws(ScanError) {
            while let member = try walk.members?.next() {
                guard member.isFile, let below = member.name.flatMap(ArchiveReader.path),
                    !isHidden(below), walk.takes(below, found.path.appending(below))
                else { continue }
                count += 1
            }
            return walk.members == nil ? 1 : count
        } catch { return nil }
    }

    /// `nil` at the end.
    mutating func next() -> PhotoInput? {
        if let input = planned.popLast() { return input }
        while !isAtEnd {
            // Received archives are read in place: they may be large, and wait for long.
            if let input = step(isWhole: found.file == nil) { return input }
        }
        return nil
    }

    /// The next input; `nil` if the next member is not one. At the end, a message about the archive, if there is one.
    private mutating func step(isWhole: Bool) -> PhotoInput? {
        do throws(ScanError) {
            if let member = try members?.next() { return input(of: member, isWhole: isWhole) }
            isAtEnd = true
            return members == nil ? nil : end()
        } catch {
            isAtEnd = true
            return .failedArchive(name: found.path.name, failure ?? error)
        }
    }

    private func end() -> PhotoInput? {
        if let stamp = found.stamp {
            for cache in rules.caches { cache.didFinish(archive: found.path.name, stamp) }
        }
        if let failure { return .failedArchive(name: found.path.name, failure) }
        if photos > 0 || leftOut > 0 { return nil }
        return found.isNamed ? .failedArchive(name: found.path.name, .noPhotos) : .skipped(found.path.name)
    }

    private mutating func input(of member: ArchiveReader.Member, isWhole: Bool) -> PhotoInput? {
        guard member.isFile, let members else { return nil }
        guard let own = member.name else {
            failure = failure ?? .badMemberName
            return nil
        }
        guard let below = ArchiveReader.path(of: own), !Self.isHidden(below) else { return nil }
        let path = found.path.appending(below)
        guard takes(below, path) else {
            leftOut += 1
            return nil
        }
        guard names.insert(below.hashValue).inserted else {
            failure = failure ?? .sameName
            return nil
        }
        if let stamp = found.stamp, rules.caches.contains(where: { $0.isKnown(member: path.name, stamp) }) {
            photos += 1
            return .known(path.name)
        }
        let content: Result<(kind: MemberKind, bytes: Data), ScanError> =
            member.isEncrypted
            ? .failure(.encrypted(format: "archive"))
            : Result { () throws(ScanError) in try members.content(isWhole: isWhole) }
        return input(content, path, below, isWhole: isWhole)
    }

    private mutating func input(
        _ content: Result<(kind: MemberKind, bytes: Data), ScanError>, _ path: PhotoPath, _ below: [UInt8],
        isWhole: Bool
    ) -> PhotoInput? {
        let result: Result<Data, ScanError>
        switch content {
        case .success((.photo, let bytes)): result = .success(bytes)
        case .success((.archive, _)): result = .failure(.archive)
        case .success((.empty, _)) where path.isNamedLikeAPhoto: result = .failure(.empty)
        case .success((.other, let bytes)) where path.isNamedLikeAPhoto:
            result = .failure(.unreadable(bytes, named: path.name))
        // What can't be unpacked may be anything; its name shows what it was meant to be.
        case .failure(let error) where path.isNamedLikeAPhoto: result = .failure(error)
        case .success((.other, _)), .success((.empty, _)): return .skipped(path.name)
        case .failure(let error):
            if error != .encrypted(format: "archive") { failure = failure ?? error }
            return .skipped(path.name)
        }
        photos += 1
        if case .success = result, !isWhole {
            let place = found.file?.appending(below) ?? path
            return .photo(Photo(name: path.name, content: .file(place), isSeen: true))
        }
        let archive = found.stamp.map { Photo.Archive(stamp: $0, isOpenToAnyMember: found.isOpenToAnyMember) }
        return .photo(Photo(name: path.name, content: .member(result, of: archive)))
    }

    private func takes(_ below: [UInt8], _ path: PhotoPath) -> Bool {
        let slash = UInt8(ascii: "/")
        let folders = below.indices.filter { below[$0] == slash }.map {
            found.below + String(path: below[..<$0])
        }
        guard folders.allSatisfy({ rules.selection.takes($0, isFolder: true) }) else { return false }
        let below = found.below + String(path: below)
        return rules.selection.takes(below, isFolder: false)
            && (!found.isShared || rules.share.holds(below, name: path.name))
    }

    private static func isHidden(_ path: [UInt8]) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
    }

    /// All its photos in natural order, those of one book together; none of them is unpacked.
    private mutating func plan() -> [PhotoInput] {
        var inputs: [PhotoInput] = []
        while !isAtEnd {
            if let input = step(isWhole: false) { inputs.append(input) }
        }
        return rules.keys.sorted(inputs)
    }
}

extension GroupKeys {
    /// The photos in natural order, those of one book together, and then everything else.
    func sorted(_ inputs: [PhotoInput]) -> [PhotoInput] {
        var (photos, others): ([(path: PhotoPath, input: PhotoInput)], [PhotoInput]) = ([], [])
        for input in inputs {
            switch input {
            case .photo(let photo): photos.append((PhotoPath(photo.name), input))
            case .known(let name, _): photos.append((PhotoPath(name), input))
            default: others.append(input)
            }
        }
        photos.sort { NaturalOrder.precedes($0.path.bytes, $1.path.bytes) }
        return together(photos) { $0.path.name }.map(\.input) + others
    }
}

/// A file that stays open as long as this object exists.
private final class OpenFile {
    let descriptor: Int32

    init(_ path: PhotoPath) throws(ScanError) {
        descriptor = open(path.cString, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .system(errno) }
    }

    deinit { close(descriptor) }
}
