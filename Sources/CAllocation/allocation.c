#include "CAllocation.h"

#include <stdlib.h>

#ifdef __GLIBC__

#include <CConfine.h>

#include <errno.h>
#include <malloc.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void allocation_bound_heaps(int count) { mallopt(M_ARENA_MAX, count); }

static void *checked(void *memory) {
    if (__builtin_expect(!memory, 0)) confine_out_of_memory();
    return memory;
}

void *malloc(size_t size) { return checked(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return checked(__libc_calloc(count, size)); }

void *realloc(void *memory, size_t size) {
    void *moved = __libc_realloc(memory, size);
    return size ? checked(moved) : moved;
}

void *memalign(size_t alignment, size_t size) { return checked(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return checked(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment) return EINVAL;
    void *got = checked(__libc_memalign(alignment, size));
    if (!got) return ENOMEM;
    *memory = got;
    return 0;
}

#else

void allocation_bound_heaps(int count) { (void)count; }

#endif
