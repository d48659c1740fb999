/* The order of titles and names in every script (the Unicode Collation Algorithm), by ICU. Its functions have names with its
 * version in them, which C sees and Swift does not. */
#ifndef CCOLLATION_H
#define CCOLLATION_H

#include <stdint.h>

/* Writes the sort key of a UTF-8 text: keys compare as bytes. Texts are ordered word by word and numbers by value;
 * punctuation is ignored. Returns the key's length in bytes; -1 where ICU fails, or `capacity` is too small. */
int32_t collation_key(const char *text, int32_t length, uint8_t *key, int32_t capacity);

/* The version of the order, in four bytes: keys of different versions can't be compared. Zero where ICU fails. */
uint32_t collation_version(void);

#endif
