// The program's own ends: what it reads from standard input and what it says to a person on standard error.
import Foundation

enum Console {
    /// One line on standard error.
    static func note(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// All of standard input, by lines.
    static func inputLines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }
}
