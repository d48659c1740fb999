/* What a worker and the program that opens a PDF for it say to each other over a socket. The program first sends a byte,
 * what the system could not lock (see CConfine.h). Then comes the document, a `uint64_t` and so many bytes, and its answer, a
 * `PagesOpened`; then questions, each with an answer. Both ends run on one machine, so numbers are as it has them. */
#ifndef CPAGES_H
#define CPAGES_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    PAGES_DONE = 0,
    PAGES_DAMAGED = 1,
    /* It opens with a password only. */
    PAGES_ENCRYPTED = 2
} PagesOutcome;

typedef struct {
    int32_t outcome;
    /* Of pages. */
    int32_t count;
} PagesOpened;

typedef enum {
    /* Its sides, its characters and where they are. */
    PAGES_TEXT = 1,
    /* Its pixels. */
    PAGES_PICTURE = 2
} PagesWish;

typedef struct {
    int32_t wish;
    /* From 0. */
    int32_t page;
    /* Of the picture, in pixels. */
    int32_t width, height;
    /* Three bytes a pixel; else one, grey. */
    int32_t has_colour;
} PagesQuestion;

/* Behind it come `bytes` of UTF-8 and a `PagesPlace` for each of `characters`; or `bytes` of pixels, row by row. */
typedef struct {
    int32_t outcome;
    /* Unicode's, of the text. */
    uint32_t characters;
    uint64_t bytes;
    /* The page's sides, in points. */
    double width, height;
    /* How much of the page pictures cover, 0 to 1. */
    double covered;
} PagesAnswer;

/* Of a character, in points from the page's upper left corner. */
typedef struct {
    float left, top, right, bottom;
} PagesPlace;

/* More is not drawn or told. */
enum { PAGES_MOST_SIDE = 16384, PAGES_MOST_PIXELS = 64 << 20, PAGES_MOST_CHARACTERS = 200000 };

/* All of it; 0 where the other end has gone. */
int pages_send(int channel, const void *bytes, size_t count);
int pages_receive(int channel, void *bytes, size_t count);

#endif
