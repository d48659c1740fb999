// The names in a folder, byte for byte.
import Foundation
import Reading

/// What is in a folder, in no order.
struct FolderEntries {
    /// What ended the reading before its end; 0 where nothing did.
    let problem: Int32
    private let entries: [(name: [UInt8], kind: Int)]

    /// `nil` where it can't be read, with `errno`.
    init?(_ folder: PhotoPath) {
        guard let stream = opendir(folder.cString) else { return nil }
        defer { closedir(stream) }
        var entries: [(name: [UInt8], kind: Int)] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            entries.append((name, Int(entry.pointee.d_type)))
        }
        problem = errno
        self.entries = entries
    }

    /// Those that are not hidden, each with its kind: `DT_REG`, `DT_DIR` …
    var visible: [(name: [UInt8], kind: Int)] { entries.filter { $0.name.first != UInt8(ascii: ".") } }

    func holds(_ name: String) -> Bool { entries.contains { $0.name.elementsEqual(name.utf8) } }
}
