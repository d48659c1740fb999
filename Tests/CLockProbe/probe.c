#define _GNU_SOURCE
#include "CLockProbe.h"

#include <CConfine.h>

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int can_open(const char *path, int flags) {
    int descriptor = open(path, flags, 0600);
    if (descriptor >= 0) close(descriptor);
    return descriptor >= 0;
}

static int attempts(const char *inside, const char *outside) {
    int done = 0;
    if (can_open("/etc/passwd", O_RDONLY)) done |= PROBE_READ_FILE;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) done |= PROBE_MADE_SOCKET;
    if (kill(getppid(), 0) == 0) done |= PROBE_SIGNALLED;
    if (can_open(outside, O_WRONLY | O_CREAT)) done |= PROBE_WROTE_OUTSIDE;
    if (can_open(inside, O_WRONLY | O_CREAT)) done |= PROBE_WROTE_INSIDE;
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) done |= PROBE_MADE_PROCESS;
    char *words[] = {"sh", "-c", "exit 8", NULL};
    char *nothing[] = {NULL};
    execve("/bin/sh", words, nothing);
    return done;
}

int probe_lock(const char *folder, const char *inside, const char *outside) {
    pid_t child = fork();
    if (child == 0) {
        int open = confine_enter_sandbox(folder);
        _exit(open ? 128 + open : attempts(inside, outside));
    }
    int status = 0;
    waitpid(child, &status, 0);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 127;
    return code > 128 ? 128 - code : code;
}

int probe_one_processor(void) {
#ifdef __linux__
    pid_t child = fork();
    if (child == 0) {
        cpu_set_t own, one;
        CPU_ZERO(&own);
        CPU_ZERO(&one);
        if (sched_getaffinity(0, sizeof own, &own)) _exit(1);
        int first = 0;
        while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &own)) first++;
        CPU_SET(first, &one);
        if (sched_setaffinity(0, sizeof one, &one)) _exit(1);
        _exit(confine_processors());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
#else
    return 1;
#endif
}
