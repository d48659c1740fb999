// Tab-separated text as manifests and answers have it: no quoting, so no tab or line's end in a field.
import Books
import Foundation

struct TabbedText {
    let path: String
    /// Lines that are not empty, with their numbers, which count from 1.
    let lines: [(number: Int, fields: [String])]

    init(path: String) throws(CorpusError) {
        guard let bytes = FileManager.default.contents(atPath: path),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .unreadable(path: path) }
        self.path = path
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .enumerated()
            .filter { !$0.element.isEmpty }
            .map {
                (
                    $0.offset + 1,
                    $0.element.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                )
            }
    }

    /// ISBNs with commas between them; none when the field is empty or `-`.
    func isbns(_ field: String, line: Int) throws(CorpusError) -> [ISBN] {
        guard !field.isEmpty, field != "-" else { return [] }
        var isbns: [ISBN] = []
        for text in field.split(separator: ",", omittingEmptySubsequences: false) {
            do throws(ISBNError) {
                isbns.append(try ISBN(text))
            } catch {
                throw .line(line, of: path, .isbn(String(text), error))
            }
        }
        return isbns
    }
}
