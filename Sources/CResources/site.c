#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char account[] = {
#embed "site/pages/account.mustache" suffix(, )
    0};
static const char asking[] = {
#embed "site/pages/asking.mustache" suffix(, )
    0};
static const char book[] = {
#embed "site/pages/book.mustache" suffix(, )
    0};
static const char book_row[] = {
#embed "site/pages/book-row.mustache" suffix(, )
    0};
static const char book_field[] = {
#embed "site/pages/book-field.mustache" suffix(, )
    0};
static const char book_tools[] = {
#embed "site/pages/book-tools.mustache" suffix(, )
    0};
static const char edit[] = {
#embed "site/pages/edit.mustache" suffix(, )
    0};
static const char history[] = {
#embed "site/pages/history.mustache" suffix(, )
    0};
static const char merge[] = {
#embed "site/pages/merge.mustache" suffix(, )
    0};
static const char merging[] = {
#embed "site/pages/merging.mustache" suffix(, )
    0};
static const char box[] = {
#embed "site/pages/box.mustache" suffix(, )
    0};
static const char comment[] = {
#embed "site/pages/comment.mustache" suffix(, )
    0};
static const char comment_text[] = {
#embed "site/pages/comment-text.mustache" suffix(, )
    0};
static const char comment_tools[] = {
#embed "site/pages/comment-tools.mustache" suffix(, )
    0};
static const char copies[] = {
#embed "site/pages/copies.mustache" suffix(, )
    0};
static const char copy[] = {
#embed "site/pages/copy.mustache" suffix(, )
    0};
static const char copy_row[] = {
#embed "site/pages/copy-row.mustache" suffix(, )
    0};
static const char copy_state[] = {
#embed "site/pages/copy-state.mustache" suffix(, )
    0};
static const char former[] = {
#embed "site/pages/former.mustache" suffix(, )
    0};
static const char copy_fields[] = {
#embed "site/pages/copy-fields.mustache" suffix(, )
    0};
static const char book_copies[] = {
#embed "site/pages/book-copies.mustache" suffix(, )
    0};
static const char loans[] = {
#embed "site/pages/loans.mustache" suffix(, )
    0};
static const char reservation_row[] = {
#embed "site/pages/reservation-row.mustache" suffix(, )
    0};
static const char inventories[] = {
#embed "site/pages/inventories.mustache" suffix(, )
    0};
static const char inventory[] = {
#embed "site/pages/inventory.mustache" suffix(, )
    0};
static const char cover[] = {
#embed "site/pages/cover.mustache" suffix(, )
    0};
static const char cover_edit[] = {
#embed "site/pages/cover-edit.mustache" suffix(, )
    0};
static const char export[] = {
#embed "site/pages/export.mustache" suffix(, )
    0};
static const char gone[] = {
#embed "site/pages/gone.mustache" suffix(, )
    0};
static const char have[] = {
#embed "site/pages/have.mustache" suffix(, )
    0};
static const char guest[] = {
#embed "site/pages/guest.mustache" suffix(, )
    0};
static const char home[] = {
#embed "site/pages/home.mustache" suffix(, )
    0};
static const char import[] = {
#embed "site/pages/import.mustache" suffix(, )
    0};
static const char import_outcome[] = {
#embed "site/pages/import-outcome.mustache" suffix(, )
    0};
static const char layout[] = {
#embed "site/pages/layout.mustache" suffix(, )
    0};
static const char figures[] = {
#embed "site/pages/figures.mustache" suffix(, )
    0};
static const char list_shelf[] = {
#embed "site/pages/list-shelf.mustache" suffix(, )
    0};
static const char liked[] = {
#embed "site/pages/liked.mustache" suffix(, )
    0};
static const char liked_row[] = {
#embed "site/pages/liked-row.mustache" suffix(, )
    0};
static const char list[] = {
#embed "site/pages/list.mustache" suffix(, )
    0};
static const char list_link[] = {
#embed "site/pages/list-link.mustache" suffix(, )
    0};
static const char lists[] = {
#embed "site/pages/lists.mustache" suffix(, )
    0};
static const char message[] = {
#embed "site/pages/message.mustache" suffix(, )
    0};
static const char mine[] = {
#embed "site/pages/mine.mustache" suffix(, )
    0};
static const char offline[] = {
#embed "site/pages/offline.mustache" suffix(, )
    0};
static const char people[] = {
#embed "site/pages/people.mustache" suffix(, )
    0};
static const char photo[] = {
#embed "site/pages/photo.mustache" suffix(, )
    0};
static const char photo_row[] = {
#embed "site/pages/photo-row.mustache" suffix(, )
    0};
static const char pagination[] = {
#embed "site/pages/pagination.mustache" suffix(, )
    0};
static const char photos[] = {
#embed "site/pages/photos.mustache" suffix(, )
    0};
static const char reader[] = {
#embed "site/pages/reader.mustache" suffix(, )
    0};
static const char reader_page[] = {
#embed "site/pages/reader-page.mustache" suffix(, )
    0};
static const char readers[] = {
#embed "site/pages/readers.mustache" suffix(, )
    0};
static const char reset[] = {
#embed "site/pages/reset.mustache" suffix(, )
    0};
static const char review[] = {
#embed "site/pages/review.mustache" suffix(, )
    0};
static const char search[] = {
#embed "site/pages/search.mustache" suffix(, )
    0};
static const char send[] = {
#embed "site/pages/send.mustache" suffix(, )
    0};
static const char sign_in[] = {
#embed "site/pages/sign-in.mustache" suffix(, )
    0};
static const char sign_up[] = {
#embed "site/pages/sign-up.mustache" suffix(, )
    0};
