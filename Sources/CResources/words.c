#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct named_text languages[] = {
    {"de", (const char[]){
#embed "words/de.po" suffix(, )
        0}},
    {"es", (const char[]){
#embed "words/es.po" suffix(, )
        0}},
    {"fr", (const char[]){
#embed "words/fr.po" suffix(, )
        0}},
    {0, 0}};

const struct named_text *const translations = languages;
