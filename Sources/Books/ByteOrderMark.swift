// The mark that some programs put before text in UTF-8.

package enum ByteOrderMark {
    package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Collection<UInt8> {
    /// Text in UTF-8, without a byte order mark before it.
    package var withoutByteOrderMark: SubSequence {
        starts(with: ByteOrderMark.utf8) ? dropFirst(ByteOrderMark.utf8.count) : self[...]
    }
}
