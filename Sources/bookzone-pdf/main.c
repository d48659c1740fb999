/* Opens one PDF for a worker of BookZone with Poppler: extracts its text with positions, and renders its pages.
 *
 * It is a separate program for two reasons. Poppler is under the GPL (version 2 or 3), which applies to everything that
 * is linked with it; so this program is distributed under version 3. And it is only started for a PDF. It enters the
 * sandbox, as workers do, before it receives a byte of the document; the document and the requests come over a socket. */
#include <CConfine.h>
#include <CPages.h>

#include <poppler.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The same as for all workers. */
enum { CHANNEL = 3, WITHOUT_MEMORY = 3 };

/* In pixels: the side of a picture in which a page's text is looked for, and of the smallest character in it that can
 * be told from its ground; the least difference of a character from its ground, in the sum of three colours; and the
 * digits of an ISBN-10 that begins with 0, which may be left out, and ends in X. */
enum { LOOK_SIDE = 1000, FEWEST_PIXELS = 4, LEAST_CONTRAST = 60, FEWEST_DIGITS = 8 };

/* The height of characters that nobody reads: below both, in points and as a part of the page. */
static const double SMALL = 2, SMALL_PART = 1.0 / 300;

static int answer(const PagesAnswer *head, const void *bytes, const PagesPlace *places) {
    return pages_send(CHANNEL, head, sizeof *head) && pages_send(CHANNEL, bytes, head->bytes)
        && pages_send(CHANNEL, places, head->characters * sizeof *places);
}

static PopplerDocument *document(PagesOpened *opened) {
    uint64_t count;
    if (!pages_receive(CHANNEL, &count, sizeof count)) exit(EXIT_SUCCESS);
    char *bytes = malloc(count ? count : 1);
    if (!bytes) exit(WITHOUT_MEMORY);
    if (!pages_receive(CHANNEL, bytes, count)) exit(EXIT_SUCCESS);
    GError *failure = NULL;
    PopplerDocument *document =
        poppler_document_new_from_bytes(g_bytes_new_take(bytes, count), NULL, &failure);
    if (!document) {
        int is_locked = g_error_matches(failure, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED);
        opened->outcome = is_locked ? PAGES_ENCRYPTED : PAGES_DAMAGED;
        return NULL;
    }
    opened->count = poppler_document_get_n_pages(document);
    return document;
}

/* The part of a page that is covered by pictures, 0 to 1; the text of a scan comes from an OCR program. */
static double covered(PopplerPage *page, double width, double height) {
    double area = 0;
    GList *pictures = poppler_page_get_image_mapping(page);
    for (GList *next = pictures; next; next = next->next) {
        PopplerRectangle *box = &((PopplerImageMapping *)next->data)->area;
        double across = fmin(box->x2, width) - fmax(box->x1, 0);
        double down = fmin(box->y2, height) - fmax(box->y1, 0);
        if (across > 0 && down > 0) area += across * down;
    }
    poppler_page_free_image_mapping(pictures);
    return fmin(1, area / (width * height));
}

/* The names of fonts, up to a page, that are not in the document: no others can be opened, and their text is not
 * drawn. */
static GHashTable *lacking_fonts(PopplerDocument *document, PopplerPage *page) {
    static PopplerFontInfo *fonts;
    static GHashTable *lacking;
    static int scanned;
    if (!fonts) {
        fonts = poppler_font_info_new(document);
        lacking = g_hash_table_new(g_str_hash, g_str_equal);
    }
    PopplerFontsIter *font = NULL;
    int end = poppler_page_get_index(page) + 1;
    if (end > scanned) {
        poppler_font_info_scan(fonts, end - scanned, &font);
        scanned = end;
    }
    for (int is_font = font != NULL; is_font; is_font = poppler_fonts_iter_next(font)) {
        const char *name = poppler_fonts_iter_get_full_name(font);
        if (name && !poppler_fonts_iter_is_embedded(font)) g_hash_table_add(lacking, g_strdup(name));
    }
    poppler_fonts_iter_free(font);
    return lacking;
}

/* Takes back that characters are not seen if their font is not in the document. Returns whether there are any. */
static int pardon(PopplerDocument *document, PopplerPage *page, PagesPlace *places, glong characters) {
    GHashTable *lacking = lacking_fonts(document, page);
    GList *runs = poppler_page_get_text_attributes(page);
    int is_lacking = 0;
    for (GList *next = runs; next; next = next->next) {
        PopplerTextAttributes *run = next->data;
        if (!run->font_name || !g_hash_table_contains(lacking, run->font_name)) continue;
        is_lacking = 1;
        for (glong place = run->start_index < 0 ? 0 : run->start_index;
             place <= run->end_index && place < characters; place++)
            places[place].is_unseen = 0;
    }
    poppler_page_free_text_attributes(runs);
    return is_lacking;
}

