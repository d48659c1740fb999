/* Converts text in any encoding to UTF-8, with ICU. The names of ICU's functions contain its version,
 * which C macros hide and Swift can't see. */
#ifndef CENCODINGS_H
#define CENCODINGS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct encodings_converter encodings_converter;

/* NULL if ICU does not know the encoding. A strict converter stops at invalid bytes, a lenient one writes U+FFFD for
 * them. */
encodings_converter *encodings_open(const char *name, bool is_strict);
void encodings_close(encodings_converter *converter);

/* Converts from `*source`, which it advances, to UTF-8 in `target`; bytes of an incomplete character are kept for the
 * next call. `ends` means that nothing follows. Returns how many bytes it wrote; -1 if it stopped. */
int32_t encodings_convert(encodings_converter *converter, const uint8_t **source, const uint8_t *source_end, bool ends,
                          uint8_t *target, int32_t capacity);

#endif
