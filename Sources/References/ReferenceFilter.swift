// Which books of a file become part of a reference.
import Books
import MARC

/// A book must pass all conditions; those that are empty or `nil` let every book pass.
public struct ReferenceFilter: Hashable, Codable, Sendable {
    /// MARC language codes (`ger`); `und` for books without a language.
    public var languages: Set<String> = []
    /// Years of publication; books without one don't pass.
    public var years: ClosedRange<Int>?
    /// First digits of ISBN-13s: `9783` for the German-language area. Books without an ISBN don't pass.
    public var prefixes: Set<String> = []

    public init() {}

    /// - Parameter language: `nil` or empty if the book has none.
    func takes(language: String?) -> Bool {
        guard !languages.isEmpty else { return true }
        return languages.contains(language.flatMap { $0.isEmpty ? nil : $0 } ?? "und")
    }

    /// - Parameter year: 0 if the book has none.
    func takes(year: Int) -> Bool { years.map { year > 0 && $0.contains(year) } ?? true }

    func takes(_ isbn: ISBN) -> Bool {
        guard !prefixes.isEmpty else { return true }
        let digits = isbn.isbn13
        return prefixes.contains { digits.hasPrefix($0) }
    }

    /// A book without an ISBN has no prefix.
    func takes(_ isbns: [ISBN]) -> Bool { prefixes.isEmpty || isbns.contains(where: takes) }

    /// MARC's code for a language: `ger` for `de`, `deu` and `ger`. `nil` for an unknown code.
    public static func language(_ code: String) -> String? {
        MARCLanguage.code(code)
    }
}

/// Statements for a reference's authors and works.
final class ContributorNames {
    private let works: SQLiteStatement
    private let authors: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(ReferenceError) {
        works = try connection.prepare("SELECT authors FROM work WHERE id = ?")
        authors = try connection.prepare("SELECT name FROM author WHERE id = ?")
    }

    /// From the columns of a book; if an edition has no authors, those of its work.
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
