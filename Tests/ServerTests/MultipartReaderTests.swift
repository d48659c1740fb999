#if Server
// Forms with files: the result does not depend on how the bytes are split, and no input crashes the reader.
import Foundation
import TestSupport
import Testing

@testable import Server

struct MultipartReaderTests {
    private typealias Event = MultipartReader.Event

    private static let type = "multipart/form-data; boundary=xYz"

    private static func field(_ name: String, _ value: String) -> String {
        "--xYz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private static func file(_ name: String, _ value: String) -> String {
        "--xYz\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n\(value)\r\n"
    }

    /// The parts, with adjacent bytes joined; `nil` if it is not a form.
    private static func read(
        _ bytes: [UInt8], cuts: [Int] = [], type: String = type
    ) -> [Event]? {
        guard var reader = MultipartReader(contentType: type) else { return nil }
        var events: [Event] = []
        func take(_ event: Event) {
            if case .bytes(let more) = event, case .bytes(let known)? = events.last {
                events[events.count - 1] = .bytes(ArraySlice(Array(known) + more))
            } else if case .bytes(let more) = event {
                events.append(.bytes(ArraySlice(Array(more))))
            } else {
                events.append(event)
            }
        }
        do {
            var from = 0
            for to in cuts + [bytes.count] where to >= from {
                try reader.read(bytes[from..<to], take)
                from = to
            }
            try reader.finish()
        } catch {
            return nil
        }
        return events
    }

    private static func part(_ name: String, _ file: String? = nil, _ text: String) -> [Event] {
        [.begin(MultipartReader.Part(name: name, file: file))]
            + (text.isEmpty ? [] : [.bytes(ArraySlice(text.utf8))]) + [.end]
    }

    private static let bodies: [String] = [
        "--xYz--\r\n", field("token", "abc") + "--xYz--",
        field("token", "abc") + file("a.jpg", "\r\n--xY\r\n--xYx\r\n\r\n--") + file("", "")
            + "--xYz--\r\nrest",
        "before\r\n" + field("token", "") + "--xYz--",
        // A header of exactly the limit, and of one byte more.
        field(String(repeating: "n", count: MultipartReader.headLimit - 39), "v") + "--xYz--",
        field(String(repeating: "n", count: MultipartReader.headLimit - 38), "v") + "--xYz--",
        String(repeating: "-", count: MultipartReader.outsideLimit - 2) + "\r\n--xYz--",
        String(repeating: "-", count: MultipartReader.outsideLimit + 1) + "\r\n--xYz--",
        "--xYz--" + String(repeating: "-", count: MultipartReader.outsideLimit),
        "--xYz--" + String(repeating: "-", count: MultipartReader.outsideLimit + 1),
        field("token", "abc"), "--xYz\r\n\r\nv\r\n--xYz--", "--xYz\r\nX: y\r\n\r\nv\r\n--xYz--", "--xYz-", "",
    ]

    @Test(arguments: bodies)
    func `the result does not depend on how the input is cut`(body: String) {
        var random = SeededGenerator(seed: 7)
        let bytes = Array(body.utf8)
        let whole = Self.read(bytes)
        #expect(Self.read(bytes, cuts: Array(0..<bytes.count)) == whole, "byte by byte")
        for _ in 0..<300 {
            let count = Int.random(in: 1...4, using: &random)
            let cuts = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            #expect(Self.read(bytes, cuts: cuts) == whole, "\(cuts)")
        }
    }

    @Test func `sizes are held to the byte`() {
        let known = Self.bodies.map { Self.read(Array($0.utf8)) != nil }
        #expect(
            known == [
                true, true, true, true, true, false, true, false, true, false, false, false, false, false,
                false,
            ])
    }

    @Test func `part bodies are passed on unchanged`() {
        let body = Self.bodies[2]
        #expect(
            Self.read(Array(body.utf8))
                == Self.part("token", nil, "abc")
                + Self.part("photo", "a.jpg", "\r\n--xY\r\n--xYx\r\n\r\n--") + Self.part("photo", "", ""))
    }

    @Test func `arbitrary input is handled`() {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "--xYz", "\r\n", "\r\n\r\n", "--", "Content-Disposition: form-data; name=\"a\"",
            "; filename=\"b\"",
            "\"", "\\", ";", "=", ":", "\0", "\u{FF}", "%22", "x",
        ].map { Array($0.utf8) }
        var forms = 0
        for _ in 0..<10_000 {
            var bytes: [UInt8] = Bool.random(using: &random) ? Array("--xYz\r\n".utf8) : []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                if Int.random(in: 0..<5, using: &random) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                } else {
                    bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }
            }
            if Bool.random(using: &random) { bytes += Array("\r\n--xYz--".utf8) }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let whole = Self.read(bytes)
            #expect(Self.read(bytes, cuts: [cut]) == whole)
            if whole != nil { forms += 1 }
        }
        #expect(forms > 50, "some are forms")
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("a%22b.jpg", "a\"b.jpg"), (#"a\"b.jpg"#, "a\"b.jpg"),
        (#"C:\x\a.jpg"#, #"C:\x\a.jpg"#),
        ("a;name=b.jpg", "a;name=b.jpg"), ("<b>.jpg", "<b>.jpg"), ("ليلة.jpg", "ليلة.jpg"), ("", ""),
    ])
    func `file names are passed on as sent`(sent: String, told: String) {
        let body = Self.file(sent, "x") + "--xYz--"
        #expect(Self.read(Array(body.utf8)) == Self.part("photo", told, "x"))
    }

    @Test(arguments: [
        nil, "", "text/plain; boundary=xYz", "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
        "multipart/form-data; boundary=x\u{7F}z", "multipart/form-data; boundary=\"x\r\ny\"",
        "multipart/form-data; boundary=\u{E9}", "multipart/form-data boundary=xYz",
    ])
    func `a malicious boundary is rejected`(type: String?) {
        #expect(MultipartReader(contentType: type) == nil)
    }

    @Test(arguments: [
        "multipart/form-data; boundary=xYz", "Multipart/Form-Data; charset=utf-8; BOUNDARY=\"xYz\"",
        "multipart/form-data;boundary=xYz ; x=y",
    ])
    func `a boundary is found`(type: String) {
        #expect(Self.read(Array(Self.bodies[1].utf8), type: type) == Self.part("token", nil, "abc"))
    }

    @Test func `the number of parts in a form is limited`() throws {
        func form(_ count: Int) -> [UInt8] {
            Array(((0..<count).map { Self.field("\($0)", "") }.joined() + "--xYz--").utf8)
        }
        #expect(Self.read(form(MultipartReader.mostParts))?.count == 2 * MultipartReader.mostParts)
        var reader = try #require(MultipartReader(contentType: Self.type))
        #expect(throws: SiteError.self) { try reader.read(form(MultipartReader.mostParts + 1)) { _ in } }
    }
}
#endif
