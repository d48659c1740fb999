// Text on standard input, as it arrives, of any length.
import ArgumentParser
import Books
import Formatting
import Foundation

/// Reads standard input once, in chunks of up to 64 kB. Invalid UTF-8 becomes U+FFFD.
struct StandardInput {
    /// Of a longer line, only the beginning is used.
    static let longestLine = 65_536

    /// Bytes that were read but not returned.
    private var rest: [UInt8] = []
    private var isFirst = true
    private var isInLongLine = false

    /// The next chunk of text, never cut within a character's bytes; `nil` at the end.
    mutating func nextText() throws(Refusal) -> String? {
        while try fill() {
            let cut = rest.count - StandardInput.unfinished(rest)
            guard cut > 0 else { continue }
            defer { rest.removeFirst(cut) }
            return String(decoding: rest[..<cut], as: UTF8.self)
        }
        guard !rest.isEmpty else { return nil }
        defer { rest.removeAll() }
        return String(decoding: rest, as: UTF8.self)
    }

    /// All lines that one more read completes, without their ends, which may be NUL, too; `nil` at the end.
    mutating func nextLines() throws(Refusal) -> [String]? {
        let isOpen = try fill()
        var lines: [String] = []
        var start = 0
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        while let end = rest[start...].firstIndex(where: { $0 == feed || $0 == carriageReturn || $0 == 0 }) {
            var next = end + 1
            if rest[end] == carriageReturn {
                // A line feed may follow.
                if next == rest.count, isOpen { break }
                if next < rest.count, rest[next] == feed { next += 1 }
            }
            add(rest[start..<end], to: &lines)
            isInLongLine = false
            start = next
        }
        rest.removeFirst(start)
        if rest.count > Self.longestLine || !isOpen && !rest.isEmpty {
            add(rest[...], to: &lines)
            isInLongLine = true
            rest.removeAll()
        }
        return isOpen || !lines.isEmpty ? lines : nil
    }

    private func add(_ line: ArraySlice<UInt8>, to lines: inout [String]) {
        guard !isInLongLine else { return }
        lines.append(String(decoding: line.prefix(Self.longestLine), as: UTF8.self))
    }

    /// Reads once more; `false` at the end.
    private mutating func fill() throws(Refusal) -> Bool {
        let size = 65_536
        let known = rest.count
        var count = 0
        repeat {
            rest.append(contentsOf: repeatElement(0, count: size))
            count = rest.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress! + known, size) }
            rest.removeLast(size - max(0, count))
        } while count < 0 && errno == EINTR
        guard count >= 0 else {
            throw Refusal("standard input: can't be read: \(String(cString: strerror(errno)))")
        }
        if isFirst, rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
            throw Refusal(
                "standard input: is UTF-16; send it as UTF-8: iconv -f UTF-16 -t UTF-8 | bookzone …")
        }
        isFirst = false
        return count > 0
    }

    /// How many bytes at the end belong to an incomplete character: 0…3.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }
}

/// The values of `--to`.
enum ISBNTarget: String, CaseIterable, ExpressibleByArgument {
    case isbn13 = "13"
    case isbn10 = "10"
    case hyphenated, urn

    /// The first ISBN of a line in this form, `nil` if there is none; and a message, if needed.
    func answer(for line: String) -> (text: String?, note: String?) {
        let answers = ISBNAnswer.answers(for: line)
        guard let first = answers.first(where: { $0.isbn != nil }), let isbn = first.isbn else {
            return (nil, answers.first?.error?.words)
        }
        guard let text = text(of: isbn) else { return (nil, "begins with 979, so there is no ISBN-10") }
        var notes: [String] = []
        if !isbn.isRegistered { notes.append("outside the registered ranges") }
        if !first.repairs.isEmpty {
            notes.append("repaired " + first.repairs.map(\.description).joined(separator: ", "))
        }
        let others = Set(answers.compactMap(\.isbn)).count - 1
        if others > 0 { notes.append("and \(others) more on this line") }
        return (text, notes.isEmpty ? nil : notes.joined(separator: "; "))
    }

    private func text(of isbn: ISBN) -> String? {
        switch self {
        case .isbn13: isbn.isbn13
        case .isbn10: isbn.isbn10
        case .hyphenated: isbn.hyphenated
        case .urn: isbn.urn
        }
    }
}
