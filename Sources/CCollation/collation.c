#include "CCollation.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

/* Characters of a text that count; more would make long keys of what is equal in practice. */
enum { most = 100 };

static UCollator *collator;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError place;
    /* Shifted characters are ignored, and spaces are by default among them. */
    UChar rules[] = u"[alternate shifted][numericOrdering on]&[first regular]<' '";
    collator = ucol_openRules(rules, -1, UCOL_DEFAULT, UCOL_DEFAULT_STRENGTH, &place, &status);
    if (U_FAILURE(status)) collator = NULL;
}

/* One space between words, whatever punctuation is there, and none in front. Returns the length. */
static int32_t separate(UChar *text, int32_t length) {
    int32_t kept = 0;
    UBool is_after_word = 0;
    for (int32_t i = 0; i < length; i++) {
        UBool is_space = u_isUWhiteSpace(text[i]);
        if (is_space && !is_after_word) continue;
        if (!u_ispunct(text[i])) is_after_word = !is_space;
        text[kept++] = is_space ? ' ' : text[i];
    }
    return kept;
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
    count = separate(wide, count);
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
