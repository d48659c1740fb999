#if Server
// Random edits by several librarians on the pages, one after another: the store equals a plain model, and undoing one's
// own change leaves everybody else's, as if it had never been made.
import Accounts
import Books
import Catalogue
import Foundation
import TestSupport
import Testing

@testable import Server

struct EditingPropertyTests {
    @Test(arguments: 0..<12) func `the store equals a plain model`(seed: Int) async throws {
        try await TestSite.with { site in
            var random = SeededGenerator(seed: UInt64(seed))
            var run = try await EditingRun(site)
            for step in 0..<30 {
                let deed = try await run.step(&random)
                let (stored, expected) = (try run.stored(), run.model.books)
                #expect(stored == expected, "step \(step), \(deed): \(run.done)")
                guard stored == expected else { return }
            }
            #expect(try site.store.check() == [])
        }
    }
}

/// What is known of books, by a word that no edit changes, and all that was done.
struct EditingModel {
    /// A field's texts, and whether a person has entered them: a cleared field is not filled by a merge.
    struct Value: Hashable {
        var texts: [String] = []
        var isTyped = false
    }

    typealias Fields = [EditedField: Value]

    struct Deed {
        enum Kind { case add, edit, merge, remove }
        var kind: Kind
        var person: String
        /// The store's own number.
        var change: Int64
        /// Before and after, of each book; `nil` where there is no book.
        var books: [String: (before: Fields?, after: Fields?)]
        var made: Int
        var undone: Int?
    }

    static let fields: [EditedField] = [.title, .authors, .publisher, .year, .tags]
    var books: [String: Fields] = [:]
    var deeds: [Deed] = []
    /// Counts what was done or undone.
    private var moment = 0

    mutating func carryOut(
        _ kind: Deed.Kind, by person: String, _ change: Int64, _ after: [String: Fields?]
    ) {
        moment += 1
        deeds.append(
            Deed(
                kind: kind, person: person, change: change,
                books: Dictionary(
                    uniqueKeysWithValues: after.map { name, fields in (name, (books[name], fields)) }),
                made: moment))
        for (name, fields) in after { books[name] = fields }
    }

    static func merged(_ kept: Fields, _ other: Fields) -> Fields {
        var merged = kept
        for field in fields {
            let (own, others) = (kept[field]!, other[field]!)
            if field == .tags, !own.texts.isEmpty, !others.texts.isEmpty {
                merged[field]?.texts += others.texts.filter { !own.texts.contains($0) }
                merged[field]?.isTyped = true
            } else if own.texts.isEmpty, !own.isTyped, !others.texts.isEmpty {
                merged[field] = others
            }
        }
        return merged
    }

    mutating func undo(_ place: Int) {
        moment += 1
        deeds[place].undone = moment
        var hiding = [(made: deeds[place].made, names: present(in: place))]
        revert(place, of: hiding[0].names, isRepeated: false)
        // What was undone while this deed hid it shows again, and goes once more.
        for earlier in deeds[..<place].indices.reversed() {
            guard let undone = deeds[earlier].undone else { continue }
            let hidden = hiding.filter { $0.made <= undone }.reduce(into: Set()) { $0.formUnion($1.names) }
            let names = present(in: earlier).intersection(hidden)
            if names.isEmpty { continue }
            hiding.append((deeds[earlier].made, names))
            revert(earlier, of: names, isRepeated: true)
        }
    }

    /// The later deeds that stand.
    private func standing(after place: Int) -> [Deed] { deeds[(place + 1)...].filter { $0.undone == nil } }

    /// The books of a deed, without those that somebody removed since, which come back only with that.
    private func present(in place: Int) -> Set<String> {
        let gone = standing(after: place).flatMap { $0.books.filter { $0.value.after == nil }.keys }
        return Set(deeds[place].books.keys).subtracting(gone)
    }

    private mutating func revert(_ place: Int, of names: Set<String>, isRepeated: Bool) {
        let deed = deeds[place]
        for (name, (before, after)) in deed.books where names.contains(name) {
            switch (before, after) {
            case (nil, .some):
                let isElses = standing(after: place).contains {
                    $0.person != deed.person && $0.books[name] != nil
                }
                if !isElses { books[name] = nil }
            case (let before?, nil): if !isRepeated { books[name] = before }
            case (let before?, let after?):
                for field in Self.fields
                where before[field] != after[field] && books[name]?[field] == after[field] {
                    books[name]?[field] = before[field]
                }
            default: break
            }
        }
    }
}

struct EditingRun {
    private let site: TestSite
    private var people: [(name: String, visitor: Visitor)] = []
    private(set) var model = EditingModel()
    private(set) var done: [String] = []
    private var words = 0
    /// Within a second, two people's clearings of a field can't be told apart.
    private var cleared: Set<String> = []

    init(_ site: TestSite) async throws {
        self.site = site
        for name in ["Kim", "Lee", "Max"] {
            people.append((name, try await site.visitor(name, .librarian)))
        }
    }

    private mutating func word() -> String {
        words += 1
        return "word\(words)"
    }

