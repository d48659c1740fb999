#include <unicode/ucol.h>
#include <unicode/uspoof.h>
