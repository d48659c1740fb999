/* The protocol between a worker and the program that opens a PDF for it, over a socket. The program first sends a byte:
 * the sandbox layers that the system does not support (see CConfine.h). It then receives the document, a `uint64_t` and
 * that many bytes, and answers with `PagesOpened`; then it answers requests. Both run on the same machine, so numbers
 * are in its byte order. */
#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    PAGES_DONE = 0,
    PAGES_DAMAGED = 1,
    /* A password is needed. */
    PAGES_ENCRYPTED = 2
} PagesOutcome;

typedef struct {
    int32_t outcome;
    /* The number of pages. */
    int32_t count;
} PagesOpened;

typedef enum {
    /* Its size, its characters and their positions. */
    PAGES_TEXT = 1,
    /* Its pixels. */
    PAGES_PICTURE = 2
} PagesRequestKind;

typedef struct {
    int32_t kind;
    /* From 0. */
    int32_t page;
    /* Of the picture, in pixels. */
    int32_t width, height;
    /* Three bytes per pixel; else one, grey. */
    int32_t has_colour;
} PagesRequest;

/* Followed by `bytes` of UTF-8 and a `PagesPlace` for each of `characters`; or by `bytes` of pixels, row by row. */
typedef struct {
    int32_t outcome;
    /* Unicode scalars of the text. */
    uint32_t characters;
    uint64_t bytes;
    /* The page's size, in points. */
    double width, height;
    /* The part of the page that is covered by pictures, 0 to 1. */
    double covered;
    /* Whether the text may contain a number and none of it is drawn; 0 if fonts are missing that would show it. */
    int32_t is_hidden;
} PagesAnswer;

/* The box of a character, in points from the page's upper left corner. */
typedef struct {
    float left, top, right, bottom;
    /* Whether it is a digit that cannot be seen on the page; 0 if its font is missing, or it was not looked for. */
    int32_t is_unseen;
} PagesPlace;

/* Limits for pictures and texts. */
enum { PAGES_MOST_SIDE = 16384, PAGES_MOST_PIXELS = 64 << 20, PAGES_MOST_CHARACTERS = 200000 };

/* Transfers all bytes; 0 if the other end is closed. */
int pages_send(int channel, const void *bytes, size_t count);
int pages_receive(int channel, void *bytes, size_t count);

#endif
