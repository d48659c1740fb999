/* Conversion of colours to grey. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* Leptonica's weights of red, green and blue, so that all formats get the same grey. */
static inline uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
    return (uint8_t)((3 * red + 5 * green + 2 * blue + 5) / 10);
}

/* Sets a pixel to a colour, or to its grey. */
static inline void set_pixel(uint8_t *row, uint32_t x, int has_colour, unsigned red, unsigned green, unsigned blue) {
    if (!has_colour) {
        row[x] = grey_of(red, green, blue);
        return;
    }
    uint8_t *pixel = row + 4 * (size_t)x;
    pixel[0] = (uint8_t)red;
    pixel[1] = (uint8_t)green;
    pixel[2] = (uint8_t)blue;
    pixel[3] = 0xFF;
}

#endif
