// Reads sorted runs.
import Foundation

/// Reads a run, one entry at a time.
final class SortedRunReader {
    private let path: String
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    /// The part of `buffer` that was read but not consumed.
    private var waiting = 0..<0
    private var length = 0
    private(set) var key: UInt64 = 0

    init(_ path: String) throws(ReferenceError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        buffer.deallocate()
    }

    /// The current entry; valid until the next `advance`.
    var entry: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[waiting.lowerBound - length..<waiting.lowerBound])
    }

    /// - Returns: `false` at the end.
    func advance() throws(ReferenceError) -> Bool {
        guard try fill(12) else { return false }
        key = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: waiting.lowerBound, as: UInt64.self))
        length = Int(
            UInt32(
                littleEndian: buffer.loadUnaligned(fromByteOffset: waiting.lowerBound + 8, as: UInt32.self)))
        waiting = waiting.lowerBound + 12..<waiting.upperBound
        guard length <= buffer.count, try fill(length) else { throw .unreadable(path: path, errno: EIO) }
        waiting = waiting.lowerBound + length..<waiting.upperBound
        return true
    }

    /// Makes at least this many bytes available; `false` if there are no more.
    private func fill(_ count: Int) throws(ReferenceError) -> Bool {
        guard waiting.count < count else { return true }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[waiting]))
        waiting = 0..<waiting.count
        while waiting.count < count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[waiting.upperBound...])
            let read = Foundation.read(descriptor, room.baseAddress, room.count)
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw .unreadable(path: path, errno: errno) }
            if read == 0 { return false }
            waiting = 0..<waiting.upperBound + read
        }
        return true
    }
}

/// Merges runs in the order of the keys.
struct SortedRunMerge {
    /// A heap: the run with the lowest key first; of equal keys, the earliest run.
    private var runs: [(order: Int, run: SortedRunReader)] = []

    init(_ paths: [String]) throws(ReferenceError) {
        for (order, path) in paths.enumerated() {
            let run = try SortedRunReader(path)
            if try run.advance() { runs.append((order, run)) }
        }
        for place in runs.indices.reversed() { sink(place) }
    }

    /// `nil` at the end.
    var first: SortedRunReader? { runs.first?.run }

    /// Moves past the first entry.
    mutating func advance() throws(ReferenceError) {
        if try !runs[0].run.advance() {
            runs.swapAt(0, runs.count - 1)
            runs.removeLast()
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < runs.count && comesBefore(child, least)
            {
                least = child
            }
            if least == place { return }
            runs.swapAt(place, least)
            place = least
        }
    }

    private func comesBefore(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (runs[left], runs[right])
        return left.run.key != right.run.key ? left.run.key < right.run.key : left.order < right.order
    }
}
