/* Finds names that look alike (Unicode Technical Standard 39), with ICU. The names of ICU's functions contain its
 * version, which C macros hide and Swift can't see. */
#ifndef CCONFUSABLES_H
#define CCONFUSABLES_H

#include <stdbool.h>
#include <stdint.h>

/* Writes the skeleton of a UTF-8 text: texts that look alike have the same skeleton. Returns its length in bytes; -1 if
 * ICU fails or `capacity` is too small. */
int32_t confusables_skeleton(const char *text, int32_t length, char *skeleton, int32_t capacity);

/* Whether the letters are of one script, or of scripts that are written together, as in Japanese, and no mark
 * is hidden: repeated, or a dot above an i. */
bool confusables_is_of_one_script(const char *text, int32_t length);

#endif
