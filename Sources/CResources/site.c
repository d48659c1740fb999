#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct named_text templates[] = {
    {"account", (const char[]){
#embed "site/pages/account.mustache" suffix(, )
        0}},
    {"asking", (const char[]){
#embed "site/pages/asking.mustache" suffix(, )
        0}},
    {"book", (const char[]){
#embed "site/pages/book.mustache" suffix(, )
        0}},
    {"book-row", (const char[]){
#embed "site/pages/book-row.mustache" suffix(, )
        0}},
    {"book-field", (const char[]){
#embed "site/pages/book-field.mustache" suffix(, )
        0}},
    {"book-tools", (const char[]){
#embed "site/pages/book-tools.mustache" suffix(, )
        0}},
    {"edit", (const char[]){
#embed "site/pages/edit.mustache" suffix(, )
        0}},
    {"history", (const char[]){
#embed "site/pages/history.mustache" suffix(, )
        0}},
    {"merge", (const char[]){
#embed "site/pages/merge.mustache" suffix(, )
        0}},
    {"merging", (const char[]){
#embed "site/pages/merging.mustache" suffix(, )
        0}},
    {"box", (const char[]){
#embed "site/pages/box.mustache" suffix(, )
        0}},
    {"comment", (const char[]){
#embed "site/pages/comment.mustache" suffix(, )
        0}},
    {"comment-text", (const char[]){
#embed "site/pages/comment-text.mustache" suffix(, )
        0}},
    {"comment-tools", (const char[]){
#embed "site/pages/comment-tools.mustache" suffix(, )
        0}},
    {"copies", (const char[]){
#embed "site/pages/copies.mustache" suffix(, )
        0}},
    {"copy", (const char[]){
#embed "site/pages/copy.mustache" suffix(, )
        0}},
    {"copy-row", (const char[]){
#embed "site/pages/copy-row.mustache" suffix(, )
        0}},
    {"copy-state", (const char[]){
#embed "site/pages/copy-state.mustache" suffix(, )
        0}},
    {"copy-fields", (const char[]){
#embed "site/pages/copy-fields.mustache" suffix(, )
        0}},
    {"former", (const char[]){
#embed "site/pages/former.mustache" suffix(, )
        0}},
    {"book-copies", (const char[]){
#embed "site/pages/book-copies.mustache" suffix(, )
        0}},
    {"loans", (const char[]){
#embed "site/pages/loans.mustache" suffix(, )
        0}},
    {"reservation-row", (const char[]){
#embed "site/pages/reservation-row.mustache" suffix(, )
        0}},
    {"inventories", (const char[]){
#embed "site/pages/inventories.mustache" suffix(, )
        0}},
    {"inventory", (const char[]){
#embed "site/pages/inventory.mustache" suffix(, )
        0}},
    {"cover", (const char[]){
#embed "site/pages/cover.mustache" suffix(, )
        0}},
    {"cover-edit", (const char[]){
#embed "site/pages/cover-edit.mustache" suffix(, )
        0}},
    {"export", (const char[]){
#embed "site/pages/export.mustache" suffix(, )
        0}},
    {"gone", (const char[]){
#embed "site/pages/gone.mustache" suffix(, )
        0}},
    {"have", (const char[]){
#embed "site/pages/have.mustache" suffix(, )
        0}},
    {"guest", (const char[]){
#embed "site/pages/guest.mustache" suffix(, )
        0}},
    {"home", (const char[]){
#embed "site/pages/home.mustache" suffix(, )
        0}},
    {"import", (const char[]){
#embed "site/pages/import.mustache" suffix(, )
        0}},
    {"import-outcome", (const char[]){
#embed "site/pages/import-outcome.mustache" suffix(, )
        0}},
    {"layout", (const char[]){
#embed "site/pages/layout.mustache" suffix(, )
        0}},
    {"figures", (const char[]){
#embed "site/pages/figures.mustache" suffix(, )
        0}},
    {"list-shelf", (const char[]){
#embed "site/pages/list-shelf.mustache" suffix(, )
        0}},
    {"liked", (const char[]){
#embed "site/pages/liked.mustache" suffix(, )
        0}},
    {"liked-row", (const char[]){
#embed "site/pages/liked-row.mustache" suffix(, )
        0}},
    {"list", (const char[]){
#embed "site/pages/list.mustache" suffix(, )
        0}},
    {"list-link", (const char[]){
#embed "site/pages/list-link.mustache" suffix(, )
        0}},
    {"lists", (const char[]){
#embed "site/pages/lists.mustache" suffix(, )
        0}},
    {"message", (const char[]){
#embed "site/pages/message.mustache" suffix(, )
        0}},
    {"mine", (const char[]){
#embed "site/pages/mine.mustache" suffix(, )
        0}},
    {"offline", (const char[]){
#embed "site/pages/offline.mustache" suffix(, )
        0}},
    {"people", (const char[]){
#embed "site/pages/people.mustache" suffix(, )
        0}},
    {"photo", (const char[]){
#embed "site/pages/photo.mustache" suffix(, )
        0}},
    {"photo-row", (const char[]){
#embed "site/pages/photo-row.mustache" suffix(, )
        0}},
    {"pagination", (const char[]){
#embed "site/pages/pagination.mustache" suffix(, )
        0}},
    {"photos", (const char[]){
#embed "site/pages/photos.mustache" suffix(, )
        0}},
    {"reader", (const char[]){
#embed "site/pages/reader.mustache" suffix(, )
        0}},
    {"reader-page", (const char[]){
#embed "site/pages/reader-page.mustache" suffix(, )
        0}},
    {"readers", (const char[]){
#embed "site/pages/readers.mustache" suffix(, )
        0}},
    {"reset", (const char[]){
#embed "site/pages/reset.mustache" suffix(, )
        0}},
    {"review", (const char[]){
#embed "site/pages/review.mustache" suffix(, )
        0}},
    {"search", (const char[]){
#embed "site/pages/search.mustache" suffix(, )
        0}},
    {"send", (const char[]){
#embed "site/pages/send.mustache" suffix(, )
        0}},
    {"sign-in", (const char[]){
#embed "site/pages/sign-in.mustache" suffix(, )
        0}},
    {"sign-up", (const char[]){
#embed "site/pages/sign-up.mustache" suffix(, )
        0}},
    {"unknown", (const char[]){
#embed "site/pages/unknown.mustache" suffix(, )
        0}},
    {"forgot", (const char[]){
#embed "site/pages/forgot.mustache" suffix(, )
        0}},
    {"verify", (const char[]){
#embed "site/pages/verify.mustache" suffix(, )
        0}},
    {"sign-up-provider", (const char[]){
#embed "site/pages/sign-up-provider.mustache" suffix(, )
        0}},
    {"provider", (const char[]){
#embed "site/pages/provider.mustache" suffix(, )
        0}},
    {"proof", (const char[]){
#embed "site/pages/proof.mustache" suffix(, )
        0}},
    {"plain", (const char[]){
#embed "site/pages/plain.mustache" suffix(, )
        0}},
    {"header", (const char[]){
#embed "site/pages/header.mustache" suffix(, )
        0}},
    {"book-tile", (const char[]){
#embed "site/pages/book-tile.mustache" suffix(, )
        0}},
    {"rate", (const char[]){
#embed "site/pages/rate.mustache" suffix(, )
        0}},
    {"edition-row", (const char[]){
#embed "site/pages/edition-row.mustache" suffix(, )
        0}},
    {"book-yours", (const char[]){
#embed "site/pages/book-yours.mustache" suffix(, )
        0}},
    {"book-lists", (const char[]){
#embed "site/pages/book-lists.mustache" suffix(, )
        0}},
    {"book-comments", (const char[]){
#embed "site/pages/book-comments.mustache" suffix(, )
        0}},
    {"books", (const char[]){
#embed "site/pages/books.mustache" suffix(, )
        0}},
    {"browse-filters", (const char[]){
#embed "site/pages/browse-filters.mustache" suffix(, )
        0}},
    {"author", (const char[]){
#embed "site/pages/author.mustache" suffix(, )
        0}},
    {"series", (const char[]){
#embed "site/pages/series.mustache" suffix(, )
        0}},
    {"terms", (const char[]){
#embed "site/pages/terms.mustache" suffix(, )
        0}},
    {0, 0}};

