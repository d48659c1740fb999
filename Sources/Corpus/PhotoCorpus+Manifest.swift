// The truth of a whole corpus in one table.
import Books
import Foundation

extension PhotoCorpus {
    /// One line per photo; columns are found by name, unknown ones are ignored; `-` means empty. `own_isbn13` has the
    /// own ISBN of each book, if a photo shows several.
    static func manifest(_ path: String, in folder: String) throws(CorpusError) -> [PhotoTruth] {
        let table = try TabbedText(path: path)
        guard let header = table.lines.first?.fields else { return [] }
        var places: [String: Int] = [:]
        for column in ManifestColumn.allCases {
            places[column.rawValue] = header.firstIndex(of: column.rawValue)
            guard places[column.rawValue] != nil || [.ownISBNs, .book].contains(column) else {
                throw .column(column.rawValue, missingIn: path)
            }
        }

        var truths: [PhotoTruth] = []
        var seen: Set<String> = []
        for (number, fields) in table.lines.dropFirst() {
            func fault(_ problem: CorpusError.LineProblem) -> CorpusError { .line(number, of: path, problem) }
            guard fields.count == header.count else {
                throw fault(.columns(fields.count, expected: header.count))
            }
            func field(_ column: ManifestColumn) -> String {
                places[column.rawValue].map { fields[$0] } ?? ""
            }

            let photo = field(.path)
            guard seen.insert(photo).inserted else { throw fault(.repeated(photo: photo)) }
            guard FileManager.default.fileExists(atPath: "\(folder)/\(photo)") else {
                throw fault(.notInFolder(photo: photo))
            }
            guard let legibility = Legibility(rawValue: field(.legibility)) else {
                throw fault(.legibility(field(.legibility)))
            }
            let turn = Int(field(.turn))
            guard field(.turn) == "-" || turn.map((0..<360).contains) == true else {
                throw fault(.turn(field(.turn)))
            }
            let isbns = try table.isbns(field(.isbns), line: number)
            let ownISBNs = try table.isbns(field(.ownISBNs), line: number)
            guard Set(ownISBNs).isSubset(of: isbns) else {
                throw fault(.strangeOwnISBN)
            }
            truths.append(
                PhotoTruth(
                    page: PhotoPage(photo: photo, page: 1), source: field(.source), klass: field(.klass),
                    isbns: isbns, ownISBNs: ownISBNs.count > 1 ? ownISBNs : [], barcodeKind: field(.bars),
                    printedForm: field(.printed) == "-" ? nil : field(.printed), legibility: legibility,
                    turn: turn, blur: field(.blur), light: field(.light), book: field(.book)))
        }
        return truths
    }
}

private enum ManifestColumn: String, CaseIterable {
    case path, klass, blur, light
    case source = "source_repo"
    case isbns = "isbn13"
    /// Optional.
    case ownISBNs = "own_isbn13"
    /// Optional.
    case book = "book_group"
    case bars = "barcode_kind"
    case printed = "printed_form"
    case legibility = "text_legible"
    case turn = "rot_cw_deg"
}

/// Tab-separated text of manifests and answers: no quoting, so that fields contain no tabs or line ends.
struct TabbedText {
    let path: String
    /// Lines that are not empty, with their numbers, from 1.
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

    /// ISBNs separated by commas; none if the field is empty or `-`.
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
