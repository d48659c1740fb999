/* An allocation that fails ends a worker, so that its photo is known to need too much memory: left to themselves decoders
 * call the photo damaged, or abort. For programs only: what is here takes the place of malloc in all of the program. */
#ifndef CALLOCATION_H
#define CALLOCATION_H

/* So many heaps at most; each of them only grows. Does nothing where the system has no such bound. */
void allocation_bound_heaps(int count);

#endif
