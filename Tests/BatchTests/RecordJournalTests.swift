// Which photos a journal knows, and the order of its records at the end.
import Books
import Foundation
import Output
import Reading
import TestSupport
import Testing

@testable import Batch

struct RecordJournalTests {
    private let folder: TemporaryFolder
    private var file: String { folder.url.appending(path: "r.jsonl").path }

    init() throws { folder = try TemporaryFolder() }

    private static let settings = RunSettings(
        version: "1", model: nil,
        options: RunSettings.Options(crop: nil, lookup: false, readers: ["ocr"], rotate: 0, strict: false),
        fingerprint: "")

    private func stamp(_ size: Int, inode: UInt64 = 1) -> FileStamp {
        FileStamp(size: size, modified: 1, nanoseconds: 2, inode: inode)
    }

    private static func sha256(_ letter: Character) -> String { String(repeating: letter, count: 64) }

    private func record(_ name: String, _ letter: Character, _ status: ScanStatus = .none) -> PhotoRecord {
        PhotoRecord(photo: name, sha256: Self.sha256(letter), status: status)
    }

    private func journal(retrying: StatusSet = []) throws -> RecordJournal {
        try RecordJournal(file, Self.settings, retrying: retrying)
    }

    private func read(_ journal: RecordJournal, _ record: PhotoRecord, _ size: Int = 1) throws {
        _ = journal.mayBeKnown(record.photo, stamp(size))
        try journal.take([record], lines: [JSONLine.line(record)])
    }

    private var names: [String] {
        (folder.text("r.jsonl") ?? "").split(separator: "\n").compactMap { RecordHead($0.utf8)?.photo }
    }

    @Test func `a photo is recognised by its stamp or its bytes`() throws {
        let journal = try journal()
        try read(journal, record("a", "a"), 7)
        #expect(journal.isKnown("a", stamp(7)) && !journal.isKnown("a", stamp(7, inode: 2)))
        #expect(!journal.isKnown("b", stamp(7)))
        #expect(journal.mayBeKnown("b", stamp(7)) && !journal.mayBeKnown("b", stamp(8)))
        #expect(journal.mayBeKnown("b", stamp(7)) && journal.cached("b", sha256: Self.sha256("b")) == nil)
        #expect(journal.mayBeKnown("b", stamp(7)) && journal.cached("b", sha256: Self.sha256("a")) != nil)
        try journal.keep("b")
        #expect(try journal.finish().tally.photos == 2)
        #expect(names == ["a", "b"])
    }

    @Test(arguments: [ScanStatus.failed, .none]) func `a document among books is known again`(
        status: ScanStatus
    ) throws {
        var settings = Self.settings
        settings.options.group = "folder"
        let file = NamedStamp(name: "p.pdf", stamp: stamp(7))
        do {
            let journal = try RecordJournal(self.file, settings, retrying: [])
            try read(journal, record("p.pdf", "a", status), 7)
        }
        for (retried, stamp, isKnown) in [
            ([], file.stamp, true), ([], stamp(8), false), (StatusSet([status]), file.stamp, false),
        ] as [(StatusSet, FileStamp, Bool)] {
            let journal = try RecordJournal(self.file, settings, retrying: retried)
            let cached = journal.cached(book: [NamedStamp(name: "p.pdf", stamp: stamp)])
            #expect((cached != nil) == isKnown)
        }
    }

    /// `FILE.run` says that the photo's records are complete.
    @Test func `a last line that lost its end is dropped`() throws {
        do {
            let journal = try journal()
            for (name, letter) in [("a", "a"), ("b", "b")] as [(String, Character)] {
                try read(journal, record(name, letter))
            }
        }
        let text = try #require(folder.text("r.jsonl.partial"))
        _ = try folder.write(Data(text.utf8.dropLast()), to: "r.jsonl.partial")
        let descriptor = open(file + ".partial", O_RDONLY)
        defer { close(descriptor) }
        var lines = try #require(JournalLines(descriptor, name: file + ".partial"))
        #expect(lines.contains(0) && !lines.contains(text.utf8.count / 2))
        let journal = try journal()
        #expect(journal.isKnown("a", stamp(1)) && !journal.isKnown("b", stamp(1)))
        try journal.keep("a")
        try read(journal, record("b", "b"))
        try read(journal, record("c", "c"))
        #expect(try journal.finish().tally.photos == 3)
        #expect(names == ["a", "b", "c"])
    }

