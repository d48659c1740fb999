#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char text[] = {
#embed "../../tessdata/isbn.traineddata"
};
static const unsigned char line_classifier[] = {
#embed "networks/line-classifier.weights"
};
static const unsigned char digit_network[] = {
#embed "networks/digit-network.weights"
};

const char *const text_model = text;
const int text_model_length = sizeof text;
const unsigned char *const line_classifier_weights = line_classifier;
const int line_classifier_weights_length = sizeof line_classifier;
const unsigned char *const digit_network_weights = digit_network;
const int digit_network_weights_length = sizeof digit_network;
