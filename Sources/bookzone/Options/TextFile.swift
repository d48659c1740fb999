// Small files of text that a command reads as a whole.
import Foundation
import Output

enum TextFile {
    /// Invalid UTF-8 becomes U+FFFD.
    static func read(_ path: String) throws(Refusal) -> String {
        guard let handle = FileHandle(reading: path), let bytes = try? handle.readToEnd() ?? Data() else {
            let code = errno
            throw Refusal("\(path.shownPath): can't be read: \(String(cString: strerror(code)))", .badInput)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
