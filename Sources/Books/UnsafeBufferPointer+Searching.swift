// Finds a byte with the C library, which compares many at a time.
import Foundation

extension UnsafeBufferPointer<UInt8> {
    /// The first position of a byte from `start` on and before `end`; `nil` if there is none.
    @inlinable package func first(_ byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? count
        guard start < end, let base = baseAddress, let found = memchr(base + start, Int32(byte), end - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
}
