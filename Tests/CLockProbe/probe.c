#include "CLockProbe.h"

#include <CConfine.h>

#include <fcntl.h>
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
        int open = confine_lock(folder);
        _exit(open ? 128 + open : attempts(inside, outside));
    }
    int status = 0;
    waitpid(child, &status, 0);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 127;
    return code > 128 ? 128 - code : code;
}
