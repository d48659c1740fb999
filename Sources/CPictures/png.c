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

/* The positions of a pass's pixels in the picture: all of it, or one of the seven passes of an interlaced one. */
typedef struct {
    uint32_t left, top, right, down;
} Pass;

static Pass pass_of(int number, int is_interlaced) {
    if (!is_interlaced) return (Pass){0, 0, 1, 1};
    return (Pass){
        PNG_PASS_START_COL(number), PNG_PASS_START_ROW(number), 1u << PNG_PASS_COL_SHIFT(number),
        1u << PNG_PASS_ROW_SHIFT(number),
    };
}

/* The sums from which a reduced picture is computed, one for each byte of a row; width and height in pixels of the
 * stored picture. */
typedef struct {
    uint16_t *sums;
    uint32_t width, height;
    unsigned reduction;
    PictureRows rows;
} Target;

/* The length of a row, in bytes. */
static size_t row_bytes(PictureRows rows) { return (size_t)rows.width * (rows.has_colour ? 4 : 1); }

/* channels: 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha. */
static void set(const Target *target, uint32_t x, uint32_t y, const uint8_t *pixel, int channels) {
    unsigned alpha = channels % 2 == 0 ? pixel[channels - 1] : 255;
    unsigned red = on_white(pixel[0], alpha);
    unsigned green = channels > 2 ? on_white(pixel[1], alpha) : red;
    unsigned blue = channels > 2 ? on_white(pixel[2], alpha) : red;
    if (!target->sums) {
        uint8_t *row = target->rows.start + y * target->rows.stride;
        set_pixel(row, x, target->rows.has_colour, red, green, blue);
        return;
    }
    uint8_t values[4];
    int count = target->rows.has_colour ? 4 : 1;
    set_pixel(values, 0, target->rows.has_colour, red, green, blue);
    uint16_t *sums = target->sums + y / target->reduction * row_bytes(target->rows);
    for (int place = 0; place < count; place++) sums[x / target->reduction * count + place] += values[place];
}

/* How many of `count` pixels are averaged into one of the reduced picture. */
static unsigned share(const Target *target, uint32_t place, uint32_t side) {
    uint32_t left = side - place * target->reduction;
    return left < target->reduction ? left : target->reduction;
}

static void divide(const Target *target) {
    for (uint32_t y = 0; y < target->rows.height; y++)
        for (size_t place = 0; place < row_bytes(target->rows); place++) {
            uint32_t x = (uint32_t)(target->rows.has_colour ? place / 4 : place);
            unsigned count = share(target, x, target->width) * share(target, y, target->height);
            unsigned sum = target->sums[y * row_bytes(target->rows) + place];
            target->rows.start[y * target->rows.stride + place] = (uint8_t)((sum + count / 2) / count);
        }
}

/* libpng also reports a lack of memory as a damaged file. */
static png_voidp take_memory(png_structp png, png_alloc_size_t size) {
    void *memory = malloc(size);
    if (!memory) *(PictureOutcome volatile *)png_get_mem_ptr(png) = PICTURE_NO_MEMORY;
    return memory;
}

static void give_back(png_structp png, png_voidp memory) {
    (void)png;
    free(memory);
}

PictureOutcome picture_decode_png(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows) {
    Source source = {bytes, count};
    PictureOutcome volatile outcome = PICTURE_DAMAGED;
    png_structp png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, NULL, give_up, say_nothing, (png_voidp)&outcome, take_memory, give_back);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *volatile row = NULL;
    uint16_t *volatile sums = NULL;
    if (!info) goto end;
    if (setjmp(png_jmpbuf(png))) goto end;

    png_set_read_fn(png, &source, take);
    png_read_info(png, info);
    png_set_expand(png);
    png_set_strip_16(png);
    png_read_update_info(png, info);
    Target target = {NULL, png_get_image_width(png, info), png_get_image_height(png, info), reduction, rows};
    if ((target.width + reduction - 1) / reduction != rows.width) goto end;
    if ((target.height + reduction - 1) / reduction != rows.height) goto end;

    row = malloc(png_get_rowbytes(png, info));
    if (reduction > 1) sums = calloc(row_bytes(rows) * rows.height, sizeof *sums);
    if (!row || (reduction > 1 && !sums)) {
        outcome = PICTURE_NO_MEMORY;
        goto end;
    }
    target.sums = sums;
    int channels = png_get_channels(png, info);
    int is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    for (int number = 0; number < (is_interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); number++) {
        Pass pass = pass_of(number, is_interlaced);
        if (pass.left >= target.width) continue;
        for (uint32_t y = pass.top; y < target.height; y += pass.down) {
            png_read_row(png, row, NULL);
            const uint8_t *pixel = row;
            for (uint32_t x = pass.left; x < target.width; x += pass.right, pixel += channels)
                set(&target, x, y, pixel, channels);
        }
    }
    png_read_end(png, NULL);
    if (sums) divide(&target);
    outcome = PICTURE_COMPLETE;
end:
    free(row);
    free(sums);
    png_destroy_read_struct(&png, &info, NULL);
    return outcome;
}
