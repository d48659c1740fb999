// A record's line, with another name or another place of its book, and all else as it was.
import Books
import Foundation
import Output

enum RecordLine {
    /// What of a record may change after it was made.
    enum Change {
        case photo(String)
        case repeats(PhotoPage?)

        fileprivate var members: [String: JSONTree] {
            switch self {
            case .photo(let name): JSONTree.members(ofPhoto: name)
            case .repeats(let page):
                ["repeats": page.map { .object(JSONTree.members(ofPhoto: $0.photo, page: $0.page)) } ?? .null]
            }
        }
    }

    /// With its end; without change, where it is no object.
    static func replacing(in line: some Collection<UInt8>, _ change: Change) -> String {
        let unchanged = String(decoding: line, as: UTF8.self) + "\n"
        guard case .object(var members) = try? JSONDecoder().decode(JSONTree.self, from: Data(line)) else {
            return unchanged
        }
        members.merge(change.members) { $1 }
        if case .repeats(let page) = change, let marks = marks(in: members, isAgain: page != nil) {
            members["marks"] = marks
        }
        return (try? JSONLine.line(JSONTree.object(members))) ?? unchanged
    }
}

extension RecordLine {
    /// Those of a record's books, where its first book is one that came earlier, or is not; `nil` where it has none.
    private static func marks(in record: [String: JSONTree], isAgain: Bool) -> JSONTree? {
        guard case .list(let marks) = record["marks"], case .list(let books) = record["books"],
            marks.count == books.count, case .list(let isbns) = record["isbns"]
        else { return nil }
        let numbers = isbns.map { ($0["isbn13"]?.text, $0["book"]?.whole) }
        return .list(
            zip(marks, books).map { mark, book in
                let isbn = book["isbn13"]?.text
                let place = numbers.first { $0.0 != nil && $0.0 == isbn }?.1
                let isFirst = place != nil && place == numbers.first?.1
                guard isFirst, isAgain != (mark.text == BookMark.twice.rawValue) else { return mark }
                let others = [book["other_editions"], book["namesakes"]].compactMap(\.self).flatMap(\.list)
                let mark = BookMark(
                    lists: book.lists, others: others.flatMap(\.lists), isAgain: isAgain)
                return .text(mark.rawValue)
            })
    }
}

extension JSONTree {
    fileprivate subscript(key: String) -> JSONTree? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    fileprivate var whole: Int? { if case .whole(let whole) = self { whole } else { nil } }

    /// Empty of what is none.
    fileprivate var list: [JSONTree] { if case .list(let list) = self { list } else { [] } }

    /// On which a book is.
    fileprivate var lists: [String] { self["lists"]?.list.compactMap(\.text) ?? [] }

    fileprivate static func members(ofPhoto name: String, page: Int? = nil) -> [String: JSONTree] {
        var members: [String: JSONTree] = [
            "photo": .text(name.withoutStandIns),
            "photo_escaped": name.escapedPath.map(JSONTree.text) ?? .null,
        ]
        members["page"] = page.map(JSONTree.whole)
        return members
    }
}
