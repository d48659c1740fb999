// Changes the name, or which books came earlier, in a record's line, and nothing else.
import Books
import Foundation
import Output

enum RecordLine {
    /// The ISBN-13s of a record's books that came earlier; and if all did, where its first book did.
    typealias Earlier = (seen: Set<String>, repeats: PhotoPage?)

    /// What may change in a record after it was written.
    enum Change {
        case photo(String)
        case earlier(Earlier)

        fileprivate var members: [String: JSONTree] {
            switch self {
            case .photo(let name): JSONTree.members(ofPhoto: name)
            case .earlier(let earlier):
                [
                    "repeats": earlier.repeats.map {
                        .object(JSONTree.members(ofPhoto: $0.photo, page: $0.page))
                    } ?? .null
                ]
            }
        }
    }

    /// The line with its end; unchanged if it is not a JSON object.
    static func replacing(in line: some Collection<UInt8>, _ change: Change) -> String {
        let unchanged = String(decoding: line, as: UTF8.self) + "\n"
        guard case .object(var members) = try? JSONDecoder().decode(JSONTree.self, from: Data(line)) else {
            return unchanged
        }
        members.merge(change.members) { $1 }
        if case .earlier(let earlier) = change, let marks = marks(in: members, seen: earlier.seen) {
            members["marks"] = marks
        }
        return (try? JSONLine.line(JSONTree.object(members))) ?? unchanged
    }
}

extension RecordLine {
    /// The line with its end, with all photos that it names renamed; `nil` if it names none of these.
    ///
    /// - Parameters:
    ///   - names: new names, by the bytes of those in the records.
    ///   - paths: the same for real paths, which its books have.
    static func renaming(
        in line: some Collection<UInt8>, _ names: [[UInt8]: String], paths: [[UInt8]: String]
    ) -> String? {
        guard let record = try? JSONDecoder().decode(JSONTree.self, from: Data(line)),
            let renamed = record.renamed(names, paths)
        else { return nil }
        return try? JSONLine.line(renamed)
    }

    /// The marks of a record's books, depending on which came earlier; `nil` if it has none.
    private static func marks(in record: [String: JSONTree], seen: Set<String>) -> JSONTree? {
        guard case .list(let marks) = record["marks"], case .list(let books) = record["books"],
            marks.count == books.count, case .list(let isbns) = record["isbns"]
        else { return nil }
        let numbers = isbns.map { (isbn: $0["isbn13"].text, book: $0["book"].whole) }
        return .list(
            zip(marks, books).map { mark, book in
                let isbn = book["isbn13"].text
                let place = numbers.first { $0.isbn != nil && $0.isbn == isbn }?.book
                let own = numbers.first { place != nil && $0.book == place }?.isbn
                guard let isAgain = own.map(seen.contains), isAgain != (mark.text == BookMark.twice.rawValue)
                else { return mark }
                let others = [book["other_editions"], book["namesakes"]].flatMap(\.elements)
                let mark = BookMark(lists: book.lists, others: others.flatMap(\.lists), isAgain: isAgain)
                return .text(mark.rawValue)
            })
    }
}

extension JSONTree {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    fileprivate var whole: Int? { if case .whole(let whole) = self { whole } else { nil } }

    /// The lists that contain a book.
    fileprivate var lists: [String] { self["lists"].elements.compactMap(\.text) }

    /// `nil` if nothing in it is renamed.
    fileprivate func renamed(_ names: [[UInt8]: String], _ paths: [[UInt8]: String]) -> JSONTree? {
        switch self {
        case .object(var members):
            var isChanged = false
            if let photo = members["photo"]?.text {
                let name = members["photo_escaped"]?.text.map(String.init(escapedPath:)) ?? photo
                if let new = names[Array(name.utf8)] {
                    members.merge(Self.members(ofPhoto: new)) { $1 }
                    isChanged = true
                }
            }
            for (key, member) in members {
                let own = key == "photos" ? member.renamed(paths) : nil
                guard let new = own ?? member.renamed(names, paths) else { continue }
                members[key] = new
                isChanged = true
            }
            return isChanged ? .object(members) : nil
        case .list(let list):
            let renamed = list.map { $0.renamed(names, paths) }
            guard renamed.contains(where: { $0 != nil }) else { return nil }
            return .list(zip(list, renamed).map { $1 ?? $0 })
        case .null, .truth, .whole, .number, .text: return nil
        }
    }

    /// The same of a list of paths.
    private func renamed(_ paths: [[UInt8]: String]) -> JSONTree? {
        guard case .list(let list) = self else { return nil }
        let renamed = list.map { $0.text.flatMap { paths[Array($0.utf8)] } }
        guard renamed.contains(where: { $0 != nil }) else { return nil }
        return .list(zip(list, renamed).map { old, new in new.map(JSONTree.text) ?? old })
    }

    fileprivate static func members(ofPhoto name: String, page: Int? = nil) -> [String: JSONTree] {
        var members: [String: JSONTree] = [
            "photo": .text(name.withoutStandIns),
            "photo_escaped": name.escapedPath.map(JSONTree.text) ?? .null,
        ]
        members["page"] = page.map(JSONTree.whole)
        return members
    }
}
