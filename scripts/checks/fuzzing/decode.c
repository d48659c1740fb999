/* What scripts/checks/fuzz hands its bytes to: the calls that decode a photo of one format, as Sources/Imaging makes them. */
#include <CPictures.h>

#include <leptonica/allheaders.h>
#include <libexif/exif-data.h>
#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

/* Larger pictures take time and find nothing that smaller ones do not. */
enum { MOST_PIXELS = 1 << 22 };

static void drop(PIX *picture) {
    if (!picture) return;
    PIX *grey = pixConvertTo8(picture, 0);
    pixDestroy(&grey);
    pixDestroy(&picture);
}

static int is_small(size_t width, size_t height) { return width && height && width <= MOST_PIXELS / height; }

static int has_small_header(const uint8_t *bytes, size_t count) {
    l_int32 format, width, height;
    return pixReadHeaderMem(bytes, count, &format, &width, &height, NULL, NULL, NULL) == 0 && width > 0 &&
           height > 0 && is_small((size_t)width, (size_t)height);
}

static void read_orientation(const uint8_t *bytes, size_t count) {
    ExifData *exif = exif_data_new_from_data(bytes, (unsigned)count);
    if (exif) exif_data_unref(exif);
}

static PictureRows new_rows(uint32_t width, uint32_t height, int has_colour) {
    size_t stride = (size_t)width * (has_colour ? 4 : 1);
    return (PictureRows){malloc(stride * height), stride, width, height, has_colour};
}

static void decode_jpeg(const uint8_t *bytes, size_t count) {
    JPEGPromise promise;
    read_orientation(bytes, count);
    if (picture_jpeg_promise(bytes, count, &promise) != PICTURE_COMPLETE) return;
    uint32_t width = promise.width, height = promise.height;
    if (!is_small(width, height)) return;
    for (unsigned reduction = 1; reduction <= 8; reduction *= 2)
        for (int has_colour = 0; has_colour < 2; has_colour++) {
            PictureRows rows =
                new_rows((width + reduction - 1) / reduction, (height + reduction - 1) / reduction, has_colour);
            picture_decode_jpeg(bytes, count, reduction, rows);
            free(rows.start);
        }
}

static void decode_png(const uint8_t *bytes, size_t count) {
    l_int32 format, width, height;
    if (!has_small_header(bytes, count)) return;
    pixReadHeaderMem(bytes, count, &format, &width, &height, NULL, NULL, NULL);
    for (uint32_t step = 0; step < 8; step++) {
        uint32_t reduction = 1u << step / 2;
        PictureRows rows = new_rows(
            ((uint32_t)width + reduction - 1) / reduction, ((uint32_t)height + reduction - 1) / reduction, step % 2);
        picture_decode_png(bytes, count, reduction, rows);
        free(rows.start);
    }
}

static void decode_heif(const uint8_t *bytes, size_t count) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *picture = NULL;
    struct heif_image *coloured = NULL;
    heif_context_set_max_decoding_threads(context, 1);
    if (heif_context_read_from_memory_without_copy(context, bytes, count, NULL).code == heif_error_Ok &&
        heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok &&
        is_small((size_t)heif_image_handle_get_width(handle), (size_t)heif_image_handle_get_height(handle))) {
        heif_decode_image(handle, &picture, heif_colorspace_YCbCr, heif_chroma_420, NULL);
        heif_decode_image(handle, &coloured, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, NULL);
    }
    if (picture) heif_image_release(picture);
    if (coloured) heif_image_release(coloured);
    if (handle) heif_image_handle_release(handle);
    heif_context_free(context);
}

static void decode_tiff(const uint8_t *bytes, size_t count) {
    l_int32 width, height;
    size_t offset = 0;
    if (readHeaderMemTiff(bytes, count, 0, &width, &height, NULL, NULL, NULL, NULL, NULL) == 0 && width > 0 &&
        height > 0 && is_small((size_t)width, (size_t)height))
        drop(pixReadMemFromMultipageTiff(bytes, count, &offset));
}

static void decode_gif(const uint8_t *bytes, size_t count) { drop(pixReadMemGif(bytes, count)); }

static void decode_bmp(const uint8_t *bytes, size_t count) {
    if (has_small_header(bytes, count)) drop(pixReadMemBmp(bytes, count));
}

static void decode_webp(const uint8_t *bytes, size_t count) {
    if (has_small_header(bytes, count)) drop(pixReadMemWebP(bytes, count));
}

static void decode_jpeg2000(const uint8_t *bytes, size_t count) {
    if (has_small_header(bytes, count)) drop(pixReadMemJp2k(bytes, count, 2, NULL, 0, 0));
}

static void be_silent(const char *words) { (void)words; }

int LLVMFuzzerInitialize(int *count, char ***words) {
    (void)count;
    (void)words;
    setMsgSeverity(L_SEVERITY_NONE);
    leptSetStderrHandler(be_silent);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (count) DECODE(bytes, count);
    return 0;
}
