// The lines of an imported private note: what the owner wrote, and then a line for each of some columns of the file, such as
// `Condition: Good`.
import Books

struct NoteLines {
    private let text: String
    private let lines: [Substring]

    init(_ text: String) {
        self.text = text
        lines = text.split(whereSeparator: \.isNewline)
    }

    /// Whether a stored note says all of this already. It may say more: a file has not all columns.
    func areAll(in note: String) -> Bool { Set(lines).isSubset(of: NoteLines(note).lines) }

    /// A stored note with these lines. If all that are new are of columns, each replaces the earlier one of its column, and
    /// the rest of the note stays; unless that makes it longer than a comment may be.
    func replacing(in note: String) -> String {
        let known = note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let new = Set(lines).subtracting(known)
        let captions = Set(new.compactMap(Self.caption))
        guard new.allSatisfy({ Self.caption($0) != nil }) else { return text }
        func isReplaced(_ line: Substring) -> Bool { Self.caption(line).map(captions.contains) == true }
        var (kept, written): ([Substring], Set<Substring>) = ([], [])
        for line in known {
            guard let caption = Self.caption(line), captions.contains(caption) else {
                kept.append(line)
                continue
            }
            if written.insert(caption).inserted { kept += lines.filter { Self.caption($0) == caption } }
        }
        kept += lines.filter { line in isReplaced(line) && Self.caption(line).map(written.contains) != true }
        let replaced = kept.joined(separator: "\n").tidiedLines
        return replaced.utf8.count > Comment.limit ? note : replaced
    }

    /// The header of a column before its value; `nil` for a line of another form.
    private static func caption(_ line: Substring) -> Substring? {
        line.firstRange(of: ": ").flatMap { $0.lowerBound > line.startIndex ? line[..<$0.lowerBound] : nil }
    }
}
