#include <unicode/uspoof.h>
