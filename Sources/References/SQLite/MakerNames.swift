// Who made a book: names that it has itself, or numbers that lead to them.
import Books

/// Statements on a reference that has its authors and works.
final class MakerNames {
    private let works: SQLiteStatement
    private let authors: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(ReferenceError) {
        works = try connection.prepare("SELECT authors FROM work WHERE id = ?")
        authors = try connection.prepare("SELECT name FROM author WHERE id = ?")
    }

    /// As the columns of a book have them; a work's authors stand for those of an edition without any.
    func contributors(makers: String?, authors: String?, work: Int?) throws(ReferenceError) -> [Contributor] {
        if let makers {
            return makers.split(separator: "\u{1E}").map { maker in
                let parts = maker.split(separator: "\u{1F}", maxSplits: 1)
                let role = parts.count > 1 ? Contributor.Role(rawValue: String(parts[1])) : nil
                return Contributor(name: parts.first.map { String($0) } ?? "", role: role ?? .contributor)
            }
        }
        var numbers = authors
        if numbers == nil { numbers = try self.authors(ofWork: work) }
        var names: [Contributor] = []
        for number in (numbers ?? "").split(separator: " ").compactMap({ Int64($0) }) {
            self.authors.bind(1, number)
            defer { self.authors.reset() }
            if try self.authors.step(), let name = self.authors.text(0) {
                names.append(Contributor(name: name))
            }
        }
        return names
    }

    private func authors(ofWork id: Int?) throws(ReferenceError) -> String? {
        guard let id else { return nil }
        works.bind(1, Int64(id))
        defer { works.reset() }
        return try works.step() ? works.text(0) : nil
    }
}
