#include "CPictures.h"
#include "weights.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
    const uint8_t *next;
    size_t count;
} Source;

static void give_up(png_structp png, png_const_charp words) {
    (void)words;
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp words) {
    (void)png;
    (void)words;
}

static void take(png_structp png, png_bytep bytes, size_t count) {
    Source *source = png_get_io_ptr(png);
    if (source->count < count) png_error(png, "the file ends");
    memcpy(bytes, source->next, count);
    source->next += count;
    source->count -= count;
}

static unsigned on_white(unsigned value, unsigned alpha) { return (value * alpha + 255 * (255 - alpha)) / 255; }

/* channels: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha. */
static void convert(const uint8_t *pixel, int channels, uint8_t *row, uint32_t width) {
    int has_colour = channels > 2;
    int has_alpha = channels % 2 == 0;
    for (uint32_t x = 0; x < width; x++, pixel += channels) {
        unsigned alpha = has_alpha ? pixel[channels - 1] : 255;
        unsigned red = on_white(pixel[0], alpha);
        row[x] = has_colour ? grey_of(red, on_white(pixel[1], alpha), on_white(pixel[2], alpha)) : (uint8_t)red;
    }
}

PictureOutcome picture_decode_png(const uint8_t *bytes, size_t count, PictureRows rows) {
    Source source = {bytes, count};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, say_nothing);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *volatile buffer = NULL;
    PictureOutcome volatile outcome = PICTURE_NO_MEMORY;
    if (!info) goto end;
    if (setjmp(png_jmpbuf(png))) goto end;

    outcome = PICTURE_DAMAGED;
    png_set_read_fn(png, &source, take);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_strip_16(png);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_image_width(png, info) != rows.width || png_get_image_height(png, info) != rows.height) goto end;

    /* Each pass of an interlaced picture adds to the rows of the one before. */
    size_t stride = png_get_rowbytes(png, info);
    buffer = malloc(passes == 1 ? stride : stride * rows.height);
    if (!buffer) {
        outcome = PICTURE_NO_MEMORY;
        goto end;
    }
    int channels = png_get_channels(png, info);
    for (int pass = 1; pass <= passes; pass++)
        for (uint32_t y = 0; y < rows.height; y++) {
            uint8_t *row = passes == 1 ? buffer : buffer + y * stride;
            png_read_row(png, row, NULL);
            if (pass == passes) convert(row, channels, rows.start + y * rows.stride, rows.width);
        }
    png_read_end(png, NULL);
    outcome = PICTURE_COMPLETE;
end:
    free(buffer);
    png_destroy_read_struct(&png, &info, NULL);
    return outcome;
}
