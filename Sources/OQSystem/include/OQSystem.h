#ifndef OQ_SYSTEM_H
#define OQ_SYSTEM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The few system calls that Swift cannot express: signal handlers, variadic functions, C globals
   and macros. Nothing here decides anything. Functions that return int return -1 and set errno
   when they fail. */

/* Installs a handler for the signals of a crash. The first crash of the process stores
   (signal << 32 | thread id) in *cell, which was 0; then the signal takes its default action.
   Nothing else is written, so *cell may lie in memory that is shared with another process. */
int oq_record_crashes(uint64_t *cell);

/* Makes memory[0 ..< size] the stack of signal handlers on the calling thread. */
int oq_use_signal_stack(void *memory, size_t size);

/* Delivers a signal as a byte (its number) on a descriptor that does not block. At most one
   descriptor per process: the last call decides. */
int oq_report_signal(int signal, int descriptor);

/* The kernel's id of the calling thread: not to be asked for in a forked child. */
uint64_t oq_thread_id(void);

/* Orphaned descendants become children of the calling process. ENOSYS where unsupported. */
int oq_become_subreaper(void);

/* Returns memory that was freed to the system, as far as the allocator can. */
void oq_return_memory(void);

/* A file without a name, closed on exec, of length 0. */
int oq_open_unnamed_file(void);

/* A pipe, both ends closed on exec: ends[0] to read, ends[1] to write. */
int oq_open_pipe(int *ends);

/* Adds the step that closes all descriptors from `lowest` on. ENOSYS where unsupported. */
int oq_close_from(posix_spawn_file_actions_t *actions, int lowest);

/* Sends or receives one message of `size` bytes with `count` descriptors, at most OQ_DESCRIPTORS of
   them; the number of bytes is returned, 0 where the other end is closed. Received descriptors are
   closed on exec; where they are not `count`, none is stored. */
#define OQ_DESCRIPTORS 8
int oq_send_descriptors(
    int socket, const int *descriptors, size_t count, const void *text, size_t size);
int oq_receive_descriptors(int socket, int *descriptors, size_t count, void *text, size_t size);

/* Copies the process; 0 in the copy. Only for a process with one thread, the calling one. */
pid_t oq_fork(void);

/* The environment as a null-terminated array of "name=value". */
char **oq_environment(void);

/* The cores on which a thread (0: the caller) may run, one byte per core (1: allowed): at most
   count of them are read or set. ENOSYS where unsupported. */
int oq_get_cores(pid_t thread, unsigned char *allowed, size_t count);
int oq_set_cores(pid_t thread, const unsigned char *allowed, size_t count);

/* Lets the processor fetch memory that will be read soon; never a fault, whatever the address. */
static inline void oq_prefetch(const void *place) { __builtin_prefetch(place); }

/* ---- Sanitizers ------------------------------------------------------------------------- */

/* ThreadSanitizer's, where the executable was built with it. */
extern void AnnotateIgnoreSyncBegin(const char *file, int line) __attribute__((weak));
extern void AnnotateIgnoreSyncEnd(const char *file, int line) __attribute__((weak));

/* What the calling thread does until the end orders nothing in the eyes of ThreadSanitizer. */
static inline void oq_begin_unordered(void) {
  if (AnnotateIgnoreSyncBegin) AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
}

static inline void oq_end_unordered(void) {
  if (AnnotateIgnoreSyncEnd) AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

#endif