    @Test func `photos that are stored before their turn can be counted`() throws {
        let journal = try journal()
        try read(journal, record("a", "a"))
        for (name, letter) in [("c", "c"), ("d", "d")] as [(String, Character)] {
            _ = journal.mayBeKnown(name, stamp(2))
            journal.didRead([record(name, letter)])
        }
        #expect(journal.early.map(\.photo) == ["c", "d"])
        try read(journal, record("c", "c"))
        #expect(journal.early.map(\.photo) == ["d"])
    }

    @Test func `a record is stored once before its books are looked up`() throws {
        let journal = try journal()
        for name in ["a", "b"] {
            _ = journal.mayBeKnown(name, stamp(2))
            if name == "a" { journal.didRead([record("a", "a")]) }
            journal.willLookUp([record(name, name == "a" ? "a" : "b")])
        }
        let lines = (folder.text("r.jsonl.partial") ?? "").split(separator: "\n")
        #expect(lines.compactMap { RecordHead($0.utf8)?.photo } == ["a", "b"])
        #expect(journal.early.map(\.photo) == ["a", "b"])
    }

    @Test func `pages that come one by one are all kept`() throws {
        func page(_ name: String, _ number: Int) -> PhotoRecord {
            var record = record(name, "a")
            record.page = number
            return record
        }
        let pages = [("-", 1), ("-/a.jpg", 1), ("-", 2), ("-", 3), ("x.tif", 1), ("x.tif", 2)].map(page)
        for _ in 0..<2 {
            let journal = try journal()
            for record in pages {
                journal.didRead([page(record.photo, 1)].filter { $0.photo == "-" })
                try journal.take([record], lines: [JSONLine.line(record)])
            }
            _ = try journal.finish()
            let lines = (folder.text("r.jsonl") ?? "").split(separator: "\n")
            let heads = lines.compactMap { RecordHead($0.utf8) }
            #expect(heads.map(\.photo) == pages.map(\.photo) && heads.map(\.page) == pages.map(\.page))
        }
    }

    @Test func `a document whose number is not on its first page is known again`() throws {
        var page = record("x.pdf", "a")
        page.page = 2
        // As of a version that took the page for a further one.
        _ = try folder.write(
            Data(try [page, page].map { try JSONLine.line($0) }.joined().utf8), to: "r.jsonl")
        for run in 1...3 {
            let journal = try journal()
            #expect(journal.isKnown("x.pdf", stamp(7)) == (run > 1))
            _ = journal.mayBeKnown("x.pdf", stamp(7))
            if run == 1 {
                journal.didRead([page])
                try journal.take([page], lines: [JSONLine.line(page)])
            } else {
                try journal.keep("x.pdf")
            }
            #expect(try journal.finish().tally.photos == 1)
            #expect(names == ["x.pdf"])
        }
    }

    @Test func `a document that was changed has only the records of its present pages`() throws {
        for (number, letter) in [(2, "a"), (3, "b"), (1, "c"), (4, "c")] as [(Int, Character)] {
            let journal = try journal()
            _ = journal.mayBeKnown("x.pdf", stamp(number))
            var page = record("x.pdf", letter)
            page.page = number
            journal.didRead([page])
            try journal.take([page], lines: [JSONLine.line(page)])
            _ = try journal.finish()
            let lines = (folder.text("r.jsonl") ?? "").split(separator: "\n")
            #expect(lines.compactMap { RecordHead($0.utf8)?.page } == [number])
        }
    }

    @Test func `settings with every reader fit the schema of the file`() throws {
        let settings = RunSettings(
            version: "1", model: nil,
            options: RunSettings.Options(
                crop: nil, lookup: true, readers: WitnessReader.ofPictures.map(\.rawValue), rotate: 0,
                strict: false),
            fingerprint: "")
        let line = try JSONValue(JSONLine.line(settings))
        #expect(try JSONSchema.named("scan-run").problems(line) == [])
    }

    @Test func `records that a run does not reach keep their position`() throws {
        let first = try journal()
        for (name, letter) in zip(["a", "c", "x", "e"], "acxe" as String) {
            try read(first, record(name, letter))
        }
        _ = try first.finish()
        let second = try journal()
        for name in ["a", "b", "c", "e"] {
            if second.isKnown(name, stamp(1)) {
                try second.keep(name)
            } else {
                try read(second, record(name, "b"))
            }
        }
        #expect(try second.finish().known == 3)
        #expect(names == ["a", "b", "c", "x", "e"])
    }

