// The records of a file, grouped by photo.
import Books
import Output

/// Reads a file of records; the pages of a photo follow each other.
struct RecordGroups {
    /// One photo's records.
    struct Group {
        var heads: [RecordHead]
        var start: Int
        /// The offset after its last record.
        var end: Int

        /// The photos of a book, if the record is a book's.
        var photos: [PhotoPage]? { heads[0].photos }

        /// Its name among the entries so far.
        func name(in index: RecordIndex) -> String {
            index.name(of: heads[0].photo, page: heads[0].page, sha256: heads[0].sha256)
        }

        func entry(in index: RecordIndex) -> RecordIndex.Entry {
            RecordIndex.Entry(
                name: RecordIndex.hash(name(in: index)), content: RecordIndex.content(heads[0].sha256),
                start: start, length: end - start, firstPage: Int32(clamping: heads[0].page),
                pages: Int32(clamping: heads.count), statuses: StatusSet(heads.map(\.status)),
                isInJournal: false,
                hasBooks: heads.allSatisfy(\.hasBooks))
        }
    }

    private var lines: DecodedLines<RecordHead>
    private let isJournal: Bool
    private var ahead: Group?
    private var line = 0
    /// The number of the line that is not a record, and whether it is an incomplete last line.
    private(set) var broken: (line: Int, isLast: Bool)?

    /// - Parameter isJournal: whether the file is appended to, so that a line without an end is incomplete even if it is a
    ///   record.
    init(_ lines: LineFile, isJournal: Bool = false) {
        self.lines = DecodedLines(lines) { RecordHead($0) }
        self.isJournal = isJournal
    }

    /// `nil` at the end, and at a line that is not a record.
    mutating func next() throws(OutputError) -> Group? {
        var group = ahead
        ahead = nil
        while broken == nil, let (found, head) = try lines.next() {
            line += 1
            if found.bytes.isBlankLine, found.hasEnd { continue }
            guard let head, found.hasEnd || !isJournal else {
                broken = (line, !found.hasEnd)
                break
            }
            if let last = group?.heads.last, last.photo.isSamePath(as: head.photo), last.page + 1 == head.page
            {
                group?.heads.append(head)
                group?.end = found.end
            } else {
                let new = Group(heads: [head], start: found.start, end: found.end)
                if let group {
                    ahead = new
                    return group
                }
                group = new
            }
        }
        return group
    }
}
