/* How colours become grey. */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include <stdint.h>

/* Leptonica's weights of red, green and blue: the formats that it decodes get the same grey. */
static inline uint8_t grey_of(unsigned red, unsigned green, unsigned blue) {
    return (uint8_t)((3 * red + 5 * green + 2 * blue + 5) / 10);
}

#endif