    /// The books of the store, by their subtitle.
    func stored() throws -> [String: EditingModel.Fields] {
        var books: [String: EditingModel.Fields] = [:]
        for kept in try site.store.keptBooks(after: nil, for: "") ?? [] {
            let book = kept.book
            books[book.subtitle ?? "?"] = Dictionary(
                uniqueKeysWithValues: EditingModel.fields.map { field in
                    let credited: BookField =
                        field == .authors ? .contributors : BookField(rawValue: field.rawValue)!
                    return (
                        field,
                        .init(texts: book.texts(field), isTyped: book.origins[credited]?.kind == .edited)
                    )
                })
        }
        return books
    }

    private func reference(_ name: String) throws -> BookSpecifier {
        let all = try site.store.keptBooks(after: nil, for: "") ?? []
        return try #require(all.first { $0.book.subtitle == name }?.book.reference)
    }

    /// What is new in some fields.
    private mutating func changes(_ random: inout SeededGenerator) -> [EditedField: [String]] {
        var changes: [EditedField: [String]] = [:]
        for field in EditingModel.fields where field == .title || Bool.random(using: &random) {
            changes[field] =
                switch field {
                case .year: [String(1000 + words)]
                case .title: [word()]
                case _ where Int.random(in: 0..<4, using: &random) == 0: []
                case .authors, .tags: [word(), word()]
                default: [word()]
                }
        }
        return changes
    }

    private func lines(_ changes: [EditedField: [String]]) -> [EditedField: String] {
        changes.mapValues { $0.joined(separator: "\r\n") }
    }

    mutating func step(_ random: inout SeededGenerator) async throws -> String {
        let (person, visitor) = try #require(people.randomElement(using: &random))
        let names = model.books.keys.sorted()
        let name = names.randomElement(using: &random)
        var deed: String
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: deed = try await edit(name, by: person, visitor, &random)
        case 3: deed = try await merge(name, names.randomElement(using: &random), by: person, visitor)
        case 4: deed = try await remove(name, by: person, visitor)
        case 5...7: deed = try await undo(by: person, visitor, &random)
        default: deed = try await add(by: person, visitor, &random)
        }
        // There was nothing to do it with.
        if deed.isEmpty { deed = try await add(by: person, visitor, &random) }
        done.append("\(person) \(deed)")
        return deed
    }

    private mutating func add(
        by person: String, _ visitor: Visitor, _ random: inout SeededGenerator
    ) async throws -> String {
        let name = "book \(word())"
        let changes = changes(&random)
        #expect(try await visitor.addBook(lines(changes).merging([.subtitle: name]) { $1 }).status == 303)
        // A field that is left empty was not changed.
        let fields = EditingModel.fields.map { (field: EditedField) in
            (
                field,
                EditingModel.Value(texts: changes[field] ?? [], isTyped: changes[field]?.isEmpty == false)
            )
        }
        model.carryOut(
            .add, by: person, try site.latestChange(of: person),
            [name: Dictionary(uniqueKeysWithValues: fields)])
        return "adds \(name)"
    }

    private mutating func edit(
        _ name: String?, by person: String, _ visitor: Visitor, _ random: inout SeededGenerator
    ) async throws -> String {
        guard let name, var fields = model.books[name] else { return "" }
        let changes = changes(&random).filter { field, texts in
            !texts.isEmpty || cleared.insert("\(name) \(field)").inserted
        }
        #expect(try await visitor.edit(reference(name), lines(changes)).status == 303)
        for (field, texts) in changes where texts != fields[field]?.texts {
            fields[field] = .init(texts: texts, isTyped: true)
        }
        model.carryOut(.edit, by: person, try site.latestChange(of: person), [name: fields])
        return "edits \(name): \(changes.keys.map(\.rawValue).sorted())"
    }

    private mutating func merge(
        _ name: String?, _ other: String?, by person: String, _ visitor: Visitor
    ) async throws -> String {
        guard let name, let other, name != other, let kept = model.books[name], let gone = model.books[other]
        else { return "" }
        #expect(try await visitor.merge(reference(other), into: reference(name)).status == 303)
        model.carryOut(
            .merge, by: person, try site.latestChange(of: person),
            [name: EditingModel.merged(kept, gone), other: nil])
        return "merges \(other) into \(name)"
    }

    private mutating func remove(_ name: String?, by person: String, _ visitor: Visitor) async throws
        -> String
    {
        guard let name else { return "" }
        #expect(try await visitor.send("\(reference(name).path)/remove").status == 303)
        model.carryOut(.remove, by: person, try site.latestChange(of: person), [name: nil])
        return "removes \(name)"
    }

    /// Any of their own changes, not only the latest.
    private mutating func undo(
        by person: String, _ visitor: Visitor, _ random: inout SeededGenerator
    ) async throws -> String {
        let own = model.deeds.indices.filter {
            model.deeds[$0].person == person && model.deeds[$0].undone == nil
        }
        guard let place = own.randomElement(using: &random) else { return "" }
        let change = model.deeds[place].change
        // The page of any book will do.
        let answer = try await visitor.takeBack(change, of: .id(BookID(1)))
        #expect(answer.status == 303)
        model.undo(place)
        return "takes back \(model.deeds[place].kind) of \(model.deeds[place].books.keys.sorted())"
    }
}
#endif