static const char unknown[] = {
#embed "site/pages/unknown.mustache" suffix(, )
    0};
static const char forgot[] = {
#embed "site/pages/forgot.mustache" suffix(, )
    0};
static const char verify[] = {
#embed "site/pages/verify.mustache" suffix(, )
    0};
static const char plain[] = {
#embed "site/pages/plain.mustache" suffix(, )
    0};
static const char proof[] = {
#embed "site/pages/proof.mustache" suffix(, )
    0};
static const char provider[] = {
#embed "site/pages/provider.mustache" suffix(, )
    0};
static const char sign_up_provider[] = {
#embed "site/pages/sign-up-provider.mustache" suffix(, )
    0};
static const char header[] = {
#embed "site/pages/header.mustache" suffix(, )
    0};
static const char book_tile[] = {
#embed "site/pages/book-tile.mustache" suffix(, )
    0};
static const char rate[] = {
#embed "site/pages/rate.mustache" suffix(, )
    0};
static const char edition_row[] = {
#embed "site/pages/edition-row.mustache" suffix(, )
    0};
static const char book_yours[] = {
#embed "site/pages/book-yours.mustache" suffix(, )
    0};
static const char book_lists[] = {
#embed "site/pages/book-lists.mustache" suffix(, )
    0};
static const char book_comments[] = {
#embed "site/pages/book-comments.mustache" suffix(, )
    0};
static const char books[] = {
#embed "site/pages/books.mustache" suffix(, )
    0};
static const char browse_filters[] = {
#embed "site/pages/browse-filters.mustache" suffix(, )
    0};
static const char author[] = {
#embed "site/pages/author.mustache" suffix(, )
    0};
static const char series[] = {
#embed "site/pages/series.mustache" suffix(, )
    0};
static const char terms[] = {
#embed "site/pages/terms.mustache" suffix(, )
    0};
static const char api[] = {
#embed "../../docs/openapi.json" suffix(, )
    0};
static const char style[] = {
#embed "site/style.css" suffix(, )
    0};
static const char script[] = {
#embed "site/script.js" suffix(, )
    0};
static const char device[] = {
#embed "site/device.js" suffix(, )
    0};
static const char queue[] = {
#embed "site/queue.js" suffix(, )
    0};
static const char photos_script[] = {
#embed "site/photos.js" suffix(, )
    0};
static const char lens[] = {
#embed "site/lens.js" suffix(, )
    0};
static const char camera[] = {
#embed "site/camera.js" suffix(, )
    0};
static const char isbn[] = {
#embed "site/isbn.js" suffix(, )
    0};
static const char holdings[] = {
#embed "site/holdings.js" suffix(, )
    0};
static const char have_script[] = {
#embed "site/have.js" suffix(, )
    0};
static const char counting[] = {
#embed "site/counting.js" suffix(, )
    0};
static const char box_script[] = {
#embed "site/box.js" suffix(, )
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

static const struct named_text templates[] = {
    {"account", account},
    {"asking", asking},
    {"book", book},
    {"book-row", book_row},
    {"book-field", book_field},
    {"book-tools", book_tools},
    {"edit", edit},
    {"history", history},
    {"merge", merge},
    {"merging", merging},
    {"box", box},
    {"comment", comment},
    {"comment-text", comment_text},
    {"comment-tools", comment_tools},
    {"copies", copies},
    {"copy", copy},
    {"copy-row", copy_row},
    {"copy-state", copy_state},
    {"copy-fields", copy_fields},
    {"former", former},
    {"book-copies", book_copies},
    {"loans", loans},
    {"reservation-row", reservation_row},
    {"inventories", inventories},
    {"inventory", inventory},
    {"cover", cover},
    {"cover-edit", cover_edit},
    {"export", export},
    {"gone", gone},
    {"have", have},
    {"guest", guest},
    {"home", home},
    {"import", import},
    {"import-outcome", import_outcome},
    {"layout", layout},
    {"figures", figures},
    {"list-shelf", list_shelf},
    {"liked", liked},
    {"liked-row", liked_row},
    {"list", list},
    {"list-link", list_link},
    {"lists", lists},
    {"message", message},
    {"mine", mine},
    {"offline", offline},
    {"people", people},
    {"photo", photo},
    {"photo-row", photo_row},
    {"pagination", pagination},
    {"photos", photos},
    {"reader", reader},
    {"reader-page", reader_page},
    {"readers", readers},
    {"reset", reset},
    {"review", review},
    {"search", search},
    {"send", send},
    {"sign-in", sign_in},
    {"sign-up", sign_up},
    {"unknown", unknown},
    {"forgot", forgot},
    {"verify", verify},
    {"sign-up-provider", sign_up_provider},
    {"provider", provider},
    {"proof", proof},
    {"plain", plain},
    {"header", header},
    {"book-tile", book_tile},
    {"rate", rate},
    {"edition-row", edition_row},
    {"book-yours", book_yours},
    {"book-lists", book_lists},
    {"book-comments", book_comments},
    {"books", books},
    {"browse-filters", browse_filters},
    {"author", author},
    {"series", series},
    {"terms", terms},
    {0, 0}};

const struct named_text *const server_templates = templates;
const char *const server_api = api;
const char *const server_style = style;
const char *const server_script = script;
const char *const server_device = device;
const char *const server_queue = queue;
const char *const server_photos = photos_script;
const char *const server_lens = lens;
const char *const server_camera = camera;
const char *const server_isbn = isbn;
const char *const server_holdings = holdings;
const char *const server_counting = counting;
const char *const server_have = have_script;
const char *const server_box = box_script;
const char *const server_worker = worker;
const char *const server_manifest = manifest;
const char *const server_icon = icon;
