#include <libxml/xmlversion.h>
/* Debian's libxml2 shows ICU's types, of which Foundation has its own; nothing here uses either. */
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
