/* JPEG and PNG to grey or to colour, and a TIFF's pages one by one. Left to themselves both libraries print what they think of a file, and jump out of a call when
 * they give it up: C alone can catch that. Nothing here prints. */
#ifndef CPICTURES_H
#define CPICTURES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    PICTURE_COMPLETE,
    /* Every row is filled, some with what the decoder made up for missing or damaged data. */
    PICTURE_INCOMPLETE,
    PICTURE_DAMAGED,
    PICTURE_NO_MEMORY
} PictureOutcome;

/* Where the pixels go: 0 black ... 255 white, from the top left; grey in a byte each, or colour in four bytes: red, green,
 * blue, and one that says nothing. */
typedef struct {
    uint8_t *start;
    /* Bytes from one row's start to the next one's. */
    size_t stride;
    /* Pixels. A picture of any other size counts as damaged. */
    uint32_t width;
    uint32_t height;
    /* Whether it is four bytes a pixel. */
    int has_colour;
} PictureRows;

/* What a JPEG's header promises. */
typedef struct {
    uint32_t width;
    uint32_t height;
    /* Bytes that libjpeg holds until the last row, whatever the reduction: of a picture that comes in several scans all
     * coefficients, else none. */
    uint64_t held;
} JPEGPromise;

PictureOutcome picture_jpeg_promise(const uint8_t *bytes, size_t count, JPEGPromise *promise);

/* reduction: 1, 2, 4 or 8; each side is divided by it and rounded up. */
PictureOutcome picture_decode_jpeg(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows);

/* Transparent parts lie on white. Never incomplete. A pixel of a reduced picture is the mean of those in its place. */
PictureOutcome picture_decode_png(const uint8_t *bytes, size_t count, unsigned reduction, PictureRows rows);

/* A number in a file that is to be read as another one. */
typedef struct {
    size_t place;
    /* Bytes: at most 8. */
    size_t length;
    uint64_t value;
} PictureNumber;

/* The bytes as a file, some of its numbers replaced. They must stay until it is closed. NULL when there is no memory. */
FILE *picture_open_tiff(
    const uint8_t *bytes, size_t count, int is_little_endian, const PictureNumber *numbers, size_t number_count);

#endif
