// Archives among the inputs: each gives the same photos as its unpacked folder.
import Books
import Documents
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct ArchiveWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func inputs(
        _ inputs: PhotoInputs, grouping: PhotoGrouping? = nil,
        archives: (any ArchiveOpener)? = LocalArchives()
    ) throws -> [String] {
        var cursor = try InputCursor(inputs, grouping, archives: archives)
        var words: [String] = []
        while let input = cursor.next() {
            switch input {
            case .photo(let photo):
                do throws(ScanError) {
                    words.append(try photo.bytes().isEmpty ? "no bytes" : photo.name)
                } catch {
                    words.append("\(PhotoFailure(error).code) \(photo.name)")
                }
            case .known(let name, _): words.append("known \(name)")
            case .book(let record, _): words.append("book \(record.photo)")
            case .recorded(let record, _): words.append("record \(record.photo)")
            case .skipped(let name): words.append("skipped \(name)")
            case .repeated(let name): words.append("again \(name)")
            case .failed(let name, let failure), .failedArchive(let name, let failure),
                .unreadable(let name, let failure):
                words.append("\(PhotoFailure(failure).code) \(name)")
            }
        }
        return words.map { $0.replacing(folder.path, with: "~") }
    }

    private func write(_ archive: Data, _ name: String) throws -> PhotoInputs {
        .paths([PhotoPath(try folder.write(archive, to: name).path)])
    }

    private static func photo(_ name: String) -> ArchiveFile.Member { .init(name, Data(Bytes.jpeg())) }

    private static let members: [ArchiveFile.Member] = [
        .init("a/", Data()), photo("a/2.jpg"), photo("a/10.jpg"), .init("a/notes.txt", Data("words".utf8)),
        photo(".hidden/x.jpg"), photo("__MACOSX/._2.jpg"), photo("b.jpg"), photo("../../c.jpg"),
        .init("empty.png", Data()),
    ]
    private static let found = [
        "~/box/a/2.jpg", "~/box/a/10.jpg", "skipped ~/box/a/notes.txt", "~/box/b.jpg", "~/box/c.jpg",
        "empty ~/box/empty.png",
    ]

    @Test func `members are photos of their own`() throws {
        for archive in [ArchiveFile.zip(Self.members), ArchiveFile.tar(Self.members)] {
            #expect(try inputs(try write(archive, "box")) == Self.found)
        }
    }

    @Test func `an error in a member affects that member only`() throws {
        let nested = ArchiveFile.zip([Self.photo("x.jpg")])
        let members: [ArchiveFile.Member] = [
            Self.photo("locked.jpg").encrypted, Self.photo("damaged.jpg").damaged, .init("in.zip", nested),
            Self.photo("whole.jpg"), .init("secret.txt", Data("words".utf8)).encrypted,
        ]
        #expect(
            try inputs(try write(ArchiveFile.zip(members), "box.zip")) == [
                "encrypted ~/box.zip/locked.jpg", "damaged ~/box.zip/damaged.jpg", "archive ~/box.zip/in.zip",
                "~/box.zip/whole.jpg", "skipped ~/box.zip/secret.txt",
            ])
    }

    @Test func `an error in an archive is reported after its photos`() throws {
        let twice = ArchiveFile.zip([Self.photo("a.jpg"), Self.photo("./a.jpg"), Self.photo("b.jpg")])
        #expect(
            try inputs(try write(twice, "t.zip")) == ["~/t.zip/a.jpg", "~/t.zip/b.jpg", "damaged ~/t.zip"])
        let cut = ArchiveFile.tar([Self.photo("a.jpg"), Self.photo("b.jpg")]).prefix(1600)
        let words = try inputs(try write(Data(cut), "c.tar"))
        #expect(words == ["~/c.tar/a.jpg", "damaged ~/c.tar/b.jpg", "damaged ~/c.tar"])
        let none = ArchiveFile.zip([.init("notes.txt", Data("words".utf8))])
        #expect(
            try inputs(try write(none, "n.zip")) == ["skipped ~/n.zip/notes.txt", "no-photos ~/n.zip"])
        #expect(try inputs(try write(ArchiveFile.zip([]), "e.zip")) == ["no-photos ~/e.zip"])
    }

    @Test func `photos of equal names in several archives on standard input are told apart`() throws {
        let names = [
            "-/a.jpg", "-/2/a.jpg", "-/a.jpg", "-/a.jpg", "-/b.jpg", "box.zip/a.jpg", "box.zip/a.jpg",
        ]
        var cursor = InputCursor(
            names.map { name in
                .photo(Photo(name: name, content: .member(.success(Data(Bytes.jpeg())), of: nil)))
            })
        var found: [String] = []
        while case .photo(let photo)? = cursor.next() { found.append(photo.name) }
        #expect(
            found == [
                "-/a.jpg", "-/2/a.jpg", "-/3/a.jpg", "-/4/a.jpg", "-/b.jpg", "box.zip/a.jpg", "box.zip/a.jpg",
            ])
    }

    @Test func `without an opener, archives are reported as such`() throws {
        let inputs = try inputs(try write(ArchiveFile.zip(Self.members), "box.zip"), archives: nil)
        #expect(inputs == ["archive ~/box.zip"])
    }

    @Test func `a photo in an archive is found again by its path`() throws {
        _ = try write(ArchiveFile.zip(Self.members), "in/box.zip")
        let path = folder("in/box.zip/a/10.jpg")
        #expect(PhotoPath(path).archived?.member == Array("a/10.jpg".utf8))
        #expect(try Photo(at: PhotoPath(path)).bytes() == Data(Bytes.jpeg()))
        #expect(try inputs(.paths([PhotoPath(path)])) == ["~/in/box.zip/a/10.jpg"])
        #expect(try inputs(.paths([PhotoPath(path + "x")])) == ["missing ~/in/box.zip/a/10.jpgx"])
        #expect(PhotoPath(folder("in/none.zip/a")).archived == nil)
    }

    /// Random trees, patterns, shards and groupings.
    @Test func `an archive gives the photos that its unpacked folder gives`() throws {
        var random = SeededGenerator(seed: 21)
        let parts = ["a", "b", "photo 2", "photo 10", "x.y", "ü"]
        for round in 0..<40 {
            let names = Set(
                (0..<12).map { _ in
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        parts.randomElement(using: &random) ?? "a"
                    }
                    .joined(separator: "/") + [".jpg", ".png", ".txt"].randomElement(using: &random)!
                }
            ).sorted().shuffled(using: &random)
            let members = names.map { name in
                ArchiveFile.Member(name, name.hasSuffix(".txt") ? Data("text".utf8) : Data(Bytes.jpeg()))
            }
            for member in members {
                try folder.write(
                    member.bytes, to: "\(round)/tree/box.zip/" + String(decoding: member.name, as: UTF8.self))
            }
            let archive = Bool.random(using: &random) ? ArchiveFile.zip(members) : ArchiveFile.tar(members)
            try folder.write(archive, to: "\(round)/packed/box.zip")
            var selection = PathSelection()
            if Bool.random(using: &random) { selection.included = [try #require(Glob("*.jpg"))] }
            if Bool.random(using: &random) { selection.excluded = [try #require(Glob("a"))] }
            let grouping: PhotoGrouping? = [nil, .folder, .name].randomElement(using: &random) ?? nil
            if Bool.random(using: &random) {
                selection.shard = Shard(
                    Int.random(in: 1...2, using: &random), of: 2, keepingTogether: grouping)
            }
            func found(_ kind: String, _ below: String) throws -> [String] {
                let path = PhotoPath(folder("\(round)/\(kind)\(below)"))
                return try inputs(.selected(.paths([path]), selection), grouping: grouping)
                    .map { $0.replacing("\(round)/\(kind)", with: "") }
            }
            for below in ["", "/box.zip"] {
                let (folders, archives) = (try found("tree", below), try found("packed", below))
                #expect(
                    Set(archives).subtracting(["no-photos ~//box.zip", "skipped ~//box.zip"]) == Set(folders),
                    "\(names)")
                guard grouping != nil else { continue }
                // Photos of one book are moved together.
                let keys = archives.filter { $0.hasPrefix("~") }.compactMap {
                    GroupKeys(grouping).key(of: $0)
                }
                #expect(zip(keys, keys.dropFirst()).count { $0 != $1 } + 1 == max(1, Set(keys).count))
            }
        }
    }

    @Test func `members are counted without unpacking them, where that can be`() throws {
        let photos = [PhotoPath(folder.file("in").path)]
        for (name, archive) in [
            ("box.zip", ArchiveFile.zip(Self.members)), ("box.tar", ArchiveFile.tar(Self.members)),
        ] {
            let inputs = try write(archive, "in/\(name)")
            #expect(try self.inputs(inputs).count == inputs.count(caches: [], archives: LocalArchives()))
            #expect(inputs.count() == nil, "nobody opens it")
        }
        try folder.write(Bytes.jpeg(), "in/a.jpg")
        let all = PhotoInputs.paths(photos)
        #expect(try all.count(caches: [], archives: LocalArchives()) == inputs(all).count)
        let selection = PathSelection(
            included: [try #require(Glob("*.jpg"))], excluded: [try #require(Glob("b.jpg"))])
        let some = PhotoInputs.selected(all, selection)
        #expect(try some.count(caches: [], archives: LocalArchives()) == inputs(some).count)
        _ = try write(ArchiveFile.zip(Self.members).prefix(100), "in/cut.zip")
        #expect(all.count(caches: [], archives: LocalArchives()) == nil)
    }
}
