/* The definitions that make points. Whoever includes this says before which mode is on (OQ_MODE), and
   has a function `reach` that is called at a point. */

#ifndef OQ_DEPENDENCY

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include "Symbols.h"

static void reach(int function, const void *caller, const void *object);

/* Where the code of libraries lies that are below every subject. What they do inside is no step of a
   subject. And the handler must not be called from there: the runtime of Swift locks its tables with
   the same functions, and a handler in Swift that needs the same table would wait for itself. */
static const char *const below[] = {
    "libc.",     "libc-",      "libm.",     "libpthread",   "ld-linux",
    "libstdc++", "libgcc_s",   "libswiftCore", "libswift_Concurrency",
    "libobjc",
};
enum { MOST_RANGES = 64 };
static struct { uintptr_t first, end; } ranges[MOST_RANGES];
static int range_count;

static bool is_below(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  for (size_t at = 0; at < sizeof below / sizeof *below; at++) {
    if (strncmp(base, below[at], strlen(below[at])) == 0) return true;
  }
  return false;
}

static int note_image(struct dl_phdr_info *image, size_t size, void *unused) {
  (void)size, (void)unused;
  if (image->dlpi_name == NULL || !is_below(image->dlpi_name)) return 0;
  for (int at = 0; at < image->dlpi_phnum && range_count < MOST_RANGES; at++) {
    const ElfW(Phdr) *header = &image->dlpi_phdr[at];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    ranges[range_count].first = image->dlpi_addr + header->p_vaddr;
    ranges[range_count].end = ranges[range_count].first + header->p_memsz;
    range_count++;
  }
  return 0;
}

/* Noted once, before anybody reads them. A library that is loaded later counts as the subject's. */
static void note_images(void) {
  if (range_count == 0) dl_iterate_phdr(note_image, NULL);
}

static bool lies_below(const void *caller) {
  uintptr_t address = (uintptr_t)caller;
  for (int at = 0; at < range_count; at++) {
    if (address >= ranges[at].first && address < ranges[at].end) return true;
  }
  return false;
}

/* The code that has led to a call: the return addresses behind that of its caller, innermost first,
   without what lies in libraries below every subject or in the file that holds this code. For a lane
   that is held: it costs a look into tables for every frame. */
enum { MOST_FRAMES = 64 };
static int trace(const void *caller, const void **frames, int most) {
  void *all[MOST_FRAMES];
  Dl_info own, other;
  int count = backtrace(all, MOST_FRAMES), at = 0, kept = 0;
  if (find_symbol((const void *)&lies_below, &own) == 0) return 0;
  while (at < count && all[at] != caller) at++;
  for (at++; at < count && kept < most; at++) {
    if (lies_below(all[at]) || find_symbol(all[at], &other) == 0) continue;
    if (other.dli_fbase != own.dli_fbase) frames[kept++] = all[at];
  }
  return kept;
}

/* The address is taken before the branch and kept from moving: a compiler that puts the unlikely part
   into a function of its own would take the address of that function's caller, which is the wrapper. */
#define POINT(function, least, object) \
  do { \
    const void *caller = __builtin_return_address(0); \
    __asm__ volatile("" : "+r"(caller)); \
    if (__builtin_expect(OQ_MODE() >= (least), 0)) reach(function, caller, object); \
  } while (0)

static __thread bool is_probing;
static const void *probed;

/* Whether points tell the code that has made the call, to be asked while points are on: what an
   optimiser has done to the definitions above can be seen only by trying. */
__attribute__((noinline)) static bool tells_callers(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  /* Called as others call it: not as a part of this function. */
  int (*volatile lock)(pthread_mutex_t *) = pthread_mutex_lock;
  is_probing = true;
  lock(&mutex);
  is_probing = false;
  pthread_mutex_unlock(&mutex);
  const char *own = (const char *)&tells_callers, *caller = probed;
  enum { MOST_BYTES = 512 };
  return caller > own && caller < own + MOST_BYTES;
}

/* The original of a function, looked up at the first call. Looking up makes no call that is defined
   here: the loader locks with its own functions. Two threads that look up find the same. */
#define ORIGINAL(name) \
  static __typeof__(name) *original; \
  __typeof__(name) *real = __atomic_load_n(&original, __ATOMIC_RELAXED); \
  if (__builtin_expect(real == NULL, 0)) { \
    real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
    __atomic_store_n(&original, real, __ATOMIC_RELAXED); \
  }

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  ORIGINAL(pthread_mutex_lock)
  int result = real(mutex);
  POINT(OQ_POINT_MUTEX_LOCK, 1, mutex);
  return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  ORIGINAL(pthread_mutex_unlock)
  int result = real(mutex);
  POINT(OQ_POINT_MUTEX_UNLOCK, 1, mutex);
  return result;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  ORIGINAL(pthread_cond_wait)
  int result = real(condition, mutex);
  POINT(OQ_POINT_CONDITION_WAIT, 1, condition);
  return result;
}

int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  ORIGINAL(pthread_cond_timedwait)
  int result = real(condition, mutex, until);
  POINT(OQ_POINT_CONDITION_TIMED_WAIT, 1, condition);
  return result;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  ORIGINAL(pthread_cond_signal)
  int result = real(condition);
  POINT(OQ_POINT_CONDITION_SIGNAL, 1, condition);
  return result;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  ORIGINAL(pthread_cond_broadcast)
  int result = real(condition);
  POINT(OQ_POINT_CONDITION_BROADCAST, 1, condition);
  return result;
}

int sem_wait(sem_t *semaphore) {
  ORIGINAL(sem_wait)
  int result = real(semaphore);
  POINT(OQ_POINT_SEMAPHORE_WAIT, 1, semaphore);
  return result;
}

int sem_post(sem_t *semaphore) {
  ORIGINAL(sem_post)
  int result = real(semaphore);
  POINT(OQ_POINT_SEMAPHORE_POST, 1, semaphore);
  return result;
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  ORIGINAL(pthread_create)
  int result = real(thread, attributes, start, argument);
  POINT(OQ_POINT_THREAD_CREATE, 1, NULL);
  return result;
}

/* Of the dispatch library and the Swift runtime nothing but the form of the call is needed; an
   executable without them is not asked for them. */
void dispatch_async(void *queue, void *block);
void dispatch_async(void *queue, void *block) {
  ORIGINAL(dispatch_async)
  real(queue, block);
  POINT(OQ_POINT_DISPATCH_ASYNC, 1, queue);
}

intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout);
intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t timeout) {
  ORIGINAL(dispatch_semaphore_wait)
  intptr_t result = real(semaphore, timeout);
  POINT(OQ_POINT_DISPATCH_SEMAPHORE_WAIT, 1, semaphore);
  return result;
}

intptr_t dispatch_semaphore_signal(void *semaphore);
intptr_t dispatch_semaphore_signal(void *semaphore) {
  ORIGINAL(dispatch_semaphore_signal)
  intptr_t result = real(semaphore);
  POINT(OQ_POINT_DISPATCH_SEMAPHORE_SIGNAL, 1, semaphore);
  return result;
}

#endif
