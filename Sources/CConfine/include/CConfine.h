/* System calls for worker processes that Swift can't make: fork, sending descriptors over a socket, and the sandbox
 * (Landlock and seccomp on Linux), in which a process can do nothing but compute. */
#ifndef CCONFINE_H
#define CCONFINE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Returns 0 in the child. Must be called in a process with one thread: with more, the child could inherit locks that are
 * never released. */
pid_t confine_fork(void);

/* Starts a program whose descriptor 3 is this one; `words` are its name and arguments, ended by NULL. Returns its pid,
 * or errno negated. */
pid_t confine_start(const char *program, char *const words[], int descriptor);

/* Replaces this process by a program whose descriptor 3 is this one; returns only on failure, with errno set. */
void confine_exec(const char *program, char *const words[]);

/* How many threads this process has; 0 if unknown. */
int confine_threads(void);

/* On how many processors this process may run, at least 1. */
int confine_processors(void);

/* A pair of connected stream sockets, closed on exec; -1 and errno on failure. */
int confine_channel(int ends[2]);

/* Sends a short message, with a descriptor unless that is -1; -1 and errno on failure. */
ssize_t confine_send(int channel, const void *bytes, size_t count, int descriptor);

/* Receives such a message; `descriptor` becomes -1 if there was none. 0 at the end. */
ssize_t confine_receive(int channel, void *bytes, size_t count, int *descriptor);

/* Gives up everything that a fork has from its parent except one descriptor, which becomes 3: standard input and output,
 * other descriptors, signal handlers. Ctrl-C and SIGTERM, which are sent to the whole process group, are handled by the
 * parent alone; the child ends with it. */
void confine_detach(int kept);

/* Resets signal handlers only. Swift's runtime installs some in every program that links it, which would try to start a
 * process. */
void confine_drop_handlers(void);

/* Ends a child, unless it has already ended, and returns how it ended: a signal number, or its exit code negated;
 * CONFINE_NO_CHILD if it is not a child of this process. */
#define CONFINE_NO_CHILD (-1000)
int confine_end(pid_t child);

/* Makes this process end when `parent`, its parent, does. False if that has already ended. */
int confine_end_with_parent(pid_t parent);

enum {
    /* Files can be opened. */
    CONFINE_FILES_OPEN = 1,
    /* Programs can be started, and the network used. */
    CONFINE_CALLS_OPEN = 2
};

/* From now on this process may use its memory, its threads and its open descriptors, and create files below `folder`
 * unless that is NULL; nothing else. Returns the layers that the system does not support. */
int confine_enter_sandbox(const char *folder);

/* Limits the memory that this process can allocate, in bytes; `confine_limit` returns the lowest limit in force. */
void confine_bound_memory(uint64_t bytes);
uint64_t confine_limit(void);

/* Sets the exit code with which this process ends when an allocation fails, if CAllocation is linked. */
void confine_end_without_memory(int code);

/* Called by CAllocation; returns if no such exit code was set. */
void confine_out_of_memory(void);

/* Sets the niceness of a process and of those that it starts from then on: 0 to 19, as for `nice`. */
void confine_set_niceness(pid_t process, int niceness);

/* When the machine runs out of memory, the kernel is to kill this process first. */
void confine_raise_oom_score(void);

#endif
