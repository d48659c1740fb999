// Writes records as MARCXML (loc.gov/standards/marcxml), in a collection.
import Foundation

package enum MARCXMLWriter {
    package static let beginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <collection xmlns="http://www.loc.gov/MARC21/slim">

        """
    package static let end = "</collection>\n"

    package static func text(of record: MARCRecord) -> String {
        // In XML, a record has neither length nor address.
        var text = "<record>\n  <leader>\(escaped(record.leader(length: "     ", base: "     ")))</leader>\n"
        for (tag, value) in record.control.sorted(by: { $0.key < $1.key }) {
            text += "  <controlfield tag=\"\(tag)\">\(escaped(value))</controlfield>\n"
        }
        for field in record.fields {
            text +=
                "  <datafield tag=\"\(field.tag)\" ind1=\"\(field.indicator1)\" ind2=\"\(field.indicator2)\">\n"
            for (code, value) in field.subfields {
                text += "    <subfield code=\"\(code)\">\(escaped(value))</subfield>\n"
            }
            text += "  </datafield>\n"
        }
        return text + "</record>\n"
    }

    /// Without characters that XML does not allow.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\0"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
