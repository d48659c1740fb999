#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char page[] = {
#embed "report/head.html" suffix(, )
#embed "report/page.html" suffix(, )
    0};
static const char style[] = {
#embed "report/style.css" suffix(, )
    0};
static const char script[] = {
#embed "report/common.js" suffix(, )
#embed "report/records.js" suffix(, )
#embed "report/sheet.js" suffix(, )
#embed "report/photo.js" suffix(, )
    0};
static const char inventory_page[] = {
#embed "report/head.html" suffix(, )
#embed "report/inventory.html" suffix(, )
    0};
static const char inventory_script[] = {
#embed "report/common.js" suffix(, )
#embed "report/inventory.js" suffix(, )
    0};

const char *const report_page = page;
const char *const report_style = style;
const char *const report_script = script;
const char *const inventory_report_page = inventory_page;
const char *const inventory_report_script = inventory_script;
