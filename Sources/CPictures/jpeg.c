#include "CPictures.h"
#include "weights.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf end;
} Guard;

static void give_up(j_common_ptr jpeg) { longjmp(((Guard *)jpeg->err)->end, 1); }

static void say_nothing(j_common_ptr jpeg) { (void)jpeg; }

static struct jpeg_error_mgr *quiet(Guard *guard) {
    jpeg_std_error(&guard->manager);
    guard->manager.error_exit = give_up;
    guard->manager.output_message = say_nothing;
    return &guard->manager;
}

/* Called after a jump to the guard's end. */
static PictureOutcome failure(struct jpeg_decompress_struct *jpeg) {
    int code = jpeg->err->msg_code;
    jpeg_destroy_decompress(jpeg);
    return code == JERR_OUT_OF_MEMORY ? PICTURE_NO_MEMORY : PICTURE_DAMAGED;
}

/* Passes the file in chunks: given many bytes at once, libjpeg-turbo uses a faster decoder that skips damaged codes
 * without a warning. */
typedef struct {
    struct jpeg_source_mgr manager;
    const uint8_t *next;
    size_t count;
} Source;

enum { PIECE = 4096 };

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean give_piece(j_decompress_ptr jpeg) {
    static const JOCTET end[] = {0xFF, JPEG_EOI};
    Source *source = (Source *)jpeg->src;
    if (source->count == 0) {
        WARNMS(jpeg, JWRN_JPEG_EOF);
        source->manager.next_input_byte = end;
        source->manager.bytes_in_buffer = sizeof end;
        return TRUE;
    }
    size_t length = source->count < PIECE ? source->count : PIECE;
    source->manager.next_input_byte = source->next;
    source->manager.bytes_in_buffer = length;
    source->next += length;
    source->count -= length;
    return TRUE;
}

static void skip(j_decompress_ptr jpeg, long length) {
    struct jpeg_source_mgr *manager = jpeg->src;
    while (length > 0 && (size_t)length > manager->bytes_in_buffer) {
        length -= (long)manager->bytes_in_buffer;
        give_piece(jpeg);
    }
    if (length <= 0) return;
    manager->next_input_byte += length;
    manager->bytes_in_buffer -= (size_t)length;
}

static Source source_of(const uint8_t *bytes, size_t count) {
    return (Source){
        .manager = {
            .init_source = do_nothing,
            .fill_input_buffer = give_piece,
            .skip_input_data = skip,
            .resync_to_restart = jpeg_resync_to_restart,
            .term_source = do_nothing,
        },
        .next = bytes,
        .count = count,
    };
}

static void begin(struct jpeg_decompress_struct *jpeg, Source *source) {
    jpeg_create_decompress(jpeg);
    jpeg->src = &source->manager;
    jpeg_read_header(jpeg, TRUE);
}

PictureOutcome picture_jpeg_promise(const uint8_t *bytes, size_t count, JPEGPromise *promise) {
    struct jpeg_decompress_struct jpeg = {0};
    Source source = source_of(bytes, count);
    Guard guard;
    jpeg.err = quiet(&guard);
    if (setjmp(guard.end)) return failure(&jpeg);
    begin(&jpeg, &source);
    *promise = (JPEGPromise){jpeg.image_width, jpeg.image_height, 0};
    if (jpeg_has_multiple_scans(&jpeg))
        for (int part = 0; part < jpeg.num_components; part++)
            promise->held += (uint64_t)jpeg.comp_info[part].width_in_blocks
                             * jpeg.comp_info[part].height_in_blocks * sizeof(JBLOCK);
    jpeg_destroy_decompress(&jpeg);
    return PICTURE_COMPLETE;
}

/* Colour profiles are ignored. Adobe's programs store CMYK inverted, and mark that with an Adobe marker. */
static void light_of_inks(const JSAMPLE *inks, int inverted, uint8_t *row, PictureRows rows) {
    for (uint32_t x = 0; x < rows.width; x++, inks += 4) {
        unsigned light[3];
        for (int ink = 0; ink < 3; ink++)
            light[ink] = (unsigned)inks[3] * (inverted ? inks[ink] : 255u - inks[ink]) / 255;
        set_pixel(row, x, rows.has_colour, light[0], light[1], light[2]);
    }
}

PictureOutcome picture_decode_jpeg(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows) {
    struct jpeg_decompress_struct jpeg = {0};
    Source source = source_of(bytes, count);
    Guard guard;
    jpeg.err = quiet(&guard);
    if (setjmp(guard.end)) return failure(&jpeg);
    begin(&jpeg, &source);
    /* libjpeg converts everything except CMYK to grey or colour. */
    int has_inks = jpeg.out_color_space == JCS_CMYK;
    if (!has_inks) jpeg.out_color_space = rows.has_colour ? JCS_EXT_RGBX : JCS_GRAYSCALE;
    jpeg.scale_num = 1;
    jpeg.scale_denom = reduction;
    jpeg_start_decompress(&jpeg);
    if (jpeg.output_width != rows.width || jpeg.output_height != rows.height) ERREXIT(&jpeg, JERR_BAD_STATE);
    /* Allocated by libjpeg, and freed with it. */
    JSAMPARRAY inks = NULL;
    if (has_inks)
        inks = jpeg.mem->alloc_sarray((j_common_ptr)&jpeg, JPOOL_IMAGE, 4 * jpeg.output_width, 1);
    for (uint32_t y = 0; y < rows.height; y++) {
        JSAMPROW row = rows.start + y * rows.stride;
        jpeg_read_scanlines(&jpeg, has_inks ? inks : &row, 1);
        if (has_inks) light_of_inks(inks[0], jpeg.saw_Adobe_marker, row, rows);
    }
    /* Data after the last row is ignored. */
    long warnings = guard.manager.num_warnings;
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return warnings ? PICTURE_INCOMPLETE : PICTURE_COMPLETE;
}
