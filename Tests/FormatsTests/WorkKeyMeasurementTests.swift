// How many real books are treated as the same work, and how many correctly. The table is not part of the project, so
// it may be missing. The figures are in docs/benchmark.md.
import Books
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import Formats

struct WorkKeyMeasurementTests {
    private static let file = Repository.shared.appending(path: "data/goodbooks-10k-books.csv")
    private static let isPresent = FileManager.default.fileExists(atPath: file.path)

    private struct Entry {
        var work: String
        var title: String
        var original: String
        var makers: [String]

        func key(_ title: String? = nil, subtitle: String? = nil, makers: [String]? = nil) -> WorkKey {
            WorkKey(
                Book(
                    title: title ?? self.title, subtitle: subtitle,
                    contributors: (makers ?? self.makers).map { Contributor(name: $0) }))
        }
    }

    private static func entries() throws -> [Entry] {
        var reader = DelimitedReader(try FileHandle(forReadingFrom: file), name: "goodbooks")
        let header = try #require(try reader.next()).fields
        let columns = try ["work_id", "title", "original_title", "authors"].map {
            try #require(header.firstIndex(of: $0))
        }
        var entries: [Entry] = []
        while let fields = try reader.next()?.fields {
            let cells = columns.map { fields[$0] }
            entries.append(
                Entry(
                    work: cells[0], title: cells[1], original: cells[2],
                    makers: cells[3].components(separatedBy: ", ")))
        }
        return entries
    }

    /// Each of the 10,000 is another work, except that 'Salem's Lot is there twice.
    @Test(.enabled(if: isPresent, "needs ../shared/data, which is not beside this checkout"))
    func `at most one book of five hundred is wrongly joined to another`() throws {
        let entries = try Self.entries()
        let keys = entries.map { $0.key() }
        var holders: [Int64: [Int]] = [:]
        for (place, key) in keys.enumerated() {
            for hash in Set(key.hashes.map(\.value)) { holders[hash, default: []].append(place) }
        }
        var joined: Set<Int> = []
        for places in holders.values where places.count > 1 {
            for place in places {
                let others = places.filter { $0 != place && entries[$0].work != entries[place].work }
                if others.contains(where: { keys[$0].isAlike(keys[place]) }) { joined.insert(place) }
            }
        }
        #expect(entries.count == 10_000)
        #expect(joined.count <= 16, "\(joined.map { entries[$0].title }.sorted())")
        #expect(joined.count * 500 <= entries.count)
    }

    /// For about every fifth book, the table's original title is in another language.
    @Test(.enabled(if: isPresent, "needs ../shared/data, which is not beside this checkout"))
    func `four of five books are found by their original title`() throws {
        let told = try Self.entries().filter { !$0.original.isEmpty && $0.original != $0.title }
        let found = told.count { $0.key().isAlike($0.key($0.original)) }
        #expect(told.count == 5_430)
        #expect(found >= 4_430)
    }

    /// The same title page as another cataloguer would have transcribed it.
    @Test(.enabled(if: isPresent, "needs ../shared/data, which is not beside this checkout"))
    func `a book is found however it is written down`() throws {
        var (asked, found, missed) = (0, 0, [String]())
        for entry in try Self.entries() {
            let key = entry.key()
            guard !key.titles.isEmpty, !key.makers.isEmpty else { continue }
            for other in Self.rewritten(entry) {
                asked += 1
                if key.isAlike(other) && other.isAlike(key) { found += 1 } else { missed.append(entry.title) }
            }
        }
        #expect(asked > 40_000)
        #expect(Double(found) / Double(asked) >= 0.999, "\(missed.count) of \(asked): \(missed.prefix(40))")
    }

    private static func rewritten(_ entry: Entry) -> [WorkKey] {
        let title = entry.title
        var keys = [
            entry.key(title.uppercased()), entry.key(title.replacing(" and ", with: " & ")),
            entry.key(title.replacing("'", with: "’")),
            entry.key(
                makers: entry.makers.map { name in
                    guard !name.contains(","), !name.hasSuffix("."), let space = name.lastIndex(of: " ")
                    else { return name }
                    return "\(name[name.index(after: space)...]), \(name[..<space])"
                }),
        ]
        let bare = title.components(separatedBy: " (")[0]
        if !bare.contains(":"), !bare.contains(","), bare.hasPrefix("The ") {
            keys.append(entry.key("\(bare.dropFirst(4)), The"))
            keys.append(entry.key(bare.dropFirst(4).description))
        }
        let parts = bare.components(separatedBy: ": ")
        if parts.count == 2 { keys.append(entry.key(parts[0], subtitle: parts[1])) }
        return keys
    }
}
