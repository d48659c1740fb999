/* Draws text in any script as grey pixels with Pango. The library is loaded on first use: nothing else in the program
 * needs it, and it would load thirty libraries at every start. */
#ifndef CTYPESETTING_H
#define CTYPESETTING_H

#include <stdint.h>

/* 0 nothing ... 255 ink, row by row without padding, from the top left. `pixels` is allocated with malloc. */
typedef struct {
    uint8_t *pixels;
    int width;
    int height;
} TypesetText;

/* Whether Pango is installed. */
int typesetting_is_there(void);

/* Draws lines of UTF-8 text, wrapped to a width in pixels; a line that would take more than two is cut off with an
 * ellipsis. The direction is that of the text. False if Pango is not installed or there is no memory. Not thread-safe. */
int typeset_text(const char *text, int width, int letter_height, TypesetText *result);

#endif
