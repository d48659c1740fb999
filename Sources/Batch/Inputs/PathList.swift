// A list of paths in a file or on standard input, one after another, so that any other program can choose photos.
import Books
import Foundation
import Reading

/// Reads the entries of `--files-from` and `--files0-from`.
struct PathList: ~Copyable {
    /// In bytes, far beyond any path the system takes.
    private static let longestEntry = 1 << 16

    private let file: InputFile
    private let separator: UInt8
    private var buffer: [UInt8] = []
    private var place = 0

    /// - Parameter endedByNUL: as `find -print0` writes and `wc --files0-from` reads; else one path a line.
    init(_ file: consuming InputFile, endedByNUL: Bool) {
        self.file = file
        separator = endedByNUL ? 0 : UInt8(ascii: "\n")
    }

    /// `nil` at the end. An empty entry between NULs is handed out as it is; an empty line is passed over, and a
    /// carriage return before a line's end is taken for part of it.
    mutating func next() throws(ScanError) -> [UInt8]? {
        while true {
            var entry: [UInt8]
            if let end = buffer[place...].firstIndex(of: separator) {
                entry = Array(buffer[place..<end])
                place = end + 1
            } else {
                buffer.removeFirst(place)
                place = 0
                guard buffer.count < PathList.longestEntry else {
                    throw .noList
                }
                if try file.read(PathList.longestEntry, into: &buffer) > 0 { continue }
                if buffer.isEmpty { return nil }
                entry = buffer
                buffer = []
            }
            if separator == 0 { return entry }
            if entry.last == UInt8(ascii: "\r") { entry.removeLast() }
            if !entry.isEmpty { return entry }
        }
    }
}
