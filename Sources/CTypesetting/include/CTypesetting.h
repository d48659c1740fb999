/* Text in any script as grey pixels, by Pango. The library is looked for when it is first needed: nothing else in the
 * program needs it, and every start would load thirty libraries with it. */
#ifndef CTYPESETTING_H
#define CTYPESETTING_H

#include <stdint.h>

/* 0 nothing ... 255 ink, row by row without padding, from the top left. `pixels` is malloc's. */
typedef struct {
    uint8_t *pixels;
    int width;
    int height;
} TypesetText;

/* Whether Pango is there. */
int typesetting_is_there(void);

/* Sets lines of UTF-8 text, folded to a width in pixels; a line that needs more than two is cut there with an ellipsis.
 * Directions are those of the text. False where Pango is not there or there is no memory. Not for several threads at a
 * time. */
int typeset_text(const char *text, int width, int letter_height, TypesetText *result);

#endif
