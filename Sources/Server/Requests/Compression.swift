#if Server
// Large answers in JSON, packed by gzip (RFC 1952) for phones on the way.
import CZlib
import CatalogueAPI
import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// An answer in JSON, packed if the client takes that and it is worth while.
    static func packed(_ message: some Encodable, for request: Request) throws -> Response {
        let bytes = Array(try SiteInterface.encoder.encode(message))
        let packed = bytes.count > 1024 && request.acceptsGzip ? bytes.gzipped : nil
        var response = Response(
            status: .ok, headers: [.contentType: "application/json", .vary: "Accept-Encoding"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed ?? bytes)))
        if packed != nil { response.headers[.contentEncoding] = "gzip" }
        return response
    }
}

extension Request {
    /// RFC 9110, section 12.5.3.
    var acceptsGzip: Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.lowercased().split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return parts.first == "gzip"
                && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }
}

extension [UInt8] {
    /// `nil` if zlib has no memory for it.
    var gzipped: [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 16 and more: with gzip's own header and checksum.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size
            )
                == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = self
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(input.count)))) {
                output, count in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
    }
}
#endif