/* Draws a page. Returns whether any of its text is drawn, unlike that which an OCR program lays over or under a scan. */
static int draw(PopplerPage *page, cairo_surface_t *paper, double width, double height) {
    cairo_surface_t *observer = cairo_surface_create_observer(paper, CAIRO_SURFACE_OBSERVER_NORMAL);
    cairo_t *pen = cairo_create(observer);
    cairo_set_source_rgb(pen, 1, 1, 1);
    cairo_paint(pen);
    cairo_scale(pen, LOOK_SIDE / width, LOOK_SIDE / height);
    poppler_page_render(page, pen);
    /* The time that drawing characters took, also in transparent groups; negative after an error. */
    double spent = cairo_device_observer_glyphs_elapsed(cairo_surface_get_device(observer));
    cairo_destroy(pen);
    cairo_surface_destroy(observer);
    cairo_surface_flush(paper);
    return spent != 0;
}

static int bounded(double value) { return value < 0 ? 0 : value > LOOK_SIDE ? LOOK_SIDE : (int)value; }

/* Whether a character of this box has ink of another colour than its ground, and is large enough to be read. */
static int is_seen(cairo_surface_t *paper, PagesPlace box, double width, double height) {
    double across = box.right - box.left, down = box.bottom - box.top, side = fmax(across, down);
    if (side < SMALL && side < fmax(width, height) * SMALL_PART) return 0;
    /* The lines above and below may reach into the box. */
    double aside = across > down ? across / 5 : across / 20;
    double below = across > down ? down / 20 : down / 5;
    int left = bounded((box.left + aside) * LOOK_SIDE / width);
    int right = bounded((box.right - aside) * LOOK_SIDE / width + 1);
    int top = bounded((box.top + below) * LOOK_SIDE / height);
    int bottom = bounded((box.bottom - below) * LOOK_SIDE / height + 1);
    if (left >= right || top >= bottom) return 0;
    if (right - left < FEWEST_PIXELS && bottom - top < FEWEST_PIXELS) return 1;
    const unsigned char *rows = cairo_image_surface_get_data(paper);
    int stride = cairo_image_surface_get_stride(paper), least = 3 * 255, most = 0;
    for (int y = top; rows && y < bottom; y++) {
        const uint32_t *row = (const uint32_t *)(rows + (size_t)y * (size_t)stride);
        for (int x = left; x < right; x++) {
            int light = (int)((row[x] >> 16 & 255) + (row[x] >> 8 & 255) + (row[x] & 255));
            least = light < least ? light : least;
            most = light > most ? light : most;
        }
    }
    return !rows || most - least >= LEAST_CONTRAST;
}

/* Marks the digits that are not seen on a page. Returns whether none of its text is drawn. */
static int look(
    PopplerDocument *document, PopplerPage *page, const char *text, PagesPlace *places, glong characters,
    const PagesAnswer *head) {
    cairo_surface_t *paper = cairo_image_surface_create(CAIRO_FORMAT_RGB24, LOOK_SIDE, LOOK_SIDE);
    int is_drawn = draw(page, paper, head->width, head->height), unseen = 0;
    for (glong place = 0; place < characters; place++, text = g_utf8_next_char(text)) {
        if (!g_unichar_isdigit(g_utf8_get_char(text))) continue;
        places[place].is_unseen = !is_seen(paper, places[place], head->width, head->height);
        unseen += places[place].is_unseen != 0;
    }
    cairo_surface_destroy(paper);
    int is_lacking = (unseen || !is_drawn) && pardon(document, page, places, characters);
    return !is_drawn && !is_lacking;
}

/* Whether a text has as many digits as an ISBN may have. */
static int may_have_number(const char *text) {
    int digits = 0;
    for (; *text && digits < FEWEST_DIGITS; text = g_utf8_next_char(text))
        digits += g_unichar_isdigit(g_utf8_get_char(text));
    return digits == FEWEST_DIGITS;
}

