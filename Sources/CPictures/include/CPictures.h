/* Decodes JPEG and PNG to grey or colour, and separates the pages of a TIFF. Both libraries print warnings, and report
 * errors with longjmp, which only C can handle. Nothing here prints. */
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    PICTURE_COMPLETE,
    /* Every row is filled, but missing or damaged data was replaced by the decoder. */
    PICTURE_INCOMPLETE,
    PICTURE_DAMAGED,
    PICTURE_NO_MEMORY
} PictureOutcome;

/* The destination of the pixels: 0 black ... 255 white, from the top left; grey in one byte each, or colour in four:
 * red, green, blue, and one that is ignored. */
typedef struct {
    uint8_t *start;
    /* The distance between the starts of two rows, in bytes. */
    size_t stride;
    /* In pixels. A picture of another size counts as damaged. */
    uint32_t width;
    uint32_t height;
    /* Whether a pixel has four bytes. */
    int has_colour;
} PictureRows;

/* The contents of a JPEG's header. */
typedef struct {
    uint32_t width;
    uint32_t height;
    /* The memory that libjpeg needs until the last row at any reduction, in bytes: all coefficients of a picture with
     * several scans, else none. */
    uint64_t held;
} JPEGPromise;

PictureOutcome picture_jpeg_promise(const uint8_t *bytes, size_t count, JPEGPromise *promise);

/* reduction: 1, 2, 4 or 8; each side is divided by it and rounded up. */
PictureOutcome picture_decode_jpeg(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows);

/* Transparent pixels become white. Never incomplete. A pixel of a reduced picture is the mean of those it covers. */
PictureOutcome picture_decode_png(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows);

/* A number in a file that is replaced when the file is read. */
typedef struct {
    size_t place;
    /* In bytes, at most 8. */
    size_t length;
    uint64_t value;
} PictureNumber;

/* Opens bytes as a file, with some numbers replaced, and followed by zeros in place of missing bytes. They must stay valid until it is closed. NULL if there is no
 * memory. */
FILE *picture_open_tiff(
    const uint8_t *bytes, size_t count, size_t missing, int is_little_endian, const PictureNumber *numbers,
    size_t number_count);

#endif
