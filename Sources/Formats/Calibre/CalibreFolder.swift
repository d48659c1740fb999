// Writes books for `calibredb add --recurse`: one folder for each, with a metadata.opf.
import Books
import Catalogue
import Foundation
import Output

enum CalibreFolder {
    /// All packages below a folder, in the order of the numbers after the titles, which is that of writing.
    static func packages(below folder: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: folder)
        let paths = files.map { files in
            files.lazy.compactMap { $0 as? String }.filter {
                $0.split(separator: "/").last == "metadata.opf"
                    && !$0.split(separator: "/").contains { $0.first == "." }
            }
        }
        return (paths.map(Array.init) ?? []).map { path in (number(path), path) }
            .sorted { $0 < $1 }.map { "\(folder)/\($1)" }
    }

    /// Whether there is nothing in it but what systems hide.
    static func isEmpty(_ folder: String) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return names?.allSatisfy { $0.first == "." } ?? false
    }

    private static func number(_ path: String) -> Int {
        path.firstMatch(of: /\((\d{1,9})\)\/metadata\.opf$/).flatMap { Int($0.1) } ?? .max
    }
}

struct CalibreFolderWriter: FolderWriter {
    private var count = 0

    /// `nil` for a book without a title, which Calibre does not add.
    mutating func file(of book: KeptBook, hasCover: Bool) -> (path: String, text: String)? {
        guard let title = book.book.wholeTitle else { return nil }
        count += 1
        return (
            "\(Self.safe(title)) (\(count))/metadata.opf",
            Self.package(of: book, title, number: count, hasCover: hasCover)
        )
    }

    private static func package(
        of kept: KeptBook, _ title: String, number: Int, hasCover: Bool
    ) -> String {
        let book = kept.book
        var lines = [
            element("identifier", "\(number)", ["id": "calibre_id", "opf:scheme": "calibre"]),
            element("title", title),
        ]
        for (role, name) in [(Contributor.Role.author, "creator")]
            + Contributor.Role.allCases.filter({ $0 != .author }).map({ ($0, "contributor") })
        {
            for contributor in book.contributors where contributor.role == role {
                lines.append(
                    element(
                        name, contributor.name,
                        [
                            "opf:file-as": contributor.parts.inverted,
                            "opf:role": CalibreField.relators[role] ?? "ctb",
                        ]))
            }
        }
        lines.append(element("contributor", CalibreField.program, ["opf:role": CalibreField.producer]))
        lines += book.isbn.map { [element("identifier", $0.isbn13, ["opf:scheme": "ISBN"])] } ?? []
        for identifier in book.identifiers + book.works.filter({ $0.scheme == "openlibrary" }) {
            lines.append(element("identifier", identifier.value, ["opf:scheme": identifier.scheme]))
        }
        // At noon UTC the year is the same in every time zone.
        if let year = book.year, (102...9999).contains(year) {
            let digits = String(repeating: "0", count: year < 1000 ? 1 : 0) + "\(year)"
            lines.append(element("date", "\(digits)-01-01T12:00:00+00:00"))
        }
        lines += book.publisher.map { [element("publisher", $0)] } ?? []
        lines += book.language.map { [element("language", $0)] } ?? []
        lines += book.tags.map { element("subject", $0) }
        if let review = kept.comment?.text, !review.isEmpty {
            lines.append(element("description", HTMLText.html(review)))
        }
        lines += metas(of: kept)
        let guide = #"<guide><reference type="cover" title="Cover" href="cover.jpg"/></guide>"#
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="calibre_id">
              <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
            \(lines.map { "    \($0)\n" }.joined())  </metadata>\(hasCover ? "\n  \(guide)" : "")
            </package>

            """
    }

    private static func metas(of kept: KeptBook) -> [String] {
        var metas: [(name: String, content: String)] = []
        if let series = kept.book.series {
            metas.append((CalibreField.series, series))
            // Calibre stores a number, and uses 1 if there is none.
            if let number = kept.book.seriesNumber, number.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil {
                metas.append((CalibreField.seriesIndex, number))
            }
        }
        if let rating = kept.comment?.rating {
            let tenths = rating.quarters
            metas.append((CalibreField.rating, tenths % 2 == 0 ? "\(tenths / 2)" : "\(tenths / 2).5"))
        }
        return metas.map { "<meta name=\"\($0.name)\" content=\"\($0.content.escapedXML)\"/>" }
    }

    private static func element(
        _ name: String, _ text: String, _ attributes: KeyValuePairs<String, String> = [:]
    )
        -> String
    {
        let attributes = attributes.map { " \($0.key)=\"\($0.value.escapedXML)\"" }.joined()
        return "<dc:\(name)\(attributes)>\(text.escapedXML)</dc:\(name)>"
    }

    /// A title as part of a folder's name on any system: without reserved characters, and shortened.
    static func safe(_ title: String) -> String {
        var name = ""
        for character in title {
            let isPlain = character.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F && !"/\\:*?\"<>|".unicodeScalars.contains($0)
            }
            let next = isPlain ? String(character) : "_"
            if name.utf8.count + next.utf8.count > 100 { break }
            name += next
        }
        // A leading dot would hide the folder, and a hyphen would look like an option.
        let plain = name.drop { $0 == "." || $0 == "-" || $0 == " " }
        return String(plain).tidied ?? "_"
    }
}
