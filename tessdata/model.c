#include "CTextModel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char bytes[] = {
#embed "isbn.traineddata"
};
const char *const text_model = bytes;
const int text_model_length = sizeof bytes;
