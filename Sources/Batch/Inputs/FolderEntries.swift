// The names in a folder, as bytes.
import Foundation
import Reading

struct FolderEntries {
    /// The `errno` that ended reading early; 0 if there was none.
    let problem: Int32
    private let entries: [(name: [UInt8], kind: Int)]

    /// `nil`, with `errno` set, if the folder can't be read.
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

    /// Entries that are not hidden, each with its kind: `DT_REG`, `DT_DIR` …
    var visible: [(name: [UInt8], kind: Int)] { entries.filter { $0.name.first != UInt8(ascii: ".") } }

    /// Temporary links and copies that this program left behind when it was killed.
    var abandoned: [[UInt8]] {
        entries.map(\.name).filter { name in
            let digits = name.dropFirst(PhotoLinks.draftStart.count).prefix { (0x30...0x39).contains($0) }
            guard let maker = pid_t(String(decoding: digits, as: UTF8.self)),
                name == PhotoLinks.draftName(of: maker)
            else { return false }
            return kill(maker, 0) != 0 && errno == ESRCH
        }
    }

    func holds(_ name: String) -> Bool { entries.contains { $0.name.elementsEqual(name.utf8) } }
}
