// Archives that are complete, broken or hostile.
import Foundation
import TestSupport
import Testing

@testable import Documents

struct ArchiveReaderTests {
    /// The members that could be read, and the error at the end.
    private func read(
        _ bytes: Data, upTo most: Int = 1 << 20, mostUnpacked: Int = .max, mostMembers: Int = .max
    ) -> (members: [(name: [UInt8], bytes: Data)], failure: ArchiveError?) {
        var members: [(name: [UInt8], bytes: Data)] = []
        let file = OpenArchive(bytes)
        do throws(ArchiveError) {
            let reader = try ArchiveReader(at: file.descriptor)
            (reader.mostUnpacked, reader.mostMembers) = (mostUnpacked, mostMembers)
            while let member = try reader.next() {
                guard member.isFile, let name = member.name else { continue }
                var content = Data()
                try reader.unpack {
                    content.append(contentsOf: $0)
                    return content.count <= most
                }
                members.append((name, content))
            }
            return (members, nil)
        } catch {
            return (members, error)
        }
    }

    private static func randomMembers(
        _ random: inout SeededGenerator, count: Int
    ) -> [ArchiveFile.Member] {
        var names: Set<[UInt8]> = []
        return (0..<count).compactMap { _ in
            let name = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                // In ZIPs from Windows, backslashes may be separators.
                let byte = UInt8.random(in: 1...255, using: &random)
                return byte == 0x5C || byte == 0x2F ? 0x61 : byte
            }
            guard names.insert(name).inserted else { return nil }
            let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            return ArchiveFile.Member(name, Data(bytes))
        }
    }

    @Test func `members of any names and bytes come out as they went in`() {
        var random = SeededGenerator(seed: 11)
        for round in 0..<60 {
            let members = Self.randomMembers(&random, count: Int.random(in: 1...8, using: &random))
            let archive = round.isMultiple(of: 2) ? ArchiveFile.zip(members) : ArchiveFile.tar(members)
            let (found, failure) = read(archive)
            #expect(failure == nil)
            #expect(found.map(\.name) == members.map(\.name))
            #expect(found.map(\.bytes) == members.map(\.bytes))
        }
    }

    /// Everything before the cut is read completely.
    @Test func `an archive that is cut or damaged anywhere gives no more than it holds`() {
        var random = SeededGenerator(seed: 12)
        for round in 0..<200 {
            let members = Self.randomMembers(&random, count: 5)
            var archive = round.isMultiple(of: 2) ? ArchiveFile.zip(members) : ArchiveFile.tar(members)
            if Bool.random(using: &random) {
                archive = archive.prefix(Int.random(in: 0..<archive.count, using: &random))
            } else {
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    archive[Int.random(in: 0..<archive.count, using: &random)] ^=
                        1
                        << UInt8.random(
                            in: 0..<8, using: &random)
                }
            }
            let (found, _) = read(Data(archive))
            #expect(found.count <= members.count)
        }
        let members = Self.randomMembers(&random, count: 3)
        let size = members.prefix(2).reduce(0) { $0 + 30 + $1.name.count + $1.bytes.count }
        let (found, failure) = read(ArchiveFile.zip(members).prefix(size + 20))
        #expect(found.map(\.bytes) == members.prefix(2).map(\.bytes))
        #expect(failure == .damaged)
    }

    @Test func `a TAR that is cut off between members is damaged`() {
        let members = ["a", "b"].map { ArchiveFile.Member($0, Data(count: 700)) }
        let whole = ArchiveFile.tar(members)
        for (size, count, isWhole) in [(1536, 1, false), (3072, 2, false), (3584, 2, true), (4096, 2, true)] {
            let (found, failure) = read(whole.prefix(size))
            #expect(found.count == count && failure == (isWhole ? nil : .damaged), "\(size)")
        }
    }

    @Test func `what would unpack to far more than it is stops early`() {
        let bomb = EPUBFile.archive([("a.jpg", .endless(megabytes: 40))])
        #expect(read(bomb, upTo: 1 << 30, mostUnpacked: 20 << 20).failure == .unpacksTooFar)
        let crowd = ArchiveFile.tar((0...100).map { .init("\($0)", Data()) })
        #expect(read(crowd, mostMembers: 100).failure == .tooManyMembers)
        #expect(read(crowd, mostMembers: 101).failure == nil)
    }

    @Test func `links, folders and encrypted members are reported`() throws {
        let photo = ArchiveFile.Member("a.jpg", Data([1]))
        let tar = OpenArchive(
            ArchiveFile.tar([photo, .init("folder/", Data())], links: [("link", "/etc/passwd")]))
        let reader = try ArchiveReader(at: tar.descriptor)
        var kinds: [Bool] = []
        while let member = try reader.next() { kinds.append(member.isFile) }
        #expect(kinds == [true, false, false])
        let zip = OpenArchive(ArchiveFile.zip([photo.encrypted]))
        let locked = try ArchiveReader(at: zip.descriptor)
        #expect(try locked.next()?.isEncrypted == true)
    }

    @Test(arguments: [
        ("a/b.jpg", "a/b.jpg"), ("../../etc/passwd", "etc/passwd"), ("/a//./b", "a/b"), ("..", nil),
        ("", nil),
    ])
    func `no member leads out of its archive`(name: String, path: String?) {
        #expect(ArchiveReader.path(of: Array(name.utf8)) == path.map { Array($0.utf8) })
    }

    @Test func `archives are recognised by their first bytes`() {
        let photo = ArchiveFile.Member("a.jpg", Data([1, 2, 3]))
        #expect(ArchiveFormat(of: ArchiveFile.zip([photo])) == .zip)
        #expect(ArchiveFormat(of: ArchiveFile.zip([])) == .zip)
        #expect(ArchiveFormat(of: ArchiveFile.tar([photo])) == .tar)
        #expect(ArchiveFormat(of: Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0])) == .gzip)
        for bytes in [
            EPUBFile.bytes(["<p>A</p>"]), ArchiveFile.zip([.init("[Content_Types].xml", Data())]),
            Data("PK".utf8), Data(count: 1024), Data("%PDF-1.4".utf8),
        ] {
            #expect(ArchiveFormat(of: bytes) == nil)
        }
    }
}

/// A file that is deleted when it is closed, and its descriptor.
private struct OpenArchive: ~Copyable {
    private let file: UnsafeMutablePointer<FILE>? = tmpfile()

    var descriptor: Int32 { file.map(fileno) ?? -1 }

    init(_ bytes: Data) {
        guard let file else { return }
        bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        fflush(file)
    }

    deinit { if let file { fclose(file) } }
}
