// HEIF files. libheif applies rotation and mirroring itself (`irot`, `imir`), so EXIF orientation is ignored.
import CHeif
import Foundation

/// The pictures of a HEIF file, the primary one first.
enum HEIFPicture {
    /// Loads libheif's plug-ins.
    static func makeReady() { heif_init(nil) }

    /// The size after libheif's rotation. Decoding is at full size only.
    ///
    /// - Parameter picture: 0 is the primary one.
    static func header(of data: Data, _ picture: Int) throws(ImagingError) -> ImageHeader {
        try with(picture, of: data) { handle in
            .success(
                ImageHeader(
                    width: Int(heif_image_handle_get_width(handle)),
                    height: Int(heif_image_handle_get_height(handle)),
                    bits: max(8, Int(heif_image_handle_get_luma_bits_per_pixel(handle)))))
        }
    }

    /// The block that starts with `Exif\0\0`; `nil` if there is none.
    static func exif(of data: Data, _ picture: Int) -> Data? {
        try? with(picture, of: data) { handle in
            var id: heif_item_id = 0
            guard heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 else {
                return .failure(.damaged(.heif))
            }
            var block = Data(count: heif_image_handle_get_metadata_size(handle, id))
            let status = block.withUnsafeMutableBytes {
                heif_image_handle_get_metadata(handle, id, $0.baseAddress)
            }
            // The first four bytes give the offset of the TIFF header after them.
            guard status.code == heif_error_Ok, block.count > 4 else { return .failure(.damaged(.heif)) }
            let offset = block.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard offset <= block.count - 4 else { return .failure(.damaged(.heif)) }
            return .success(Data("Exif\0\0".utf8) + block.dropFirst(4 + offset))
        }
    }

    static func image<Image: DecodedImage>(_ data: Data, _ picture: Int) throws(ImagingError) -> Image {
        // libheif can't decode a colour picture as monochrome, so its luma plane is used.
        let (space, chroma, channel) =
            Image.hasColour
            ? (heif_colorspace_RGB, heif_chroma_interleaved_RGBA, heif_channel_interleaved)
            : (heif_colorspace_YCbCr, heif_chroma_420, heif_channel_Y)
        return try with(picture, of: data) { handle in
            var decoded: OpaquePointer?
            let status = heif_decode_image(handle, &decoded, space, chroma, nil)
            guard status.code == heif_error_Ok, let decoded else { return .failure(failure(status)) }
            defer { heif_image_release(decoded) }
            var stride: Int32 = 0
            let width = Int(heif_image_get_width(decoded, channel))
            let height = Int(heif_image_get_height(decoded, channel))
            guard let pixels = heif_image_get_plane_readonly(decoded, channel, &stride), width > 0, height > 0
            else { return .failure(.damaged(.heif)) }
            guard let image = Image(unfilledWidth: width, height: height) else {
                return .failure(.noMemory)
            }
            image.fill { start in
                for y in 0..<height {
                    (start + y * image.stride).update(
                        from: pixels + y * Int(stride), count: Image.hasColour ? 4 * width : width)
                }
            }
            return .success(image)
        }
    }

    private static func failure(_ status: heif_error) -> ImagingError {
        if status.subcode == heif_suberror_End_of_data { return .truncated }
        // libheif's own limits on sizes and boxes give the same error.
        return status.code == heif_error_Memory_allocation_error ? .noMemory : .damaged(.heif)
    }

    /// How many pictures it contains for display, without thumbnails and tiles; 1 if unknown.
    static func count(in data: Data) -> Int {
        let count = try? withContext(of: data) {
            .success(Int(heif_context_get_number_of_top_level_images($0)))
        }
        return min(max(1, count ?? 1), mostPictures)
    }

    /// The limit; a damaged file could claim millions.
    private static let mostPictures = 10_000

    private static func with<Value>(
        _ picture: Int, of data: Data, _ body: (OpaquePointer) -> Result<Value, ImagingError>
    ) throws(ImagingError) -> Value {
        try withContext(of: data) { context in
            var primary: heif_item_id = 0
            guard heif_context_get_primary_image_ID(context, &primary).code == heif_error_Ok else {
                return .failure(.damaged(.heif))
            }
            var ids = [primary]
            if picture > 0 {
                let count = heif_context_get_number_of_top_level_images(context)
                var all = [heif_item_id](repeating: 0, count: Int(count))
                heif_context_get_list_of_top_level_image_IDs(context, &all, count)
                ids += all.filter { $0 != primary }
            }
            var handle: OpaquePointer?
            guard ids.indices.contains(picture),
                heif_context_get_image_handle(context, ids[picture], &handle).code == heif_error_Ok,
                let handle
            else { return .failure(.damaged(.heif)) }
            defer { heif_image_handle_release(handle) }
            return body(handle)
        }
    }

    private static func withContext<Value>(
        of data: Data, _ body: (OpaquePointer) -> Result<Value, ImagingError>
    ) throws(ImagingError) -> Value {
        let result = data.withUnsafeBytes { bytes -> Result<Value, ImagingError> in
            guard let context = heif_context_alloc() else { return .failure(.noMemory) }
            defer { heif_context_free(context) }
            heif_context_set_max_decoding_threads(context, 1)
            let status = heif_context_read_from_memory_without_copy(
                context, bytes.baseAddress, bytes.count, nil)
            guard status.code == heif_error_Ok else {
                return .failure(failure(status))
            }
            return body(context)
        }
        return try result.get()
    }
}
