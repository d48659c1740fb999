/* What a worker process needs of the system and Swift can't call: fork, descriptors sent over a socket, and the lock
 * (Landlock and seccomp on Linux) behind which a process can do nothing but think. */
#ifndef CCONFINE_H
#define CCONFINE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* 0 in the child. Only a process with one thread may call it: of others the child has nothing but their locks. */
pid_t confine_fork(void);

/* Starts a program whose descriptor 3 is this one; `words` are its name and arguments, ended by NULL. Its pid, or minus
 * errno's code. */
pid_t confine_start(const char *program, char *const words[], int descriptor);

/* Becomes a program whose descriptor 3 is this process's; returns, with errno, where that can't be. */
void confine_exec(const char *program, char *const words[]);

/* How many threads run in this process; 0 where the system does not tell. */
int confine_threads(void);

/* On how many processors this process may run, 1 at least. */
int confine_processors(void);

/* A pair of connected stream sockets that no program inherits; -1 and errno. */
int confine_channel(int ends[2]);

/* A whole short message, with a descriptor unless that is -1; -1 and errno. */
ssize_t confine_send(int channel, const void *bytes, size_t count, int descriptor);

/* The same received; `descriptor` becomes -1 where none came. 0 at the end. */
ssize_t confine_receive(int channel, void *bytes, size_t count, int *descriptor);

/* Lets go of all that a fork has of its parent but one descriptor, which becomes 3: standard input and output, other
 * descriptors, signal handlers. Ctrl-C and SIGTERM, which come to the whole group, are left to
 * the parent, whose end is the child's. */
void confine_let_go(int kept);

/* Lets go of signal handlers alone; Swift's runtime sets some in every program that it is linked with, and they would try
 * to start another. */
void confine_drop_handlers(void);

/* Ends a child, unless it has ended by itself, and says how it ended: a signal's number, or minus its exit code;
 * CONFINE_NO_CHILD of what is no child of this process. */
#define CONFINE_NO_CHILD (-1000)
int confine_end(pid_t child);

/* This process ends when `parent`, its parent, does. False where it has done so already. */
int confine_follow(pid_t parent);

enum {
    /* Files can be opened. */
    CONFINE_FILES_OPEN = 1,
    /* Programs can be started, the network asked. */
    CONFINE_CALLS_OPEN = 2
};

/* From here on this process may use its memory, its threads and the descriptors it has, and make files below `folder`
 * unless that is NULL; nothing else. Returns what the system could not lock. */
int confine_lock(const char *folder);

/* Bounds what this process allocates, in bytes; `confine_limit` is the lowest of the bounds that hold. */
void confine_bound_memory(uint64_t bytes);
uint64_t confine_limit(void);

/* With which exit code an allocation that fails ends this process, where CAllocation is part of the program. */
void confine_end_without_memory(int code);

/* Called by CAllocation; returns where no such end was asked for. */
void confine_out_of_memory(void);

/* A process, and those that it starts from then on, stand back behind others: 0 to 19, as `nice` has it. */
void confine_stand_back(pid_t process, int niceness);

/* Of all processes this one is to go first when the machine has no memory left. */
void confine_offer_memory(void);

#endif
