// Decodes a table in chunks, in any encoding.
import Books
import Catalogue
import Foundation

/// The input as UTF-8, or as undecoded bytes that each field has to interpret.
struct TableBytes {
    /// `nil` if everything is in `start`.
    private let input: FileHandle?
    private var start: [UInt8] = []
    private let name: String
    private var buffer: [UInt8] = []
    private var place = 0
    private var wide: UTF16Decoder?
    private var legacy: LegacyText?
    private var hasBegun = false

    /// - Parameter encoding: `utf8` also detects UTF-16, by its mark or if the first letter is ASCII.
    init(_ input: FileHandle, name: String, encoding: TextEncoding) {
        self.input = input
        self.name = name
        if case .legacy(let name) = encoding.form { legacy = LegacyText(name) }
    }

    /// The start of a table, without detecting its encoding.
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

    /// Returns bytes to the input, to be read again.
    mutating func pushBack(_ bytes: [UInt8]) {
        buffer.replaceSubrange(..<place, with: bytes)
        place = 0
    }

    /// Which of `candidates` occurs most often in the first line, outside quotes; the first if none occurs.
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

    /// The next bytes of an input, as many as are available at once; empty at its end.
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
            if wide == nil { place = buffer.count - buffer.withoutByteOrderMark.count }
        }
        if let text = wide?.append(buffer) { buffer = text }
        return true
    }
}
