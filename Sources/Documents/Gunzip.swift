// Gzip (RFC 1952), unpacked step by step from any source of bytes.
import CZlib

/// Decompresses gzip data, one member after another.
package final class Gunzip {
    package enum Step {
        /// The input is used up, or the output is full.
        case more
        /// The member has ended, with a correct checksum.
        case end
        /// zlib's message.
        case damaged(String)
    }

    // zlib keeps a pointer to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter isRaw: whether there is only the data of a member, without header and checksum, as in a ZIP.
    package init(isRaw: Bool = false) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Adding 16 selects the gzip header and checksum.
        inflateInit2_(stream, isRaw ? -15 : 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Prepares for the next member.
    package func restart() { inflateReset(stream) }

    /// - Returns: how many bytes of `input` were used and of `output` written.
    package func unpack(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (used: Int, written: Int, step: Step) {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let result = inflate(stream, Z_NO_FLUSH)
        let used = min(input.count, Int(UInt32.max)) - Int(stream.pointee.avail_in)
        let written = min(output.count, Int(UInt32.max)) - Int(stream.pointee.avail_out)
        switch result {
        case Z_STREAM_END: return (used, written, .end)
        case Z_OK, Z_BUF_ERROR: return (used, written, .more)
        default:
            let words = stream.pointee.msg.map { String(cString: $0) } ?? "error \(result)"
            return (used, written, .damaged(words))
        }
    }
}
