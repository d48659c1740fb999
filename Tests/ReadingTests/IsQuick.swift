// Whether photos can be read in tests.

#if DEBUG
/// Loops over pixels are very slow in debug builds: photos are read in release builds only.
let isQuick = false
#else
let isQuick = true
#endif
