#if Server
// Compresses large JSON responses with gzip (RFC 1952), for slow networks.
import CZlib
import CatalogueAPI
import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// A JSON response, compressed if the client accepts it and the response is large enough.
    static func packed(_ message: some Encodable, for request: Request) throws -> Response {
        let bytes = Array(try SiteAPI.encoder.encode(message))
        let packed = bytes.count > 1024 && request.acceptsGzip ? bytes.gzipped : nil
        var response = Response(ByteBuffer(bytes: packed ?? bytes), "application/json")
        response.headers[.vary] = "Accept-Encoding"
        if packed != nil { response.headers[.contentEncoding] = "gzip" }
        return response
    }
}

extension Request {
    /// As defined in RFC 9110, section 12.5.3.
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
    /// `nil` if zlib is out of memory.
    var gzipped: [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // Adding 16 selects gzip's header and checksum.
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
