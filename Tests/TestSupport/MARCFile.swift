import Foundation

/// Library records of invented books, in the format of real ones.
public enum MARCFile {
    /// A record in ISO 2709. Fields are given as tag and text, with `$` for the subfield delimiter.
    ///
    /// - Parameter bytes: fields whose text is not UTF-8.
    public static func record(
        _ fields: [(tag: String, text: String)], encoding: Character = "a", status: Character = "n",
        bytes: [String: [UInt8]] = [:]
    ) -> Data {
        var directory = ""
        var content = Data()
        for (tag, text) in fields {
            let start = content.count
            content += bytes[tag].map { Data($0) } ?? Data(text.replacing("$", with: "\u{1F}").utf8)
            content.append(0x1E)
            directory += tag + padded(content.count - start, 4) + padded(start, 5)
        }
        let base = 24 + directory.utf8.count + 1
        let leader =
            "\(padded(base + content.count + 1, 5))\(status)am \(encoding)22\(padded(base, 5)) a 4500"
        return Data(leader.utf8) + Data(directory.utf8) + [0x1E] + content + [0x1D]
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        String(repeating: "0", count: length - String(number).count) + String(number)
    }

    public static let lantern: [(tag: String, text: String)] = [
        ("001", "991"), ("008", "980914s1998    nyu           000 0 eng d"),
        ("020", "  $a9780306406157 (pbk.)"),
        ("020", "  $a0-456-78901-4 (bound)"), ("100", "1 $aNovak, Maria,$eauthor."),
        ("245", "14$aThe lantern atlas :$ba field guide to harbour lights /$cMaria Novak."),
        ("264", " 1$aBoston :$bQuayside Press,$c1998."), ("300", "  $axii, 374 p. ;$c23 cm"),
        ("650", " 0$aLighthouses."),
        ("700", "1 $aPopescu, I. L.,$eillustrator."),
    ]

    public static func xml(_ fields: [(tag: String, text: String)], prefix: String = "") -> String {
        let inner = fields.map { tag, text in
            if tag < "010" { return "<\(prefix)controlfield tag=\"\(tag)\">\(text)</\(prefix)controlfield>" }
            let subfields = text.split(separator: "$").dropFirst().map { part in
                "<\(prefix)subfield code=\"\(part.prefix(1))\">\(part.dropFirst())</\(prefix)subfield>"
            }
            let marks = Array(text.prefix(2))
            return "<\(prefix)datafield tag='\(tag)' ind1=\"\(marks[0])\" ind2=\"\(marks[1])\">\n"
                + "\(subfields.joined(separator: "\n"))</\(prefix)datafield>"
        }
        return "<\(prefix)record><\(prefix)leader>00000nam a2200000 a 4500</\(prefix)leader>\n"
            + "\(inner.joined(separator: "\n"))\n</\(prefix)record>\n"
    }

    public static func collection(_ records: String...) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n"
            + records.joined() + "</collection>\n"
    }
}
