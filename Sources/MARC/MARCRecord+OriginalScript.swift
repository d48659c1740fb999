// What MARC 21 says of a book in its own script, beside the form in Latin letters: fields 880, each naming in subfield 6
// the field that it stands for (loc.gov/marc/bibliographic/ecbdcntf.html).
import Foundation

extension MARCRecord {
    /// Fields 880 under the tags of those they stand for, whether they name a certain one (`100-02/(3/r`) or none
    /// (`245-00`). One that does not say a person's part takes it from its counterpart. `nil` without any.
    var originalScript: MARCRecord? {
        var record = MARCRecord()
        for field in fields where field.tag == "880" {
            let isReadable = field.subfields.contains { $0.code != "6" && $0.value.inOtherScript != nil }
            guard isReadable, let link = field.link else { continue }
            var original = field
            original.tag = link.tag
            if field.all("4e").isEmpty {
                let counterpart = fields.first { other in
                    link.number != "00" && other.tag == link.tag
                        && other.link.map { $0 == ("880", link.number) } == true
                }
                original.subfields += counterpart?.subfields.filter { $0.code == "4" || $0.code == "e" } ?? []
            }
            record.fields.append(original)
        }
        return record.fields.isEmpty ? nil : record
    }
}

extension MARCRecord.Field {
    /// The field that this one is linked with, and the number that both bear: `245`, `01`. What follows, the script and
    /// the direction it is written in, is seen from the text itself. `nil` without a link.
    fileprivate var link: (tag: String, number: String)? {
        let parts = self["6"]?.prefix { $0 != "/" }.split(separator: "-", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].count == 3, parts[0].allSatisfy(\.isWholeNumber) else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}

extension String {
    /// The text where it has a letter that is not Latin and can be read throughout; else `nil`. Some catalogues have
    /// the Latin form in field 880, and text in MARC-8 that nobody has decoded looks like ASCII.
    var inOtherScript: String? {
        let isReadable = !unicodeScalars.contains("\u{FFFD}")
        return isReadable && unicodeScalars.contains(where: \.isOtherLetter) ? self : nil
    }

    /// Whether it begins with a Chinese, Japanese or Korean letter.
    var isEastAsian: Bool {
        unicodeScalars.first.map {
            $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value)
                || (0xAC00...0xD7A3).contains($0.value)
        } ?? false
    }
}

extension UnicodeScalar {
    /// A letter of a script other than Latin.
    fileprivate var isOtherLetter: Bool {
        value >= 0x370 && properties.isAlphabetic && !Self.latin.contains { $0.contains(value) }
    }

    /// Latin letters beyond the first blocks, for sounds, as signs and in full width.
    private static let latin: [ClosedRange<UInt32>] = [
        0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2070...0x218F, 0x2460...0x24FF, 0x2C60...0x2C7F, 0xA720...0xA7FF,
        0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFF21...0xFF5A, 0x1D400...0x1D7FF,
    ]
}
