// Reading and writing ISO 2709.
import Foundation
import TestSupport
import Testing

@testable import MARC

struct ISO2709Tests {
    private static func read(_ data: Data) throws -> ReadRecord {
        try [UInt8](data).withUnsafeBufferPointer { bytes in
            try ISO2709.record(UnsafeBufferPointer(rebasing: bytes.dropLast()), keeping: nil)
        }
    }

    private static func title(_ bytes: [UInt8], encoding: Character) throws -> String? {
        let data = MARCFile.record(
            [("020", "  $a9780306406157"), ("245", "")], encoding: encoding,
            bytes: ["245": Array("10\u{1F}a".utf8) + bytes])
        return try read(data).fields.first("245", "a")
    }

    @Test func `a written record is read as it was`() throws {
        var record = MARCRecord()
        record.leader = "00000nam a2200000 c 4500"
        record.control = ["001": "9780306406157", "008": "261125s1998    xx ||||||||||||||||| ||eng|d"]
        record.fields = [
            MARCRecord.Field(tag: "020", subfields: [("a", "9780306406157")]),
            MARCRecord.Field(
                tag: "245", indicator1: "1", indicator2: "4",
                subfields: [("a", "The lantern atlas, Атлас 灯台 👩‍👧 \u{301}"), ("b", "$a & <b>")]),
        ]
        let text = try #require(ISO2709.text(of: record))
        let length = try #require(Int(text.prefix(5)))
        #expect(length == text.utf8.count)
        let back = try Self.read(Data(text.utf8)).fields
        #expect(back.control == record.control)
        #expect(back.leader.dropFirst(5).prefix(7) == "nam a22" && back.leader.hasSuffix(" c 4500"))
        for (one, other) in zip(back.fields, record.fields) {
            #expect(one.tag == other.tag && one.indicator1 == other.indicator1)
            #expect(one.indicator2 == other.indicator2)
            #expect(one.subfields.map(\.code) == other.subfields.map(\.code))
            #expect(one.subfields.map(\.value) == other.subfields.map(\.value))
        }
    }

    @Test func `marks within a text can't end its field`() throws {
        var record = MARCRecord()
        record.leader = "00000nam a2200000 c 4500"
        record.fields = [MARCRecord.Field(tag: "245", subfields: [("a", "a\u{1D}b\u{1E}c\u{1F}d\ne")])]
        let text = try #require(ISO2709.text(of: record))
        #expect(try Self.read(Data(text.utf8)).fields.fields.map { $0.subfields.map(\.value) } == [["abcde"]])
        #expect(MARCXMLWriter.text(of: record).contains("<subfield code=\"a\">abcde</subfield>"))
    }

    /// A field's length has four digits, a record's five.
    @Test(arguments: [(9_994, 1, true), (9_995, 1, false), (9_000, 11, true), (9_000, 12, false)])
    func `what is too long for the form is not written`(length: Int, fields: Int, isWritten: Bool) throws {
        var record = MARCRecord()
        record.leader = "00000nam a2200000 c 4500"
        let text = String(repeating: "x", count: length)
        record.fields = Array(
            repeating: MARCRecord.Field(tag: "650", subfields: [("a", text)]), count: fields)
        let written = ISO2709.text(of: record)
        #expect((written != nil) == isWritten)
        if let written {
            let values = try Self.read(Data(written.utf8)).fields.fields.flatMap(\.subfields).map(\.value)
            #expect(values == Array(repeating: text, count: fields))
        }
    }

    /// Texts, with the leader's character for their encoding.
    @Test(
        arguments: [
            (Array("Müller's øl".utf8), " ", "Müller's øl"), (Array("Müller's øl".utf8), "a", "Müller's øl"),
            // MARC-8, with diacritics before their letters, if the leader says so, and if it says otherwise.
            ([0x4D, 0xE8, 0x75, 0x6C, 0xB2], " ", "Mu\u{308}lø"),
            ([0x4D, 0xE8, 0x75, 0x6C, 0xB2], "a", "Mu\u{308}lø"),
            // Windows-1252, which is neither.
            ([0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], " ", "Müller"),
            ([0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], "a", "Müller"),
            ([0x43, 0x61, 0x66, 0xE9], "a", "Café"), ([0xC4, 0x70, 0x66, 0x65, 0x6C], "a", "Äpfel"),
            ([0x52, 0xEA, 0x76, 0x65], "a", "Rêve"),
            // UTF-8 with a letter cut in two.
            (Array("Атла".utf8) + [0xD1], "a", "Атла\u{FFFD}"),
        ] as [([UInt8], Character, String)])
    func `leaders may be wrong about the encoding`(bytes: [UInt8], encoding: Character, text: String) throws {
        let title = try #require(try Self.title(bytes, encoding: encoding))
        #expect(title == text)
    }

    @Test func `text in a set of another script is reported`() throws {
        let data = MARCFile.record(
            [("245", ""), ("300", "  $a12 pages")], encoding: " ",
            bytes: ["245": Array("10\u{1F}a\u{1B}(NmAQK".utf8)])
        let read = try Self.read(data)
        #expect(read.hasUnreadText && read.fields.first("245", "a") == nil)
        #expect(read.fields.first("300", "a") == "12 pages")
        #expect(try Self.title(Array("H\u{1B}b2\u{1B}sO".utf8), encoding: " ") == "H2O")
    }

    /// The positions of digits that are wrong, and those digits.
    @Test(arguments: [
        (0, "99999"), (0, "     "), (12, "00001"), (12, "99999"), (27, "0009"), (43, "00001"), (43, "99999"),
        (39, "    "),
    ])
    func `wrong lengths and addresses are recovered from`(place: Int, digits: String) throws {
        var data = MARCFile.record(MARCFile.lantern)
        data.replaceSubrange(place..<place + digits.utf8.count, with: Data(digits.utf8))
        #expect(try title(data) == nil || title(data) == "The lantern atlas :")
        let isAscending = !(place == 43 && digits == "99999")
        #expect(try title(data) == (isAscending ? "The lantern atlas :" : nil))
    }

    private func title(_ data: Data) throws -> String? {
        do { return try Self.read(data).fields.first("245", "a") } catch is MARCError { return nil }
    }

    /// In the worst case, another field's content would get the tag of an ISBN.
    @Test func `no field gets the tag of another`() throws {
        let data = MARCFile.record(MARCFile.lantern)
        let whole = try Self.read(data).fields
        var read = 0
        for entry in stride(from: 24, to: 144, by: 12) {
            for place in entry + 3..<entry + 12 {
                for digit in UInt8(0x30)...0x39 {
                    var broken = data
                    broken[place] = digit
                    guard let record = try? Self.read(broken).fields else { continue }
                    read += 1
                    for field in record.fields {
                        let values = field.subfields.map(\.value)
                        #expect(whole.all(field.tag).contains { $0.subfields.map(\.value) == values })
                    }
                }
            }
        }
        #expect(read > 500)
    }

    @Test func `any bytes are read without a crash`() {
        let data = MARCFile.record(MARCFile.lantern)
        for end in 0...data.count { _ = try? Self.read(data.prefix(end)) }
        var random = SeededGenerator(seed: 28)
        var read = 0
        for _ in 0..<3000 {
            var broken = data
            for _ in 0..<4 {
                broken[Int.random(in: 0..<data.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if (try? Self.read(broken)) != nil { read += 1 }
        }
        #expect(read > 0 && read < 3000)
    }
}
