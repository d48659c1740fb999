// Splits a file into chunks of whole rows, which can then be parsed in parallel.
import Books
import Foundation
import MARC

/// Whole rows of one file.
struct Chunk: Sendable {
    var bytes: [UInt8]
    /// The offset after them, in unpacked bytes.
    var end: UInt64
    /// The same in bytes of the file as stored.
    var used: UInt64
    /// How many rows were too long and are left out.
    var overlong = 0
    /// Whether it is the rest after the last row end: a last row without an end, an incomplete row, or a closing tag.
    var isTail = false
}

/// An actor, so that a chunk can be read while others are parsed.
actor RowReader {
    /// The size of a chunk in bytes, which is also the limit for a row.
    private static let piece = 1 << 18
    private static let limit = 1 << 24

    nonisolated let path: String
    nonisolated let form: InputFormat
    nonisolated let identity: InputIdentity
    nonisolated let size: UInt64?
    private let input: InputBytes
    /// Bytes that were read but not returned yet.
    private var carry: [UInt8]
    private var hasEnded = false
    private var isSkipping = false
    /// The element that MARCXML has around its records, until the end is checked.
    private var root: MARCXMLRoot?
    private var hasChunks = false
    private var isUnclosed = false

    /// - Parameter isStopped: see `InputBytes`.
    /// - Throws: `unreadable`, `empty`, `packed`, `encoding`, `unknownForm`, `damaged`, `stopped`.
    init(_ path: String, isStopped: @escaping @Sendable () -> Bool) throws(ReferenceError) {
        let input = try InputBytes(path, isStopped: isStopped)
        var head: [UInt8] = []
        var count = 1
        while head.count < InputIdentity.headBytes, count > 0 {
            count = try Self.read(input, onto: &head, InputIdentity.headBytes - head.count)
        }
        form = try InputFormat(head: head, path: path)
        identity = InputIdentity(path: path, size: input.size, date: input.date, head: head)
        size = input.size
        self.path = path
        self.input = input
        root = form == .marcXML ? MARCXMLRoot(head: head) : nil
        carry = Array(head.withoutByteOrderMark)
    }

    /// Whether the gzip data is incomplete, or the XML; known at the end.
    var isTorn: Bool { input.isTorn || isUnclosed }

    /// Continues at the end of an earlier chunk.
    func skip(to place: UInt64) throws(ReferenceError) {
        let start = input.place - UInt64(carry.count)
        if place <= input.place {
            carry.removeFirst(Int(place - min(place, start)))
        } else {
            carry = []
            try input.skip(to: place)
        }
    }

    /// The next chunks, at most `count`; empty at the end.
    func next(_ count: Int) throws(ReferenceError) -> [Chunk] {
        var chunks: [Chunk] = []
        while chunks.count < count, let chunk = try chunk() { chunks.append(chunk) }
        return chunks
    }

    private func chunk() throws(ReferenceError) -> Chunk? {
        var overlong = 0
        while true {
            if !hasEnded { hasEnded = try Self.read(input, onto: &carry, Self.piece) == 0 }
            if isSkipping {
                let end = carry.firstIndex(of: form.terminator).map { $0 + 1 } ?? carry.count
                isSkipping = end == carry.count && carry.last != form.terminator
                carry.removeFirst(end)
                if isSkipping, !hasEnded { continue }
                overlong += 1
                isSkipping = false
            }
            if let end = form.lastEnd(in: carry) {
                let rest = Array(carry[end...])
                carry.removeLast(carry.count - end)
                defer { carry = rest }
                return cut(carry, before: rest.count, overlong)
            }
            if hasEnded {
                // If nothing was left to read, the end was checked by the run that is resumed.
                if hasChunks || !carry.isEmpty {
                    isUnclosed = isUnclosed || root?.isClosed(in: carry) == false
                }
                root = nil
                guard !carry.isEmpty || overlong > 0 else { return nil }
                defer { carry = [] }
                var chunk = cut(carry, before: 0, overlong)
                chunk.isTail = true
                return chunk
            }
            if carry.count > Self.limit {
                carry = []
                isSkipping = true
            }
        }
    }

    private func cut(_ bytes: [UInt8], before rest: Int, _ overlong: Int) -> Chunk {
        hasChunks = true
        return Chunk(bytes: bytes, end: input.place - UInt64(rest), used: input.used, overlong: overlong)
    }

    /// - Returns: how many bytes were added; fewer than requested only at the end.
    private static func read(
        _ input: InputBytes, onto bytes: inout [UInt8], _ count: Int
    ) throws(ReferenceError) -> Int {
        let start = bytes.count
        var failure: ReferenceError?
        let longer = [UInt8](unsafeUninitializedCapacity: start + count) { buffer, end in
            _ = buffer.update(fromContentsOf: bytes)
            end = start
            do throws(ReferenceError) {
                while end < start + count {
                    let room = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[end...])
                    let read = try input.read(into: room)
                    if read == 0 { break }
                    end += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        bytes = longer
        return longer.count - start
    }
}

extension InputFormat {
    /// The offset after the last whole row; `nil` if there is none.
    fileprivate func lastEnd(in bytes: [UInt8]) -> Int? {
        switch self {
        case .openLibrary: bytes.lastIndex(of: terminator).map { $0 + 1 }
        case .marc: bytes.withUnsafeBufferPointer { MARCForm.iso2709.lastEnd(in: $0) }
        case .marcXML: bytes.withUnsafeBufferPointer { MARCForm.xml.lastEnd(in: $0) }
        }
    }
}
