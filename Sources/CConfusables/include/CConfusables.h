/* Which names look alike (Unicode Technical Standard 39), by ICU. Its functions have names with its version in them, which C
 * sees and Swift does not. */
#ifndef CCONFUSABLES_H
#define CCONFUSABLES_H

#include <stdbool.h>
#include <stdint.h>

/* Writes the skeleton of a UTF-8 text: texts that look alike have the same one. Returns its length in bytes; -1 where ICU
 * fails, or `capacity` is too small. */
int32_t confusables_skeleton(const char *text, int32_t length, char *skeleton, int32_t capacity);

/* Whether the letters are of one script, or of scripts that are written together, as in Japanese. */
bool confusables_is_of_one_script(const char *text, int32_t length);

#endif