    /// Names that are equal as strings, or can't be displayed.
    @Test(arguments: [
        ["caf\u{E9}", "cafe\u{301}"], ["\u{10FFE8}", "\u{10FFE9}"], ["\u{FFFD}", "\u{10FFFD}"],
    ])
    func `names that differ in bytes alone are two photos`(pair: [String]) throws {
        for round in 1...2 {
            let journal = try journal()
            for name in pair { #expect(journal.isKnown(name, stamp(1)) == (round == 2)) }
            if round == 1 {
                for name in pair { #expect(!journal.mayBeKnown(name, stamp(1))) }
                for (name, letter) in zip(pair, "ab" as String) {
                    try journal.take(
                        [record(name, letter)], lines: [JSONLine.line(record(name, letter))])
                }
            } else {
                for name in pair { try journal.keep(name) }
            }
            #expect(try journal.finish().tally.photos == 2)
            #expect(names.map { Array($0.utf8) } == pair.map { Array($0.utf8) })
        }
    }

    @Test func `a photo read ahead keeps its position and is read once`() throws {
        var journal: RecordJournal? = try journal()
        for (name, letter) in zip(["b", "c", "a"], "bca" as String) {
            _ = journal?.mayBeKnown(name, stamp(1))
            journal?.didRead([record(name, letter)])
        }
        for (name, letter) in zip(["a", "b"], "ab" as String) {
            try journal?.take([record(name, letter)], lines: [JSONLine.line(record(name, letter))])
        }
        // Killed before c was handed out.
        journal = nil
        let second = try self.journal()
        for name in ["a", "b", "c"] {
            #expect(second.isKnown(name, stamp(1)))
            try second.keep(name)
        }
        #expect(try second.finish().known == 3)
        #expect(names == ["a", "b", "c"])
    }

    @Test func `photos that were read, but not looked up, count as read`() throws {
        var settings = Self.settings
        settings.options.lookup = true
        var first: RecordJournal? = try RecordJournal(file, settings, retrying: [])
        let records = [record("a", "a"), record("b", "b")]
        for record in records {
            _ = first?.mayBeKnown(record.photo, stamp(1))
            first?.didRead([record])
        }
        // Killed before the look-ups.
        first = nil
        let second = try RecordJournal(file, settings, retrying: [])
        for record in records {
            #expect(!second.isKnown(record.photo, stamp(1)) && second.mayBeKnown(record.photo, stamp(1)))
            guard case .photo(let cached)? = second.cached(record.photo, sha256: record.sha256 ?? "") else {
                Issue.record("\(record.photo) is read again")
                continue
            }
            try second.take(cached, lines: cached.map { try JSONLine.line($0) })
        }
        try read(second, record("c", "c"), 2)
        #expect(try second.finish().known == 2)
        #expect(names == ["a", "b", "c"])
    }

    @Test func `a photo that could not be looked up is tried again by the next run, not by this one`() throws
    {
        var settings = Self.settings
        settings.options.lookup = true
        let first = try RecordJournal(file, settings, retrying: [])
        let record = record("a", "a")
        _ = first.mayBeKnown("a", stamp(1))
        first.didRead([record])
        #expect(!first.isKnown("a", stamp(1)))
        try first.take([record], lines: [JSONLine.line(record)])
        #expect(first.isKnown("a", stamp(1)))
        _ = try first.finish()
        #expect(try !RecordJournal(file, settings, retrying: []).isKnown("a", stamp(1)))
    }

    @Test func `the photos of a book that was not looked up count as read`() throws {
        var settings = Self.settings
        (settings.options.lookup, settings.options.group) = (true, "name")
        let files = ["a1", "a2"].map { NamedStamp(name: $0, stamp: stamp(1)) }
        var first: RecordJournal? = try RecordJournal(file, settings, retrying: [])
        for file in files { _ = first?.mayBeKnown(file.name, file.stamp) }
        var book = record("a1", "a", .found)
        book.photos = [record("a1", "a", .found), record("a2", "b")]
        first?.didRead([book])
        first = nil
        let second = try RecordJournal(file, settings, retrying: [])
        guard case .book(let cached, photos: 2)? = second.cached(book: files) else {
            Issue.record("the book is read again")
            return
        }
        try second.take([cached], lines: [JSONLine.line(cached)])
        #expect(try second.finish().known == 2)
    }

    @Test func `a book is cached while its photos are unchanged, and replaces their records`() throws {
        func files(_ names: String, inode: UInt64 = 1) -> [NamedStamp] {
            names.map { NamedStamp(name: String($0), stamp: stamp(1, inode: inode)) }
        }
        func journal() throws -> RecordJournal {
            var settings = Self.settings
            settings.options.group = "name"
            return try RecordJournal(file, settings, retrying: [])
        }
        func read(_ journal: RecordJournal, _ book: String, as name: Character) throws {
            for file in files(book) { _ = journal.mayBeKnown(file.name, file.stamp) }
            var record = record(String(name), name, .found)
            record.photos = book.map { self.record(String($0), $0) }
            try journal.take([record], lines: [JSONLine.line(record)])
        }
        let first = try journal()
        try read(first, "abc", as: "b")
        try read(first, "de", as: "d")
        _ = try first.finish()
        let second = try journal()
        #expect(second.name(ofBook: files("abc")) == "b")
        for others in [files("ab"), files("abcd"), files("bac"), files("abc", inode: 2), files("x")] {
            #expect(second.name(ofBook: others) == nil)
        }
        try read(second, "ab", as: "a")
        #expect(second.name(ofBook: files("abc")) == nil && second.name(ofBook: files("ab")) == "a")
        try read(second, "cde", as: "c")
        _ = try second.finish()
        #expect(names == ["a", "c"])
        #expect(try journal().name(ofBook: files("cde")) == "c")
        #expect(throws: JournalError.holdsBooks(file)) {
            try RecordJournal(file, Self.settings, retrying: [])
        }
    }

    @Test func `failed photos are retried a limited number of times, also in later runs`() throws {
        try read(journal(), record("a", "a", .failed))
        for tries in 1...5 {
            let journal = try journal()
            #expect(journal.isKnown("a", stamp(1)))
            journal.allowRetries(3)
            #expect(journal.isKnown("a", stamp(1)) == (tries > 3))
            if tries <= 3 { try read(journal, record("a", "a", .failed)) }
            #expect(journal.isKnown("a", stamp(1)))
        }
    }

    @Test func `a photo's file is recognised by its stamp, else by its content`() throws {
        let photo = PhotoPath(try folder.write(Array("photo".utf8), "a"))
        let stamp = try #require(photo.fileStamp)
        let sha256 = try Photo(name: "a", content: .file(photo)).sha256()
        for (file, isFound) in [
            (FileAsRead(stamp: stamp, sha256: Self.sha256("b")), true),
            (FileAsRead(stamp: self.stamp(1), sha256: sha256), true), (FileAsRead(sha256: sha256), true),
            (FileAsRead(stamp: self.stamp(1), sha256: Self.sha256("b")), false),
            (FileAsRead(stamp: self.stamp(1), sha256: nil), false), (FileAsRead(sha256: nil), true),
        ] {
            #expect(try (file.found(at: photo) == stamp) == isFound)
        }
        #expect(try FileAsRead(sha256: sha256).found(at: PhotoPath(folder("gone"))) == nil)
    }

    @Test func `a move that was killed before its record was complete is finished later`() throws {
        var first: RecordJournal? = try journal()
        try read(#require(first), record("a", "a"))
        try first?.willMove("a", to: "b")
        // b does not exist, so the stamp is missing as if the run had been killed before it was written.
        try first?.moved("a", to: "b")
        first = nil
        let second = try journal()
        #expect(second.isKnown("a", stamp(1)))
        #expect(second.unfinishedMoves.map(\.target) == ["b"])
        try second.keep("a")
        #expect(try second.finish().tally.photos == 1)
        #expect(names == ["a"])
    }

    @Test func `unknown keys are preserved`() throws {
        let line =
            #"{"isbns":[],"more":{"list":[1,2.5,null,true,"ß\u001b"]},"page":1,"photo":"a","repeats":null}"#
        let moved = RecordLine.replacing(
            in: RecordLine.replacing(in: line.utf8, .photo("\u{10FFE9}")).dropLast().utf8,
            .earlier((seen: [], repeats: PhotoPage(photo: "c", page: 2))))
        #expect(
            moved
                == #"{"isbns":[],"more":{"list":[1,2.5,null,true,"ß\u001b"]},"page":1,"photo":"�","photo_escaped":"%E9","#
                + #""repeats":{"page":2,"photo":"c","photo_escaped":null}}"# + "\n")
    }

    @Test func `obsolete lines are compacted when they are many`() throws {
        let journal = try journal()
        for number in 1...9 { try read(journal, record("a", Character("\(number)"))) }
        try journal.willMove("a", to: "b")
        try journal.moved("a", to: "b")
        _ = try journal.finish()
        #expect(names == ["b"])
        #expect(try #require(folder.text("r.jsonl.run")).split(separator: "\n").count == 1)
    }
}

extension RecordJournal {
    /// The name under which a book of exactly these files is known.
    fileprivate func name(ofBook files: [NamedStamp]) -> String? {
        if case .known(let name, _) = cached(book: files) { name } else { nil }
    }
}
