// Finding one byte among many, by the C library, which does it many at a time.
import Foundation

extension UnsafeBufferPointer<UInt8> {
    /// Where a byte stands first, from `start` on and before `end`; `nil` where it doesn't.
    @inlinable package func first(_ byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        let end = end ?? count
        guard start < end, let base = baseAddress, let found = memchr(base + start, Int32(byte), end - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
}
