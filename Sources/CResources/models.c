#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text[] = {
#embed "../../tessdata/isbn.traineddata"
};
static const unsigned char number_sense[] = {
#embed "networks/number-sense.weights"
};
static const unsigned char glance_reader[] = {
#embed "networks/glance-reader.weights"
};

const char *const text_model = text;
const int text_model_length = sizeof text;
const unsigned char *const number_sense_weights = number_sense;
const int number_sense_weights_length = sizeof number_sense;
const unsigned char *const glance_reader_weights = glance_reader;
const int glance_reader_weights_length = sizeof glance_reader;
