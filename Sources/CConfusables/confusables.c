#include "CConfusables.h"

#include <pthread.h>
#include <stddef.h>
#include <unicode/uspoof.h>

static USpoofChecker *checker;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
    UErrorCode status = U_ZERO_ERROR;
    checker = uspoof_open(&status);
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_HIDDEN_OVERLAY, &status);
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    if (U_FAILURE(status)) checker = NULL;
}

int32_t confusables_skeleton(const char *text, int32_t length, char *skeleton, int32_t capacity) {
    pthread_once(&once, make);
    if (!checker) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int32_t written = uspoof_getSkeletonUTF8(checker, 0, text, length, skeleton, capacity, &status);
    return U_FAILURE(status) || written > capacity ? -1 : written;
}

bool confusables_is_of_one_script(const char *text, int32_t length) {
    pthread_once(&once, make);
    if (!checker) return false;
    UErrorCode status = U_ZERO_ERROR;
    int32_t failed = uspoof_checkUTF8(checker, text, length, NULL, &status);
    return U_SUCCESS(status) && failed == 0;
}
