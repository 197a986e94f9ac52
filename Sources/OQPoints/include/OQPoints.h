#ifndef OQ_POINTS_H
#define OQ_POINTS_H

#include "OQPage.h"
#include <stdbool.h>
#include <stdint.h>

/* Points: visible steps of a subject. This target defines functions of the system's libraries, such
   as pthread_mutex_unlock, so that an executable that links it sees the calls that shared libraries
   make. Each definition calls the original, and nothing else as long as points are off: that costs
   one relaxed load. The C library and the runtime of Swift make no points: they are below every
   subject.

   Built with a sanitizer, or on a platform whose linker binds such calls elsewhere, it defines
   nothing: the sanitizer's own definitions must come first. There are no points either where the
   runtime of Swift is linked into the executable, since it cannot be told from a subject. */

/* The functions whose return is a point. */
enum {
  OQ_POINT_MUTEX_LOCK,
  OQ_POINT_MUTEX_UNLOCK,
  OQ_POINT_CONDITION_WAIT,
  OQ_POINT_CONDITION_TIMED_WAIT,
  OQ_POINT_CONDITION_SIGNAL,
  OQ_POINT_CONDITION_BROADCAST,
  OQ_POINT_SEMAPHORE_WAIT,
  OQ_POINT_SEMAPHORE_POST,
  OQ_POINT_THREAD_CREATE,
  OQ_POINT_DISPATCH_ASYNC,
  OQ_POINT_DISPATCH_SEMAPHORE_WAIT,
  OQ_POINT_DISPATCH_SEMAPHORE_SIGNAL,
  OQ_POINT_RETAIN,
  OQ_POINT_RELEASE,
  OQ_POINT_COUNT,
};

/* Called at a point, on the thread that is there, with the context of oq_points_start, the function,
   the address to which it returns, which lies neither in the C library nor in the runtime of Swift,
   and what the call is about: a mutex, a condition, a semaphore, a queue, a reference, or NULL. What
   it calls makes no points. */
typedef void (*oq_point_handler)(
    void *context, int function, const void *caller, const void *object);

/* Whether this executable has points at all. */
bool oq_points_are_built(void);

/* Indexes the symbols of what is loaded, for the copies of a process: without that, each copy asks the
   loader for every name, which searches whole files. */
void oq_points_prepare(void);

/* Switches points on, with or without those of references: one handler at a time, and not while
   points are on. The context must outlive oq_points_stop, and the calls of the handler that have
   begun. */
void oq_points_start(oq_point_handler handler, void *context, bool references);

/* Switches points off. */
void oq_points_stop(void);

/* The lane of the calling thread, 0 for none: the thread makes points in a lane only. The previous
   lane and span are returned, to be put back. The span is a number for what the lane is doing. */
typedef struct {
  uint64_t lane;
  uint64_t span;
} oq_point_place;

oq_point_place oq_points_enter(oq_point_place place);

/* Where the calling thread is. */
oq_point_place oq_points_here(void);

/* The code that has led to a point, to be asked for in the handler with the caller it was given: return
   addresses, innermost first, without what lies in the C library, in the runtime of Swift, or in this
   executable. Returns how many there are. */
int oq_points_trace(const void *caller, const void **frames, int most);

/* What the loader knows of an address: the file that holds it, the symbol before it (NULL where the
   file names none), and how far behind the symbol, or the beginning of the file, it lies. False for
   an address in no file. The names live as long as the file stays loaded. */
bool oq_points_name(
    const void *address, const char **file, const char **symbol, uint64_t *offset);

#endif
