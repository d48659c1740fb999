#include <tesseract/capi.h>

/// Tesseract's LSTM uses OpenMP on every call, whose threads would compete with one worker per core. In a running process,
/// only this call prevents that; `setenv` comes too late.
extern void omp_set_max_active_levels(int levels);
