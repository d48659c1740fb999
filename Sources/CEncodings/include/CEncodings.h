/* What encoding a text is in, and the text as UTF-8, by ICU. Its functions have names with its version in them, which C sees
 * and Swift does not. */
#ifndef CENCODINGS_H
#define CENCODINGS_H

#include <stdbool.h>
#include <stdint.h>

/* Calls `each` with the encodings that a text may be in, the likeliest first, and how sure ICU is of it (0 to 100). */
void encodings_guess(const uint8_t *text, int32_t length, void *context,
                     void (*each)(void *context, const char *name, int32_t confidence));

typedef struct encodings_converter encodings_converter;

/* NULL where ICU does not know the encoding. A strict one stops at what is no text, a lenient one writes U+FFFD for it. */
encodings_converter *encodings_open(const char *name, bool is_strict);
void encodings_close(encodings_converter *converter);

/* Converts from `*source` on, which it moves, to UTF-8 in `target`; bytes of a character that is not whole wait for the next
 * call. `ends` tells that nothing follows. Returns how many bytes it wrote; -1 where it stopped. */
int32_t encodings_convert(encodings_converter *converter, const uint8_t **source, const uint8_t *source_end, bool ends,
                          uint8_t *target, int32_t capacity);

#endif
