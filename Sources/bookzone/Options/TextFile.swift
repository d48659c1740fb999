// Small files of text, and lists on standard input, that a command reads as a whole.
import Formats
import Foundation
import Output

enum TextFile {
    /// - Parameter path: `-` is standard input.
    static func read(_ path: String) throws(Refusal) -> String {
        let isInput = path == "-"
        guard let handle = isInput ? .standardInput : FileHandle(reading: path),
            let bytes = try? handle.readToEnd() ?? Data()
        else {
            let code = errno
            let name = isInput ? "standard input" : path.shownPath
            throw Refusal("\(name): can't be read: \(String(cString: strerror(code)))", .badInput)
        }
        return String(textInUTF: Array(bytes))
    }

    /// Its lines, without their ends, which may be those of any system, or NUL, which no name contains. After the last end
    /// is one more line, which is empty.
    static func lines(_ path: String) throws(Refusal) -> [String] {
        try read(path).split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r", "\0"].contains($0) }
            .map(String.init)
    }
}
