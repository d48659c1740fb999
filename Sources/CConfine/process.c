#define _GNU_SOURCE
#include "CConfine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static int end_without_memory = 0;

void confine_end_without_memory(int code) { end_without_memory = code; }

void confine_out_of_memory(void) {
    if (end_without_memory) _exit(end_without_memory);
}

void confine_raise_oom_score(void) {
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score < 0) return;
    (void)!write(score, "500", 3);
    close(score);
}

pid_t confine_fork(void) { return fork(); }

extern char **environ;

/* The descriptor that both ways of starting a process keep. */
enum { KEPT = 3 };

pid_t confine_start(const char *program, char *const words[], int descriptor) {
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return -failure;
    pid_t pid;
    posix_spawn_file_actions_adddup2(&actions, descriptor, KEPT);
    failure = posix_spawn(&pid, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure ? -failure : pid;
}

void confine_exec(const char *program, char *const words[]) {
    fcntl(KEPT, F_SETFD, 0);
    execv(program, words);
}

int confine_threads(void) {
#ifdef __linux__
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks) return 0;
    int count = 0;
    for (struct dirent *task; (task = readdir(tasks));) count += task->d_name[0] != '.';
    closedir(tasks);
    return count;
#else
    return 0;
#endif
}

int confine_processors(void) {
#ifdef __linux__
    /* The kernel rejects a set for fewer processors than the machine may have. */
    for (int most = 1024; most <= 1 << 20; most *= 2) {
        cpu_set_t *set = CPU_ALLOC(most);
        if (!set) break;
        size_t size = CPU_ALLOC_SIZE(most);
        int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (count > 0) return count;
        if (errno != EINVAL) break;
    }
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}

int confine_channel(int ends[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}

typedef union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
} Attachment;

ssize_t confine_send(int channel, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    Attachment attachment;
    memset(&attachment, 0, sizeof attachment);
    if (descriptor >= 0) {
        message.msg_control = attachment.space;
        message.msg_controllen = sizeof attachment.space;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do {
        sent = sendmsg(channel, &message, 0);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t confine_receive(int channel, void *bytes, size_t count, int *descriptor) {
    struct iovec part = {bytes, count};
    Attachment attachment;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = attachment.space, .msg_controllen = sizeof attachment.space,
    };
    int flags = MSG_WAITALL;
#ifdef MSG_CMSG_CLOEXEC
    flags |= MSG_CMSG_CLOEXEC;
#endif
    ssize_t received;
    do {
        received = recvmsg(channel, &message, flags);
    } while (received < 0 && errno == EINTR);
    *descriptor = -1;
    struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
    return received;
}

static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < most; descriptor++) close(descriptor);
}

void confine_detach(int kept) {
    if (kept != KEPT) dup2(kept, KEPT);
    close_from(KEPT + 1);
    int nothing = open("/dev/null", O_RDWR);
    for (int end = 0; end < KEPT; end++) dup2(nothing, end);
    if (nothing > KEPT) close(nothing);
    confine_drop_handlers();
}

void confine_drop_handlers(void) {
    for (int number = 1; number < NSIG; number++) {
        if (number == SIGINT || number == SIGTERM || number == SIGPIPE)
            signal(number, SIG_IGN);
        else if (number != SIGHUP)
            signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int confine_end(pid_t child) {
    int status = 0;
    /* The number of a child that has ended may have been reused. */
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == 0) kill(child, SIGKILL);
    while (ended == 0 || (ended < 0 && errno == EINTR)) ended = waitpid(child, &status, 0);
    if (ended < 0) return CONFINE_NO_CHILD;
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

int confine_end_with_parent(pid_t parent) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    return getppid() == parent;
}

/* Private writable mappings: the libraries' code does not count. */
void confine_bound_memory(uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit)) return;
    if (bytes > limit.rlim_max) bytes = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = (rlim_t)bytes;
    setrlimit(RLIMIT_DATA, &limit);
    /* Core dumps of many crashed workers would fill the disk. */
    struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_CORE, &nothing);
}

uint64_t confine_limit(void) {
    uint64_t lowest = UINT64_MAX;
    int kinds[] = {RLIMIT_DATA, RLIMIT_AS};
    for (int kind = 0; kind < 2; kind++) {
        struct rlimit limit;
        if (getrlimit(kinds[kind], &limit) == 0 && limit.rlim_cur < lowest) lowest = limit.rlim_cur;
    }
    return lowest;
}

void confine_set_niceness(pid_t process, int niceness) { setpriority(PRIO_PROCESS, process, niceness); }
