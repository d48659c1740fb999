/* Finding a page of a TIFF means following the directories from the first one, which for ten thousand pages takes fifty
 * million steps. So each page is presented as a file of its own, whose header leads to its directory only. */
#define _GNU_SOURCE
#include "CPictures.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    size_t count;
    /* Zeros after the bytes. */
    size_t missing;
    size_t place;
    int is_little_endian;
    size_t number_count;
    PictureNumber numbers[];
} Page;

/* The byte at `offset` within a number. */
static uint8_t byte_of(const PictureNumber *number, size_t offset, int is_little_endian) {
    size_t shift = is_little_endian ? offset : number->length - 1 - offset;
    return (uint8_t)(number->value >> (8 * shift));
}

static ssize_t read_page(void *cookie, char *target, size_t wanted) {
    Page *page = cookie;
    size_t end = page->count + page->missing;
    size_t left = page->place < end ? end - page->place : 0;
    size_t length = wanted < left ? wanted : left;
    if (length == 0) return 0;
    size_t held = page->place < page->count ? page->count - page->place : 0;
    if (held > length) held = length;
    if (held) memcpy(target, page->bytes + page->place, held);
    memset(target + held, 0, length - held);
    for (size_t index = 0; index < page->number_count; index++) {
        const PictureNumber *number = &page->numbers[index];
        for (size_t offset = 0; offset < number->length; offset++) {
            size_t place = number->place + offset;
            if (place >= page->place && place - page->place < length)
                target[place - page->place] = (char)byte_of(number, offset, page->is_little_endian);
        }
    }
    page->place += length;
    return (ssize_t)length;
}

static int seek_page(void *cookie, off64_t *offset, int whence) {
    Page *page = cookie;
    off64_t base = whence == SEEK_SET ? 0 : (off64_t)(whence == SEEK_CUR ? page->place : page->count + page->missing);
    off64_t place;
    if (__builtin_add_overflow(base, *offset, &place) || place < 0) return -1;
    page->place = (size_t)place;
    *offset = place;
    return 0;
}

static int close_page(void *cookie) {
    free(cookie);
    return 0;
}

FILE *picture_open_tiff(
    const uint8_t *bytes, size_t count, size_t missing, int is_little_endian, const PictureNumber *numbers,
    size_t number_count) {
    Page *page = malloc(sizeof *page + number_count * sizeof *numbers);
    if (!page) return NULL;
    *page = (Page){
        .bytes = bytes, .count = count, .missing = missing, .is_little_endian = is_little_endian,
        .number_count = number_count};
    if (number_count) memcpy(page->numbers, numbers, number_count * sizeof *numbers);
    cookie_io_functions_t functions = {.read = read_page, .seek = seek_page, .close = close_page};
    FILE *file = fopencookie(page, "r", functions);
    if (!file) free(page);
    return file;
}
