// A record's line, with another name or another place of its book, and all else as it was.
import Books
import Foundation

enum RecordLine {
    enum Key: String { case photo, repeats }

    /// With its end; without change, where it is no object.
    static func replacing(in line: some Collection<UInt8>, _ values: [Key: JSONTree]) -> String {
        guard case .object(var members) = try? JSONDecoder().decode(JSONTree.self, from: Data(line)) else {
            return String(decoding: line, as: UTF8.self) + "\n"
        }
        for (key, value) in values { members[key.rawValue] = value }
        return (try? JSONLine.line(JSONTree.object(members))) ?? String(decoding: line, as: UTF8.self) + "\n"
    }
}

extension JSONTree {
    init(_ page: PhotoPage?) {
        self = page.map { .object(["photo": .text($0.photo), "page": .whole($0.page)]) } ?? .null
    }
}