static const struct named_text assets[] = {
    {"style.css", (const char[]){
#embed "site/style.css" suffix(, )
        0}},
    {"script.js", (const char[]){
#embed "site/script.js" suffix(, )
        0}},
    {"device.js", (const char[]){
#embed "site/device.js" suffix(, )
        0}},
    {"queue.js", (const char[]){
#embed "site/queue.js" suffix(, )
        0}},
    {"photos.js", (const char[]){
#embed "site/photos.js" suffix(, )
        0}},
    {"lens.js", (const char[]){
#embed "site/lens.js" suffix(, )
        0}},
    {"camera.js", (const char[]){
#embed "site/camera.js" suffix(, )
        0}},
    {"isbn.js", (const char[]){
#embed "site/isbn.js" suffix(, )
        0}},
    {"holdings.js", (const char[]){
#embed "site/holdings.js" suffix(, )
        0}},
    {"counting.js", (const char[]){
#embed "site/counting.js" suffix(, )
        0}},
    {"have.js", (const char[]){
#embed "site/have.js" suffix(, )
        0}},
    {"box.js", (const char[]){
#embed "site/box.js" suffix(, )
        0}},
    {0, 0}};

static const char api[] = {
#embed "../../docs/openapi.json" suffix(, )
    0};
static const char worker[] = {
#embed "site/worker.js" suffix(, )
    0};
static const char manifest[] = {
#embed "site/manifest.webmanifest" suffix(, )
    0};
static const char icon[] = {
#embed "site/icon.svg" suffix(, )
    0};

const struct named_text *const server_templates = templates;
const struct named_text *const server_assets = assets;
const char *const server_api = api;
const char *const server_worker = worker;
const char *const server_manifest = manifest;
const char *const server_icon = icon;
