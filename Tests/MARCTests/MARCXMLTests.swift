// Reading and writing MARCXML.
import Foundation
import TestSupport
import Testing

@testable import MARC

struct MARCXMLTests {
    private func records(_ text: String) -> [ReadRecord] {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = MARCXMLReader(bytes, keeping: nil)
            var records: [ReadRecord] = []
            while let record = reader.next() {
                if let record = try? record.get() { records.append(record) }
            }
            return records
        }
    }

    @Test func `written records are read as they were`() throws {
        var record = MARCRecord()
        record.leader = "00000nam a2200000 c 4500"
        record.control = ["001": "a<b>&\"c\"", "008": "261125s1998    xx ||||||||||||||||| ||eng|d"]
        record.fields = [
            MARCRecord.Field(
                tag: "245", indicator1: "1", indicator2: "4",
                subfields: [("a", "<b> &amp; ]]> Атлас 灯台 👩‍👧"), ("b", "\u{301} 'x' "), ("b", " ")])
        ]
        let text = MARCXMLWriter.text(of: record)
        let back = records(MARCXMLWriter.beginning + text + text + MARCXMLWriter.end)
        #expect(back.count == 2)
        for read in back {
            #expect(read.fields.control == record.control && !read.isDeleted)
            #expect(read.fields.leader == "     nam a22      c 4500")
            let field = try #require(read.fields.fields.first)
            #expect(field.tag == "245" && field.indicator1 == "1" && field.indicator2 == "4")
            #expect(field.subfields.map(\.value) == record.fields[0].subfields.map(\.value))
        }
    }

    @Test func `characters that XML can't hold are left out`() {
        var record = MARCRecord()
        record.fields = [MARCRecord.Field(tag: "245", subfields: [("a", "a\u{0}\u{B}\u{FFFE}\u{FFFF}b")])]
        #expect(MARCXMLWriter.text(of: record).contains(">ab</subfield>"))
    }

    @Test func `the form of a file is detected`() {
        func form(_ text: String) -> MARCForm? { MARCForm(head: Array(text.utf8)) }
        let record = MARCFile.record(MARCFile.lantern)
        #expect(MARCForm(head: [UInt8](record)) == .iso2709)
        #expect(MARCForm(head: [0xEF, 0xBB, 0xBF] + [UInt8](record)) == .iso2709)
        #expect(form("xxxxx") == nil && form("") == nil && form("12345") == nil)
        #expect(form(MARCFile.collection(MARCFile.xml(MARCFile.lantern))) == .xml)
        #expect(form("\n <marc:collection xmlns:marc=\"http://www.loc.gov/MARC21/slim\"/>") == .xml)
        #expect(form("<html><body>record</body></html>") == nil)
        #expect(form("isbn,title\n9780306406157,Lanterns\n") == nil)
        #expect(
            MARCForm.foreignEncoding(head: Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8))
                == "ISO-8859-1")
        #expect(
            MARCForm.foreignEncoding(head: Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>".utf8)) == nil)
        #expect(MARCForm.foreignEncoding(head: [0xFF, 0xFE, 0x3C, 0]) == "UTF-16")
    }
}
