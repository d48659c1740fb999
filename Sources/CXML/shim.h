#include <libxml/xmlversion.h>
/* Debian's libxml2 includes ICU's types, which conflict with Foundation's; neither is used here. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
