#include "CReportPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "page.html" suffix(, )
    0};
static const char style[] = {
#embed "style.css" suffix(, )
    0};
static const char script[] = {
#embed "records.js" suffix(, )
#embed "sheet.js" suffix(, )
#embed "photo.js" suffix(, )
    0};

const char *const report_page = page;
const char *const report_style = style;
const char *const report_script = script;
