#include "CTypesetting.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declarations for the functions of Pango, Cairo and GObject that are used, unchanged since Pango 1.20. */
typedef struct Surface Surface;
typedef struct Context Context;
typedef struct Layout Layout;
typedef struct Font Font;

enum { GREY = 2, WORDS_THEN_LETTERS = 2, ELLIPSIS_AT_END = 3, PANGO_UNITS = 1024, MOST_LINES = 2, COMPLETE = 0 };

static struct {
    Surface *(*surface)(int format, int width, int height);
    int (*surface_status)(Surface *);
    unsigned char *(*surface_pixels)(Surface *);
    int (*surface_stride)(Surface *);
    void (*flush)(Surface *);
    void (*surface_end)(Surface *);
    Context *(*context)(Surface *);
    void (*context_end)(Context *);
    Layout *(*layout)(Context *);
    void (*show)(Context *, Layout *);
    void (*set_text)(Layout *, const char *, int);
    void (*set_width)(Layout *, int);
    void (*set_height)(Layout *, int);
    void (*set_wrap)(Layout *, int);
    void (*set_ellipsis)(Layout *, int);
    void (*set_font)(Layout *, const Font *);
    void (*size)(Layout *, int *width, int *height);
    Font *(*font)(const char *);
    void (*font_end)(Font *);
    void (*object_end)(void *);
} pango;

static const struct {
    const char *name;
    void *place;
} functions[] = {
    {"cairo_image_surface_create", &pango.surface},
    {"cairo_surface_status", &pango.surface_status},
    {"cairo_image_surface_get_data", &pango.surface_pixels},
    {"cairo_image_surface_get_stride", &pango.surface_stride},
    {"cairo_surface_flush", &pango.flush},
    {"cairo_surface_destroy", &pango.surface_end},
    {"cairo_create", &pango.context},
    {"cairo_destroy", &pango.context_end},
    {"pango_cairo_create_layout", &pango.layout},
    {"pango_cairo_show_layout", &pango.show},
    {"pango_layout_set_text", &pango.set_text},
    {"pango_layout_set_width", &pango.set_width},
    {"pango_layout_set_height", &pango.set_height},
    {"pango_layout_set_wrap", &pango.set_wrap},
    {"pango_layout_set_ellipsize", &pango.set_ellipsis},
    {"pango_layout_set_font_description", &pango.set_font},
    {"pango_layout_get_pixel_size", &pango.size},
    {"pango_font_description_from_string", &pango.font},
    {"pango_font_description_free", &pango.font_end},
    {"g_object_unref", &pango.object_end},
};

int typesetting_is_there(void) {
    static int state = 0;
    if (state) return state > 0;
    state = -1;
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libpangocairo-1.0.0.dylib", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    /* Symbols of the library's own dependencies, Cairo and GObject, are found through its handle, too. */
    for (size_t number = 0; number < sizeof functions / sizeof *functions; number++) {
        void *function = dlsym(library, functions[number].name);
        if (!function) return 0;
        memcpy(functions[number].place, &function, sizeof function);
    }
    state = 1;
    return 1;
}

/* The space above and below letters is that of the font. */
static Layout *new_layout(Context *context, const char *text, int width, int letter_height) {
    Layout *layout = pango.layout(context);
    if (!layout) return NULL;
    char name[32];
    snprintf(name, sizeof name, "Sans %dpx", letter_height);
    Font *font = pango.font(name);
    pango.set_font(layout, font);
    pango.font_end(font);
    pango.set_width(layout, width * PANGO_UNITS);
    pango.set_wrap(layout, WORDS_THEN_LETTERS);
    /* A negative height is the maximum number of lines per paragraph. */
    pango.set_height(layout, -MOST_LINES);
    pango.set_ellipsis(layout, ELLIPSIS_AT_END);
    pango.set_text(layout, text, -1);
    return layout;
}

static int draw(Layout *layout, int width, TypesetText *result) {
    int ink_width, height;
    pango.size(layout, &ink_width, &height);
    if (height < 1) return 0;
    Surface *surface = pango.surface(GREY, width, height);
    int is_drawn = 0;
    if (pango.surface_status(surface) == COMPLETE) {
        Context *context = pango.context(surface);
        pango.show(context, layout);
        pango.context_end(context);
        pango.flush(surface);
        uint8_t *pixels = malloc((size_t)width * (size_t)height);
        if (pixels) {
            const unsigned char *from = pango.surface_pixels(surface);
            for (int y = 0; y < height; y++)
                memcpy(pixels + (size_t)y * (size_t)width, from + (size_t)y * (size_t)pango.surface_stride(surface),
                       (size_t)width);
            *result = (TypesetText){pixels, width, height};
            is_drawn = 1;
        }
    }
    pango.surface_end(surface);
    return is_drawn;
}

int typeset_text(const char *text, int width, int letter_height, TypesetText *result) {
    if (!typesetting_is_there() || width < 1 || letter_height < 1) return 0;
    Surface *measure = pango.surface(GREY, 1, 1);
    Context *context = pango.context(measure);
    Layout *layout = new_layout(context, text, width, letter_height);
    int is_drawn = layout && draw(layout, width, result);
    if (layout) pango.object_end(layout);
    pango.context_end(context);
    pango.surface_end(measure);
    return is_drawn;
}
