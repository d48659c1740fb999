// A record's line, with another name or another place of its book, and all else as it was.
import Books
import Foundation

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
        return (try? JSONLine.line(JSONTree.object(members))) ?? unchanged
    }
}

extension JSONTree {
    fileprivate static func members(ofPhoto name: String, page: Int? = nil) -> [String: JSONTree] {
        var members: [String: JSONTree] = [
            "photo": .text(name.withoutStandIns),
            "photo_escaped": name.escapedPath.map(JSONTree.text) ?? .null,
        ]
        members["page"] = page.map(JSONTree.whole)
        return members
    }
}
