#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char german[] = {
#embed "words/de.po" suffix(, )
    0};
static const char spanish[] = {
#embed "words/es.po" suffix(, )
    0};
static const char french[] = {
#embed "words/fr.po" suffix(, )
    0};

static const struct named_text languages[] = {
    {"de", german},
    {"es", spanish},
    {"fr", french},
    {0, 0},
};

const struct named_text *const translations = languages;
