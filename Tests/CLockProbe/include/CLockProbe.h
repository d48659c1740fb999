/* What a locked process can still do, tried out in a fork: nobody comes out of the lock again. */
#ifndef CLOCKPROBE_H
#define CLOCKPROBE_H

enum {
    PROBE_READ_FILE = 1,
    PROBE_MADE_SOCKET = 2,
    PROBE_MADE_PROCESS = 4,
    PROBE_RAN_PROGRAM = 8,
    PROBE_SIGNALLED = 16,
    PROBE_WROTE_OUTSIDE = 32,
    PROBE_WROTE_INSIDE = 64
};

/* What of the above could be done, or minus what the system can't lock. Files may be made below `folder`, unless that is
 * NULL; `outside` and `inside` are files to try. */
int probe_lock(const char *folder, const char *inside, const char *outside);

/* How many processors `confine_processors` counts in a fork that may run on one; 1 where the system binds none. */
int probe_one_processor(void);

#endif
