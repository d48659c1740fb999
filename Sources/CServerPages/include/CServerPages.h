/* The server's pages: HTML with places that are filled in (Mustache), and the style and script that go with all of them. */
#ifndef CSERVERPAGES_H
#define CSERVERPAGES_H

struct server_template {
    const char *name;
    const char *text;
};

/* Ends with one that has no name. */
extern const struct server_template *const server_templates;

/* What programs may ask, as OpenAPI. */
extern const char *const server_interface;

extern const char *const server_style;
extern const char *const server_script;
extern const char *const server_queue;
extern const char *const server_photos;
extern const char *const server_camera;
/* Runs beside the pages, where there is https. */
extern const char *const server_worker;

#endif
