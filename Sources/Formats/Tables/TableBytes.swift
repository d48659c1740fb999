// Decodes a table in chunks, whatever its encoding.
import Catalogue
import Foundation

/// The input as UTF-8, or as bytes that a field has to make sense of.
struct TableBytes {
    /// `nil` where all of it is in `start`.
    private let input: FileHandle?
    private var start: [UInt8] = []
    private let name: String
    private var buffer: [UInt8] = []
    private var place = 0
    private var wide: UTF16Decoder?
    private var legacy: LegacyText?
    private var hasBegun = false

    /// - Parameter encoding: `utf8` finds UTF-16 by itself where it has a mark, or begins with a letter of ASCII.
    init(_ input: FileHandle, name: String, encoding: TextEncoding) {
        self.input = input
        self.name = name
        if case .legacy(let name) = encoding.form { legacy = LegacyText(name) }
    }

    /// The beginning of a table, whose encoding nobody looks for.
    init(start: [UInt8]) {
        (input, name) = (nil, "")
        self.start = start
    }

    var fraction: Double? { input?.fraction }

    mutating func next() throws(CatalogueError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        place += 1
        return byte
    }

    mutating func peek() throws(CatalogueError) -> UInt8? {
        while place == buffer.count {
            guard try refill() else { return nil }
        }
        return buffer[place]
    }

    /// Makes what was read be read again.
    mutating func pushBack(_ bytes: [UInt8]) {
        buffer.replaceSubrange(..<place, with: bytes)
        place = 0
    }

    /// Of `candidates`, the one that the first line has most of, outside quotes; the first where there is none.
    mutating func commonest(of candidates: [UInt8]) throws(CatalogueError) -> UInt8? {
        _ = try peek()
        var counts = [UInt8: Int]()
        var isQuoted = false
        for byte in buffer[place...] {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D, !counts.isEmpty { break }
            if candidates.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return candidates.reversed().max { counts[$0, default: 0] < counts[$1, default: 0] }
    }

    /// The next bytes of an input, as many as there are at once; empty at its end.
    static func piece(of input: FileHandle, _ name: String) throws(CatalogueError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        repeat { count = read(input.fileDescriptor, &chunk, chunk.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw .unreadable(path: name, errno: errno) }
        return Array(chunk[..<count])
    }

    /// `false` at the end of the input.
    private mutating func refill() throws(CatalogueError) -> Bool {
        let chunk = try input.map { input throws(CatalogueError) in try Self.piece(of: input, name) } ?? start
        start = []
        guard !chunk.isEmpty else {
            buffer = legacy?.append([], ends: true) ?? wide?.rest() ?? []
            place = 0
            (wide, legacy) = (nil, nil)
            return !buffer.isEmpty
        }
        buffer = legacy?.append(chunk) ?? chunk
        place = 0
        if !hasBegun, legacy == nil {
            hasBegun = true
            if UTF16Decoder.isFourBytesWide(buffer) { throw .encoding(path: name, "UTF-32") }
            wide = UTF16Decoder(start: buffer)
            if wide == nil, buffer.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        }
        if let text = wide?.append(buffer) { buffer = text }
        return true
    }
}
