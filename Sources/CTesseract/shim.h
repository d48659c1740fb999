#include <tesseract/capi.h>

/// Tesseract's LSTM opens OpenMP regions on every call, and with a worker a core they fight. Only this call keeps
/// a thread from doing so once the process runs; `setenv` comes too late.
extern void omp_set_max_active_levels(int levels);
