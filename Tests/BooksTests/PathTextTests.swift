// Paths of any bytes survive as text.
import Testing

@testable import Books

struct PathTextTests {
    private static let paths: [[UInt8]] = [
        Array("box1/IMG_2.jpg".utf8), Array("Žluťoučký kůň 日本.jpg".utf8), [], [0xE9],
        Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), [0xFF, 0xFE, 0x80], [0xE2, 0x82],
        [0xED, 0xA0, 0x80],
        [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80],
        // A name that contains the replacement of 0x80.
        Array("a\u{10FF80}b".utf8), Array("a\u{10FF80}b".utf8) + [0x80],
    ]

    @Test(arguments: paths) func `come back byte for byte`(path: [UInt8]) {
        let text = String(path: path)
        #expect(text.pathBytes == path)
        #expect(text.escapedPath.map { String(escapedPath: $0).pathBytes } ?? path == path)
        #expect((text.escapedPath == nil) == (Array(text.utf8) == path))
    }

    @Test(
        arguments: [
            (":memory:", "./:memory:"), ("file:a?mode=ro", "./file:a?mode=ro"), ("a", "./a"), ("/a", "/a"),
            ("/\u{301}a", "/\u{301}a"),
        ]) func `have no meaning of their own for SQLite`(path: String, name: String)
    {
        #expect(path.sqlitePath.isSamePath(as: name))
    }

    @Test func `pages are of the same photo only if each byte of its path is the same`() {
        let names = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        #expect(!names[0].isSamePath(as: names[1]) && names[0].isSamePath(as: names[0]))
        #expect(Set(names.map { PhotoPage(photo: $0, page: 1) }).count == 2)
        var tally = ScanTally()
        // The second page of a photo is no further photo.
        for (name, page) in [(names[0], 1), (names[0], 2), (names[1], 3)] {
            var record = PhotoRecord(photo: name, status: .none)
            record.page = page
            tally.count(record)
        }
        #expect(tally.photos == 2)
    }

    @Test func `no two become one`() {
        #expect(Set(Self.paths.map { Array(String(path: $0).utf8) }).count == Self.paths.count)
        #expect(String(path: Array("a\u{10FF80}b".utf8)) != String(path: [0x61, 0x80, 0x62]))
    }

    @Test(
        arguments: [
            ([0x63, 0xE9, 0x2E, 0x6A], "c%E9.j"), ([0xFF, 0x20, 0x25, 0x2F, 0x0A], "%FF%20%25/%0A"),
            ([0x61, 0x20], nil),
        ] as [([UInt8], String?)]) func `are escaped where they must be`(path: [UInt8], escaped: String?)
    {
        #expect(String(path: path).escapedPath == escaped)
    }

    @Test(arguments: [("100%", "100%"), ("a%4", "a%4"), ("%zz", "%zz"), ("%41", "A")])
    func `invalid escapes are kept`(escaped: String, path: String) {
        #expect(String(escapedPath: escaped) == path)
    }
}
