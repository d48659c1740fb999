/* Files embedded in the programs, so that nothing has to be installed or found. In C, because Swift can't embed a file
 * other than as an array literal. Texts end with NUL. */
#ifndef CRESOURCES_H
#define CRESOURCES_H

/* tessdata/isbn.traineddata, the model that reads text. */
extern const char *const text_model;
extern const int text_model_length;

/* The networks that preview lines, layer by layer: the scales and biases of the outputs as little-endian floats, then
 * the weights as signed bytes. scripts/training writes them. */
extern const unsigned char *const line_classifier_weights;
extern const int line_classifier_weights_length;
extern const unsigned char *const digit_network_weights;
extern const int digit_network_weights_length;

/* A run's report: page.html, style.css, and records.js, sheet.js and photo.js as one script. */
extern const char *const report_page;
extern const char *const report_style;
extern const char *const report_script;

/* The site's pages: HTML with places that are filled in (Mustache), and the style and scripts that go with all of them. */
struct server_template {
    const char *name;
    const char *text;
};

/* Ends with one that has no name. */
extern const struct server_template *const server_templates;

// Translations as gettext has them (PO), by language; ends without a name.
extern const struct server_template *const server_languages;

/* What programs may ask, as OpenAPI. */
extern const char *const server_interface;

extern const char *const server_style;
extern const char *const server_script;
extern const char *const server_device;
extern const char *const server_queue;
extern const char *const server_photos;
extern const char *const server_lens;
extern const char *const server_camera;
extern const char *const server_isbn;
extern const char *const server_holdings;
extern const char *const server_have;
extern const char *const server_box;
/* Runs beside the pages, where there is https. */
extern const char *const server_worker;
/* What a phone needs to put the site among its programs. */
extern const char *const server_manifest;
extern const char *const server_icon;

#endif
