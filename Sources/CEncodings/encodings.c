#include "CEncodings.h"

#include <stdlib.h>
#include <unicode/ucnv.h>

struct encodings_converter {
    UConverter *source;
    UConverter *utf8;
    UChar pivot[1024];
    UChar *pivot_source;
    UChar *pivot_target;
};

encodings_converter *encodings_open(const char *name, bool is_strict) {
    encodings_converter *converter = malloc(sizeof *converter);
    if (!converter) return NULL;
    UErrorCode status = U_ZERO_ERROR;
    converter->source = ucnv_open(name, &status);
    converter->utf8 = ucnv_open("UTF-8", &status);
    converter->pivot_source = converter->pivot_target = converter->pivot;
    if (is_strict) ucnv_setToUCallBack(converter->source, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
    if (U_SUCCESS(status)) return converter;
    encodings_close(converter);
    return NULL;
}

void encodings_close(encodings_converter *converter) {
    ucnv_close(converter->source);
    ucnv_close(converter->utf8);
    free(converter);
}

int32_t encodings_convert(encodings_converter *converter, const uint8_t **source, const uint8_t *source_end, bool ends,
                          uint8_t *target, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    char *written = (char *)target;
    ucnv_convertEx(converter->utf8, converter->source, &written, (char *)target + capacity, (const char **)source,
                   (const char *)source_end, converter->pivot, &converter->pivot_source, &converter->pivot_target,
                   converter->pivot + sizeof converter->pivot / sizeof *converter->pivot, false, ends, &status);
    if (U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR) return -1;
    return (int32_t)(written - (char *)target);
}
