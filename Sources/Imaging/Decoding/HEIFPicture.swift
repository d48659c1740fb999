// What iPhones write. libheif turns and mirrors by itself (`irot`, `imir`), so EXIF has no say here.
import CHeif
import CLeptonica
import Foundation

/// The primary picture of a HEIF file.
enum HEIFPicture {
    /// Loads libheif's plug-ins.
    static func makeReady() { heif_init(nil) }

    /// Sides after libheif has turned it. It decodes at full size alone.
    static func promise(of data: Data) throws(ImagingError) -> PicturePromise {
        try withPrimary(of: data) { handle in
            .success(
                PicturePromise(
                    width: Int(heif_image_handle_get_width(handle)),
                    height: Int(heif_image_handle_get_height(handle)),
                    bits: max(8, Int(heif_image_handle_get_luma_bits_per_pixel(handle)))))
        }
    }

    static func grey(_ data: Data) throws(ImagingError) -> GrayImage {
        try withPrimary(of: data) { handle in
            var decoded: OpaquePointer?
            // A colour picture is refused as monochrome: its luma plane is taken instead.
            let status = heif_decode_image(handle, &decoded, heif_colorspace_YCbCr, heif_chroma_420, nil)
            guard status.code == heif_error_Ok, let decoded else { return .failure(failure(status)) }
            defer { heif_image_release(decoded) }
            var stride: Int32 = 0
            let width = Int(heif_image_get_width(decoded, heif_channel_Y))
            let height = Int(heif_image_get_height(decoded, heif_channel_Y))
            guard let luma = heif_image_get_plane_readonly(decoded, heif_channel_Y, &stride), width > 0,
                height > 0
            else { return .failure(.damaged(.heif)) }
            guard let image = GrayImage(unfilledWidth: width, height: height) else {
                return .failure(.noMemory)
            }
            for y in 0..<height {
                let row = image.row(y)
                for x in 0..<width { row[x] = luma[y * Int(stride) + x] }
            }
            return .success(image)
        }
    }

    static func colour(_ data: Data) throws(ImagingError) -> ColourImage {
        try withPrimary(of: data) { handle in
            var decoded: OpaquePointer?
            let status = heif_decode_image(
                handle, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil)
            guard status.code == heif_error_Ok, let decoded else { return .failure(failure(status)) }
            defer { heif_image_release(decoded) }
            var stride: Int32 = 0
            let width = Int(heif_image_get_width(decoded, heif_channel_interleaved))
            let height = Int(heif_image_get_height(decoded, heif_channel_interleaved))
            guard let pixels = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride),
                width > 0, height > 0
            else { return .failure(.damaged(.heif)) }
            guard let image = ColourImage(unfilledWidth: width, height: height) else {
                return .failure(.noMemory)
            }
            image.fill { start in
                for y in 0..<height {
                    (start + y * image.stride).update(from: pixels + y * Int(stride), count: 4 * width)
                }
            }
            return .success(image)
        }
    }

    private static func failure(_ status: heif_error) -> ImagingError {
        if status.subcode == heif_suberror_End_of_data { return .truncated }
        // A bound of libheif's own on sides and boxes is told in the same way.
        return status.code == heif_error_Memory_allocation_error ? .noMemory : .damaged(.heif)
    }

    private static func withPrimary<Value>(
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
            var handle: OpaquePointer?
            guard heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok, let handle
            else {
                return .failure(.damaged(.heif))
            }
            defer { heif_image_handle_release(handle) }
            return body(handle)
        }
        return try result.get()
    }
}
