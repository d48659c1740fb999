// Files, folders and lists, valid and broken.
import Books
import Foundation
import TestSupport
import Testing

@testable import Batch
@testable import Reading

struct PhotoInputsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["IMG_10.JPG", "IMG_2.jpg", "sub/b.png", "sub/a"] { try folder.write(Bytes.jpeg(), name) }
        for name in ["._IMG_2.jpg", ".hidden/IMG_1.jpg"] { try folder.write(Bytes.jpeg(), name) }
        try folder.write(Array("words".utf8), "notes.txt")
    }

    /// The inputs as text, with paths relative to the test's folder.
    private func inputs(_ inputs: PhotoInputs) throws -> [String] {
        var cursor = try InputCursor(inputs)
        var words: [String] = []
        while let input = cursor.next() {
            switch input {
            case .photo(let photo): words.append(photo.name)
            case .book(let record, _): words.append("book \(record.photo)")
            case .known(let name, _): words.append("known \(name)")
            case .recorded(let record, let place):
                words.append("\(record.photo) at \(place.file):\(place.line)")
            case .skipped(let name): words.append("skipped \(name)")
            case .repeated(let name): words.append("again \(name)")
            case .failed(let name, let failure), .failedArchive(let name, let failure),
                .unreadable(let name, let failure):
                words.append("\(PhotoFailure(failure).code) \(name)")
            }
        }
        return words.map { $0.replacing(folder.path, with: "~") }
    }

    private func paths(_ names: String...) -> PhotoInputs { .paths(names.map { PhotoPath(folder($0)) }) }

    private func list(_ entries: [String], separator: String, endedByNUL: Bool) throws -> PhotoInputs {
        let text = entries.joined(separator: separator).replacing("~", with: folder.path)
        return .list(PhotoPath(try folder.write(Array(text.utf8), "lists/list.txt")), endedByNUL: endedByNUL)
    }

    @Test func `folders come in natural order`() throws {
        let all = ["~/IMG_2.jpg", "~/IMG_10.JPG", "skipped ~/notes.txt", "~/sub/a", "~/sub/b.png"]
        #expect(try inputs(.paths([PhotoPath(folder.path)])) == all)
        #expect(try inputs(.paths([PhotoPath(folder.path + "/")])) == all)
        #expect(PhotoInputs.paths([PhotoPath(folder.path)]).count() == 5)
    }

    /// A report next to its photos is not read with them, unless it is named.
    @Test func `folders of generated pictures are skipped`() throws {
        try folder.write([], "sub/report/.bookzone-pictures")
        try folder.write(Bytes.jpeg(), "sub/report/thumbnails/a.jpg")
        let all = ["~/IMG_2.jpg", "~/IMG_10.JPG", "skipped ~/notes.txt", "~/sub/a", "~/sub/b.png"]
        #expect(try inputs(.paths([PhotoPath(folder.path)])) == all)
        #expect(PhotoInputs.paths([PhotoPath(folder.path)]).count() == 5)
        #expect(try inputs(paths("sub/report")) == ["~/sub/report/thumbnails/a.jpg"])
    }

    @Test func `arguments keep their order`() throws {
        #expect(
            try inputs(paths("sub/b.png", "IMG_2.jpg", "sub")) == [
                "~/sub/b.png", "~/IMG_2.jpg", "~/sub/a", "again ~/sub/b.png",
            ])
        #expect(paths("sub/b.png", "IMG_2.jpg", "sub").count() == 4)
    }

    @Test func `a repeated path is reported, however it is spelled`() throws {
        #expect(
            try inputs(paths("IMG_2.jpg", "./IMG_2.jpg", "sub/../IMG_2.jpg", "sub//b.png", "sub/b.png")) == [
                "~/IMG_2.jpg", "again ~/./IMG_2.jpg", "~/sub/../IMG_2.jpg", "~/sub//b.png",
                "again ~/sub/b.png",
            ])
        let list = try list(["~/IMG_2.jpg", "~/IMG_2.jpg"], separator: "\n", endedByNUL: false)
        #expect(try inputs(list) == ["~/IMG_2.jpg", "again ~/IMG_2.jpg"])
    }

    @Test func `a relative path is that of the working folder`() {
        var seen = SeenPaths(from: "/box")
        #expect(
            ["a.jpg", "/box/a.jpg", "./a.jpg", "b.jpg"].map { seen.insert(PhotoPath($0)) } == [
                true, false, false, true,
            ])
    }

    /// Lines of `scan --format jsonl`, with empty and other lines between.
    private func results(_ name: String, _ lines: [String]) throws -> PhotoPath {
        PhotoPath(try folder.write(Array(lines.joined(separator: "\n").utf8), name))
    }

    private func line(_ photo: String) throws -> String {
        String(decoding: try JSONEncoder().encode(PhotoRecord(photo: photo)), as: UTF8.self)
    }

    @Test func `results take the place of their photos`() throws {
        let long = String(repeating: "x", count: 1 << 19)
        let run = try results("run.jsonl", [line("a.jpg"), "", line(long), "{}", " ", line("b.jpg")])
        let inputs = PhotoInputs.paths([run, PhotoPath(folder("IMG_2.jpg"))])
        #expect(
            try self.inputs(inputs) == [
                "a.jpg at ~/run.jsonl:1", "\(long) at ~/run.jsonl:3", "record ~/run.jsonl:4",
                "b.jpg at ~/run.jsonl:6", "~/IMG_2.jpg",
            ])
        #expect(inputs.count() == 6, "a line of spaces is counted")
        #expect(PhotoInputs.paths([run]).isRecordsOnly && !inputs.isRecordsOnly)
        var left: [String] = []
        let last = PhotoRecord(photo: long)
        #expect(inputs.rest(after: 2, last: last) { left.append($0.photo) } == .photos(1))
        #expect(left == ["b.jpg"])
        #expect(inputs.rest(after: 5, last: nil) { _ in } == .photos(0))
        #expect(PhotoInputs.paths([.standardInput]).rest(after: 0, last: nil) { _ in } == .uncountable)
    }

    @Test(arguments: ["", "{}", "null", #"{"photo""#])
    func `a damaged first line of results is named, and a byte order mark skipped`(first: String) throws {
        let run = try results("run.jsonl", ["\u{FEFF}" + first, line("a.jpg")])
        #expect(
            try inputs(.paths([run])) == (first.isEmpty ? [] : ["record ~/run.jsonl:1"])
                + ["a.jpg at ~/run.jsonl:2"])
        #expect(PhotoInputs.paths([run]).isRecordsOnly)
        let other = try results("run", ["\u{FEFF}", line("a.jpg")])
        #expect(try inputs(.paths([other])) == ["a.jpg at ~/run:2"])
    }

    @Test func `of a file without records, one line is named`() throws {
        let run = try results("run.jsonl", ["", "{}", "[]", "photo"])
        #expect(try inputs(.paths([run])) == ["record ~/run.jsonl:2"])
    }

    @Test func `what is left of results that changed is not counted`() throws {
        let lines = try ["a.jpg", "b.jpg", "c.jpg"].map(line)
        let run = try results("run.jsonl", lines)
        let last = PhotoRecord(photo: "b.jpg")
        func rest(_ paths: PhotoPath...) -> PhotoInputs.Rest {
            PhotoInputs.paths(paths).rest(after: 2, last: last) { _ in }
        }
        #expect(rest(run) == .photos(0))
        #expect(rest(run, PhotoPath(folder("gone.jsonl"))) == .changed)
        _ = try results("run.jsonl", Array(lines.dropFirst()))
        #expect(rest(run) == .changed)
        _ = try results("run.jsonl", Array(lines.prefix(1)))
        #expect(rest(run) == .changed)
        #expect(rest(PhotoPath(folder("gone.jsonl"))) == .changed)
    }

    @Test(arguments: ["{}\n", "{\n", "[]", "photo,page\n", ""]) func `other text is not read as results`(
        _ text: String
    )
        throws
    {
        let file = PhotoPath(try folder.write(Array(text.utf8), "other"))
        #expect(try inputs(.paths([file])) == ["~/other"])
        #expect(!PhotoInputs.paths([file]).isRecordsOnly)
    }

    @Test func `hidden ones are read when named`() throws {
        #expect(try inputs(paths("._IMG_2.jpg", ".hidden")) == ["~/._IMG_2.jpg", "~/.hidden/IMG_1.jpg"])
    }

    @Test func `loops of links end`() throws {
        try folder.link("sub/loop", to: "..")
        try folder.link("sub/self", to: "self")
        try folder.link("sub/z", to: "../IMG_2.jpg")
        #expect(
            try inputs(paths("sub")) == [
                "~/sub/a", "~/sub/b.png", "~/sub/loop/IMG_2.jpg", "~/sub/loop/IMG_10.JPG",
                "skipped ~/sub/loop/notes.txt", "unreadable ~/sub/self", "~/sub/z",
            ])
        #expect(paths("sub").count() == 7)
    }

    @Test func `broken things in a folder do not end it`() throws {
        try folder.write([], "sub/0 empty.jpg")
        try folder.write([], "sub/0 empty.txt")
        try folder.link("sub/1 dangling.jpg", to: "nowhere")
        #expect(mkfifo(folder("sub/2 pipe.jpg"), 0o600) == 0)
        #expect(
            try inputs(paths("sub")) == [
                "~/sub/0 empty.jpg", "skipped ~/sub/0 empty.txt", "missing ~/sub/1 dangling.jpg",
                "skipped ~/sub/2 pipe.jpg", "~/sub/a", "~/sub/b.png",
            ])
    }

    @Test func `a folder that vanishes is one failure`() throws {
        var cursor = try InputCursor(paths("sub", "IMG_2.jpg"))
        guard case .photo = cursor.next() else {
            Issue.record("no photo")
            return
        }
        try FileManager.default.removeItem(atPath: folder("sub"))
        guard case .failed(let name, let failure) = cursor.next() else {
            Issue.record("no failure")
            return
        }
        #expect(name == folder("sub/b.png"))
        #expect(failure == .vanished)
        guard case .photo = cursor.next() else {
            Issue.record("no photo")
            return
        }
    }

    @Test func `a folder that may not be opened is one failure`() throws {
        var walk = FolderWalk(PhotoPath(folder("nowhere")))
        guard case .unreadable(_, let failure) = walk.next() else {
            Issue.record("no failure")
            return
        }
        #expect(failure == .system(ENOENT))
        #expect(walk.next() == nil)
    }

    @Test func `names need not be UTF-8`() throws {
        let name = Array(folder.path.utf8) + [0x2F, 0x42, 0xFC, 0x63, 0x68, 0x65, 0x72]
        let path = PhotoPath(bytes: name)
        #expect(mkdir(path.cString, 0o700) == 0)
        let photo = path.appending(Array("IMG_\u{e9}.jpg".unicodeScalars.map { UInt8($0.value) }))
        #expect(rename(folder("IMG_2.jpg"), photo.cString) == 0)
        var cursor = try InputCursor(.paths([path]))
        guard case .photo(let found) = cursor.next() else {
            Issue.record("no photo")
            return
        }
        #expect(found.name.withoutStandIns == folder("B\u{FFFD}cher/IMG_\u{FFFD}.jpg"))
        #expect(PhotoPath(found.name) == photo)
        #expect(Array(try found.bytes()) == Bytes.jpeg())
    }

    /// The pipe has no writer, so opening it would block.
    @Test(.timeLimit(.minutes(30))) func `a list that is a pipe is not opened before it is read`() throws {
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        try PhotoInputs.list(PhotoPath(folder("pipe")), endedByNUL: false).check()
        for (name, failure) in [("nowhere", ENOENT), ("sub", EISDIR)] {
            #expect(throws: ScanError.system(failure)) {
                try PhotoInputs.list(PhotoPath(folder(name)), endedByNUL: false).check()
            }
        }
    }

    @Test func `lists by line`() throws {
        let inputs = try list(
            ["~/sub", "", "~/IMG_2.jpg\r", "~/gone.jpg"], separator: "\n", endedByNUL: false)
        #expect(try self.inputs(inputs) == ["~/sub/a", "~/sub/b.png", "~/IMG_2.jpg", "~/gone.jpg"])
        #expect(inputs.count() == 4)
    }

    @Test func `lists by NUL`() throws {
        try folder.write(Bytes.jpeg(), "new\nline.jpg")
        let inputs = try list(["~/new\nline.jpg", "", "~/IMG_2.jpg", ""], separator: "\0", endedByNUL: true)
        #expect(try self.inputs(inputs) == ["~/new\nline.jpg", "name ~/lists/list.txt:2", "~/IMG_2.jpg"])
    }

    @Test func `other files are not read as lists`() throws {
        let bytes = [UInt8](repeating: 0x55, count: 200_000)
        let inputs = PhotoInputs.list(PhotoPath(try folder.write(bytes, "list")), endedByNUL: false)
        #expect(try self.inputs(inputs) == ["unreadable ~/list:0"])
    }

    @Test(arguments: [("nowhere", "missing"), ("sub", "unreadable")])
    func `lists are checked before work starts`(name: String, code: String) {
        let inputs = PhotoInputs.list(PhotoPath(folder(name)), endedByNUL: true)
        let error = #expect(throws: ScanError.self) { try inputs.check() }
        #expect(error.map(PhotoFailure.init)?.code == code)
    }

    @Test(
        arguments: [
            ("empty", [], "empty"), ("text", Array("words".utf8), "unknown-format"),
            ("short", [0xFF], "unknown-format"),
        ] as [(String, [UInt8], String)])
    func `files without a photo`(name: String, bytes: [UInt8], code: String) throws {
        let photo = Photo(name: name, content: .file(PhotoPath(try folder.write(bytes, name))))
        let error = #expect(throws: ScanError.self) { try photo.bytes() }
        #expect(error.map(PhotoFailure.init)?.code == code)
    }

    @Test func `a file beyond the limit is not read`() throws {
        let path = try folder.write(Bytes.jpeg(), "huge.jpg")
        #expect(truncate(path, off_t(Photo.sizeLimit + 1)) == 0)
        let photo = Photo(name: path, content: .file(PhotoPath(path)))
        let error = #expect(throws: ScanError.self) { try photo.bytes() }
        #expect(error == .tooManyBytes)
    }

    @Test func `standard input cannot be counted`() {
        #expect(PhotoInputs.paths([.standardInput]).count() == nil)
        #expect(PhotoInputs.list(.standardInput, endedByNUL: false).count() == nil)
    }
}
