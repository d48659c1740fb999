#include "CCollation.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

/* Characters of a text that count; more would make long keys of what is equal in practice. */
enum { most = 100 };

static UCollator *collator;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
    UErrorCode status = U_ZERO_ERROR;
    collator = ucol_open("", &status);
    ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
    ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, &status);
    if (U_FAILURE(status)) collator = NULL;
}

int32_t collation_key(const char *text, int32_t length, uint8_t *key, int32_t capacity) {
    pthread_once(&once, make);
    if (!collator) return -1;
    UChar wide[most];
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = 0;
    u_strFromUTF8WithSub(wide, most, &count, text, length, 0xFFFD, NULL, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) count = most;
    else if (U_FAILURE(status)) return -1;
    int32_t written = ucol_getSortKey(collator, wide, count, key, capacity);
    /* Ends with a zero byte. */
    return written < 1 || written > capacity ? -1 : written - 1;
}

uint32_t collation_version(void) {
    pthread_once(&once, make);
    if (!collator) return 0;
    UVersionInfo version;
    ucol_getVersion(collator, version);
    uint32_t number;
    memcpy(&number, version, sizeof number);
    return number;
}