static int tell_text(PopplerDocument *document, PopplerPage *page, PagesAnswer *head) {
    char *text = poppler_page_get_text(page);
    PopplerRectangle *boxes = NULL;
    guint count = 0;
    if (!text || !poppler_page_get_text_layout(page, &boxes, &count)) count = 0;
    glong characters = text && g_utf8_validate(text, -1, NULL) ? g_utf8_strlen(text, -1) : 0;
    /* Positions are sent only if there is one for each character; otherwise they can't be assigned. */
    if (characters > (glong)count) characters = count;
    if (characters > PAGES_MOST_CHARACTERS) characters = PAGES_MOST_CHARACTERS;
    PagesPlace *places = calloc((size_t)characters + 1, sizeof *places);
    for (glong place = 0; place < characters; place++) {
        PopplerRectangle *box = &boxes[place];
        places[place] =
            (PagesPlace){(float)box->x1, (float)box->y1, (float)box->x2, (float)box->y2, 0};
    }
    head->characters = (uint32_t)characters;
    head->bytes = characters ? (uint64_t)(g_utf8_offset_to_pointer(text, characters) - text) : 0;
    head->covered = covered(page, head->width, head->height);
    head->is_hidden = characters && may_have_number(text)
        && look(document, page, text, places, characters, head);
    int is_sent = answer(head, text, places);
    free(places);
    g_free(boxes);
    g_free(text);
    return is_sent;
}

static void take_row(const uint32_t *from, unsigned char *to, int width, int has_colour) {
    for (int x = 0; x < width; x++) {
        unsigned red = from[x] >> 16 & 255, green = from[x] >> 8 & 255, blue = from[x] & 255;
        if (has_colour) {
            *to++ = (unsigned char)red;
            *to++ = (unsigned char)green;
            *to++ = (unsigned char)blue;
        } else {
            *to++ = (unsigned char)((77 * red + 150 * green + 29 * blue) >> 8);
        }
    }
}

static int tell_picture(PopplerPage *page, const PagesRequest *request, PagesAnswer *head) {
    int width = request->width, height = request->height;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *paper = cairo_create(surface);
    cairo_set_source_rgb(paper, 1, 1, 1);
    cairo_paint(paper);
    cairo_scale(paper, width / head->width, height / head->height);
    poppler_page_render(page, paper);
    cairo_destroy(paper);
    cairo_surface_flush(surface);
    const unsigned char *rows = cairo_image_surface_get_data(surface);
    size_t row = (size_t)width * (request->has_colour ? 3 : 1);
    unsigned char *pixels = rows ? malloc(row * (size_t)height) : NULL;
    if (pixels) {
        int stride = cairo_image_surface_get_stride(surface);
        for (int y = 0; y < height; y++)
            take_row(
                (const uint32_t *)(rows + (size_t)y * (size_t)stride), pixels + (size_t)y * row, width,
                request->has_colour);
        head->bytes = row * (size_t)height;
    } else {
        head->outcome = PAGES_DAMAGED;
    }
    cairo_surface_destroy(surface);
    int is_sent = answer(head, pixels, NULL);
    free(pixels);
    return is_sent;
}

static int has_sense(const PagesRequest *request) {
    if (request->kind == PAGES_TEXT) return 1;
    return request->kind == PAGES_PICTURE && request->width > 0 && request->height > 0
        && request->width <= PAGES_MOST_SIDE && request->height <= PAGES_MOST_SIDE
        && request->width <= PAGES_MOST_PIXELS / request->height;
}

static int tell(PopplerDocument *document, const PagesRequest *request) {
    PagesAnswer head;
    memset(&head, 0, sizeof head);
    PopplerPage *page =
        has_sense(request) ? poppler_document_get_page(document, request->page) : NULL;
    if (page) poppler_page_get_size(page, &head.width, &head.height);
    int is_sent;
    if (!page || !(head.width > 0) || !(head.height > 0)) {
        head.outcome = PAGES_DAMAGED;
        is_sent = answer(&head, NULL, NULL);
    } else if (request->kind == PAGES_TEXT) {
        is_sent = tell_text(document, page, &head);
    } else {
        is_sent = tell_picture(page, request, &head);
    }
    if (page) g_object_unref(page);
    return is_sent;
}

/* The only argument: the memory limit, in bytes. */
int main(int count, char *words[]) {
    if (count != 2) return EXIT_FAILURE;
    confine_drop_handlers();
    confine_raise_oom_score();
    confine_bound_memory(strtoull(words[1], NULL, 10));
    confine_end_without_memory(WITHOUT_MEMORY);
    unsigned char open_doors = (unsigned char)confine_enter_sandbox(NULL);
    if (!pages_send(CHANNEL, &open_doors, 1)) return EXIT_FAILURE;
    PagesOpened opened = {PAGES_DONE, 0};
    PopplerDocument *pages = document(&opened);
    PagesRequest request;
    if (!pages_send(CHANNEL, &opened, sizeof opened) || !pages) return EXIT_SUCCESS;
    while (pages_receive(CHANNEL, &request, sizeof request) && tell(pages, &request)) {}
    return EXIT_SUCCESS;
}
