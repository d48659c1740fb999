#define _GNU_SOURCE
#include "CConfine.h"

#ifndef __linux__

int confine_enter_sandbox(const char *folder) {
    (void)folder;
    return CONFINE_FILES_OPEN | CONFINE_CALLS_OPEN;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock's system calls, with the numbers from the kernel's documentation (Documentation/userspace-api/landlock.rst):
 * the headers of many systems are older than their kernel. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, VERSION_WANTED = 1, PATH_BENEATH = 1 };

enum {
    WRITE_FILE = 1 << 1,
    MAKE_FOLDER = 1 << 7,
    MAKE_FILE = 1 << 8,
    TRUNCATE = 1 << 14
};

typedef struct {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
} Ruleset;

typedef struct {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed)) PathRule;

/* False if the kernel has no Landlock. */
static int lock_files(const char *folder) {
    long version = syscall(CREATE_RULESET, NULL, 0, VERSION_WANTED);
    if (version < 1) return 0;
    /* The number of file rights in versions 1, 2, 3 and 5 of the interface. */
    int rights = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
    Ruleset ruleset = {(1u << rights) - 1, version < 4 ? 0 : 3, version < 6 ? 0 : 3};
    size_t size = version < 4 ? 8 : version < 6 ? 16 : 24;
    int rules = (int)syscall(CREATE_RULESET, &ruleset, size, 0);
    if (rules < 0) return 0;
    if (folder) {
        PathRule rule = {(WRITE_FILE | MAKE_FOLDER | MAKE_FILE | TRUNCATE) & ruleset.files, -1};
        rule.folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
        if (rule.folder >= 0) {
            syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
            close(rule.folder);
        }
    }
    int is_locked = syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return is_locked;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* The system calls that are allowed without conditions: memory, threads, time, and open descriptors. */
static const int allowed_calls[] = {
    SYS_read, SYS_readv, SYS_write, SYS_writev, SYS_recvfrom, SYS_recvmsg, SYS_sendto, SYS_sendmsg, SYS_lseek,
    SYS_close, SYS_fcntl, SYS_ppoll,
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex, SYS_membarrier,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_set_robust_list, SYS_set_tid_address, SYS_sched_yield, SYS_sched_getaffinity, SYS_getpid, SYS_gettid,
    SYS_exit, SYS_exit_group, SYS_restart_syscall,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
    SYS_getrusage, SYS_sysinfo, SYS_uname,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_time
    SYS_time,
#endif
#ifdef SYS_rseq
    SYS_rseq,
#endif
};

/* The system calls that create files and folders by path; Landlock restricts where. */
static const int file_creating_calls[] = {
    SYS_openat, SYS_mkdirat, SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_getcwd, SYS_umask,
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_open
    SYS_open, SYS_mkdir, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
};

typedef struct {
    struct sock_filter steps[256];
    unsigned short count;
} Filter;

static void add(Filter *filter, unsigned short code, uint32_t value, uint8_t when_true, uint8_t when_false) {
    filter->steps[filter->count++] = (struct sock_filter){code, when_true, when_false, value};
}

static void load(Filter *filter, size_t place) { add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)place, 0, 0); }

static void end(Filter *filter, uint32_t answer) { add(filter, BPF_RET | BPF_K, answer, 0, 0); }

/* The lower half of an argument, on these architectures. */
static size_t argument(int number) { return offsetof(struct seccomp_data, args) + 8 * (size_t)number; }

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

static void allow(Filter *filter, const int *calls, size_t count) {
    for (size_t call = 0; call < count; call++) {
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[call], 0, 1);
        end(filter, SECCOMP_RET_ALLOW);
    }
}

/* A call that is allowed if none of these bits is set in an argument. */
static void allow_without(Filter *filter, int call, int number, uint32_t bits) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(filter, argument(number));
    add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    end(filter, refusal);
    end(filter, SECCOMP_RET_ALLOW);
}

/* A call that is allowed if an argument, of which only `bits` are compared, has this value. */
static void allow_with(Filter *filter, int call, int number, uint32_t bits, uint32_t value) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
    load(filter, argument(number));
    add(filter, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(filter, SECCOMP_RET_ALLOW);
    end(filter, refusal);
}

static int lock_calls(int makes_files) {
    static Filter filter;
    filter.count = 0;
    load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end(&filter, refusal);
    load(&filter, offsetof(struct seccomp_data, nr));
    allow(&filter, allowed_calls, sizeof allowed_calls / sizeof *allowed_calls);
    if (makes_files) {
        allow(&filter, file_creating_calls, sizeof file_creating_calls / sizeof *file_creating_calls);
    }
    allow_without(&filter, SYS_mmap, 2, PROT_EXEC);
    allow_without(&filter, SYS_mprotect, 2, PROT_EXEC);
    /* Decoders start threads, but no process may be started. The flags of `clone3` can't be checked; its callers fall
     * back to `clone`. */
    allow_with(&filter, SYS_clone, 0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM);
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    end(&filter, SECCOMP_RET_ERRNO | ENOSYS);
    /* `abort` sends its signal with this call. */
    allow_with(&filter, SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid());
    end(&filter, refusal);
    struct sock_fprog program = {filter.count, filter.steps};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

#else

static int lock_calls(int makes_files) {
    (void)makes_files;
    return 0;
}

#endif

int confine_enter_sandbox(const char *folder) {
    int open = 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return CONFINE_FILES_OPEN | CONFINE_CALLS_OPEN;
    int has_files_locked = lock_files(folder);
    if (!lock_calls(folder != NULL)) open |= CONFINE_CALLS_OPEN;
    /* If no call can open a file, Landlock is a second layer of the same protection. */
    if (!has_files_locked && (folder || open)) open |= CONFINE_FILES_OPEN;
    return open;
}

#endif
