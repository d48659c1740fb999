/* Files embedded in the programs, so that they need not be installed or found. They are in C because Swift can embed a file only
 * as an array literal. Texts end with NUL. */
#ifndef CRESOURCES_H
#define CRESOURCES_H

/* tessdata/isbn.traineddata, the model that reads text. */
extern const char *const text_model;
extern const int text_model_length;

/* The networks that select lines, layer by layer: the scales and biases of the outputs as little-endian floats, then
 * the weights as signed bytes. scripts/training writes them. */
extern const unsigned char *const line_classifier_weights;
extern const int line_classifier_weights_length;
extern const unsigned char *const digit_network_weights;
extern const int digit_network_weights_length;

/* A file by its name. */
struct named_text {
    const char *name;
    const char *text;
};

/* Translations as PO files of gettext, by language. The last element has no name. */
extern const struct named_text *const translations;

/* A run's report: head.html and page.html, style.css, and common.js, records.js, sheet.js and photo.js as one script. */
extern const char *const report_page;
extern const char *const report_style;
extern const char *const report_script;
/* An inventory's report, with the same head and style, and common.js before its script. */
extern const char *const inventory_report_page;
extern const char *const inventory_report_script;

/* The Mustache templates of the site's pages, and its style and scripts. The last element of either has no name. */
extern const struct named_text *const server_templates;
extern const struct named_text *const server_assets;

/* The description of the JSON API (OpenAPI). */
extern const char *const server_api;
/* The service worker, which browsers run over https only. */
extern const char *const server_worker;
/* The web app manifest and the icon, for installing the site on a phone. */
extern const char *const server_manifest;
extern const char *const server_icon;

#endif
