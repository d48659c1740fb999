/* The text model as part of every program that reads text: nothing to install, nothing to look for. */
#ifndef CTEXTMODEL_H
#define CTEXTMODEL_H

/* The bytes of isbn.traineddata. */
extern const char *const text_model;
extern const int text_model_length;

#endif
