// The description of a book in its own script, besides the romanized one: fields 880 of MARC 21, whose subfield 6
// names the field that each corresponds to (loc.gov/marc/bibliographic/ecbdcntf.html).
import Foundation

extension MARCRecord {
    /// Fields 880 under the tags of their counterparts, whether they name a particular one (`100-02/(3/r`) or none
    /// (`245-00`). A person without a role gets that of the counterpart. `nil` if there are none.
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
    /// The tag of the linked field, and the number that both have: `245`, `01`. The script and direction that follow
    /// are determined from the text itself. `nil` without a link.
    fileprivate var link: (tag: String, number: String)? {
        let parts = self["6"]?.prefix { $0 != "/" }.split(separator: "-", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].count == 3, parts[0].allSatisfy(\.isWholeNumber) else { return nil }
        return (String(parts[0]), String(parts[1]))
    }
}

extension String {
    /// The text, if it has a letter that is not Latin and no undecodable character; else `nil`. Some catalogues have
    /// the romanized form in field 880, and MARC-8 that was not decoded looks like ASCII.
    var inOtherScript: String? {
        let isReadable = !unicodeScalars.contains("\u{FFFD}")
        return isReadable && unicodeScalars.contains(where: \.isOtherLetter) ? self : nil
    }

    /// Whether it begins with a Chinese, Japanese or Korean character.
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

    /// Latin letters outside the first blocks: phonetic, modifier and full-width letters.
    private static let latin: [ClosedRange<UInt32>] = [
        0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2070...0x218F, 0x2460...0x24FF, 0x2C60...0x2C7F, 0xA720...0xA7FF,
        0xAB30...0xAB6F, 0xFB00...0xFB06, 0xFF21...0xFF5A, 0x1D400...0x1D7FF,
    ]
}
