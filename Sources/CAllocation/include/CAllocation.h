/* Ends a worker when an allocation fails, so that its photo is reported as needing too much memory: otherwise decoders
 * would call the photo damaged, or abort. For programs only: replaces malloc in the whole program. */
#ifndef CALLOCATION_H
#define CALLOCATION_H

/* Limits the number of heaps; each of them never shrinks. No effect if the system has no such limit. */
void allocation_bound_heaps(int count);

#endif
