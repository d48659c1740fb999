#include "CPages.h"

#include <errno.h>
#include <sys/socket.h>

int pages_send(int channel, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count) {
        ssize_t sent = send(channel, next, count, 0);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return 0;
        next += sent;
        count -= (size_t)sent;
    }
    return 1;
}

int pages_receive(int channel, void *bytes, size_t count) {
    char *next = bytes;
    while (count) {
        ssize_t got = recv(channel, next, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        next += got;
        count -= (size_t)got;
    }
    return 1;
}
