#include "CServerPages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char account[] = {
#embed "pages/account.mustache" suffix(, )
    0};
static const char book[] = {
#embed "pages/book.mustache" suffix(, )
    0};
static const char book_row[] = {
#embed "pages/book-row.mustache" suffix(, )
    0};
static const char comment[] = {
#embed "pages/comment.mustache" suffix(, )
    0};
static const char comment_text[] = {
#embed "pages/comment-text.mustache" suffix(, )
    0};
static const char comment_tools[] = {
#embed "pages/comment-tools.mustache" suffix(, )
    0};
static const char gone[] = {
#embed "pages/gone.mustache" suffix(, )
    0};
static const char home[] = {
#embed "pages/home.mustache" suffix(, )
    0};
static const char layout[] = {
#embed "pages/layout.mustache" suffix(, )
    0};
static const char liked[] = {
#embed "pages/liked.mustache" suffix(, )
    0};
static const char liked_row[] = {
#embed "pages/liked-row.mustache" suffix(, )
    0};
static const char list[] = {
#embed "pages/list.mustache" suffix(, )
    0};
static const char lists[] = {
#embed "pages/lists.mustache" suffix(, )
    0};
static const char message[] = {
#embed "pages/message.mustache" suffix(, )
    0};
static const char mine[] = {
#embed "pages/mine.mustache" suffix(, )
    0};
static const char offline[] = {
#embed "pages/offline.mustache" suffix(, )
    0};
static const char people[] = {
#embed "pages/people.mustache" suffix(, )
    0};
static const char photo[] = {
#embed "pages/photo.mustache" suffix(, )
    0};
static const char photo_row[] = {
#embed "pages/photo-row.mustache" suffix(, )
    0};
static const char portion[] = {
#embed "pages/portion.mustache" suffix(, )
    0};
static const char photos[] = {
#embed "pages/photos.mustache" suffix(, )
    0};
static const char reset[] = {
#embed "pages/reset.mustache" suffix(, )
    0};
static const char review[] = {
#embed "pages/review.mustache" suffix(, )
    0};
static const char search[] = {
#embed "pages/search.mustache" suffix(, )
    0};
static const char send[] = {
#embed "pages/send.mustache" suffix(, )
    0};
static const char sign_in[] = {
#embed "pages/sign-in.mustache" suffix(, )
    0};
static const char sign_up[] = {
#embed "pages/sign-up.mustache" suffix(, )
    0};
static const char unknown[] = {
#embed "pages/unknown.mustache" suffix(, )
    0};
static const char forgot[] = {
#embed "pages/forgot.mustache" suffix(, )
    0};
static const char verify[] = {
#embed "pages/verify.mustache" suffix(, )
    0};
static const char plain[] = {
#embed "pages/plain.mustache" suffix(, )
    0};
static const char proof[] = {
#embed "pages/proof.mustache" suffix(, )
    0};
static const char provider[] = {
#embed "pages/provider.mustache" suffix(, )
    0};
static const char sign_up_provider[] = {
#embed "pages/sign-up-provider.mustache" suffix(, )
    0};
static const char interface[] = {
#embed "../../docs/openapi.json" suffix(, )
    0};
static const char style[] = {
#embed "style.css" suffix(, )
    0};
static const char script[] = {
#embed "script.js" suffix(, )
    0};
static const char queue[] = {
#embed "queue.js" suffix(, )
    0};
static const char photos_script[] = {
#embed "photos.js" suffix(, )
    0};
static const char camera[] = {
#embed "camera.js" suffix(, )
    0};
static const char worker[] = {
#embed "worker.js" suffix(, )
    0};

static const struct server_template templates[] = {
    {"account", account},
    {"book", book},
    {"book-row", book_row},
    {"comment", comment},
    {"comment-text", comment_text},
    {"comment-tools", comment_tools},
    {"gone", gone},
    {"home", home},
    {"layout", layout},
    {"liked", liked},
    {"liked-row", liked_row},
    {"list", list},
    {"lists", lists},
    {"message", message},
    {"mine", mine},
    {"offline", offline},
    {"people", people},
    {"photo", photo},
    {"photo-row", photo_row},
    {"portion", portion},
    {"photos", photos},
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
    {0, 0}};

const struct server_template *const server_templates = templates;
const char *const server_interface = interface;
const char *const server_style = style;
const char *const server_script = script;
const char *const server_queue = queue;
const char *const server_photos = photos_script;
const char *const server_camera = camera;
const char *const server_worker = worker;
