/* Settings of the whole of SQLite. Its function for them has a variable number of arguments, which Swift does not call. */
#ifndef CSQLITESETUP_H
#define CSQLITESETUP_H

/* SQLite no longer counts its memory: all threads would wait for each other at the count. Does nothing once SQLite is in
 * use. */
void sqlite_stop_counting_memory(void);

#endif
