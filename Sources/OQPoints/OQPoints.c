#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "OQPoints.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define OQ_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OQ_SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(OQ_SANITIZED) && !defined(OQ_WITHOUT_POINTS)
#define OQ_BUILT 1
#endif

static _Thread_local oq_point_place here;

oq_point_place oq_points_enter(oq_point_place place) {
  oq_point_place before = here;
  here = place;
  return before;
}

oq_point_place oq_points_here(void) { return here; }

#ifdef OQ_BUILT

#include <errno.h>

static int mode; /* 0: off; 1: on; 2: with references. */
static oq_point_handler handler;
static void *context;
static _Thread_local bool is_busy;

#define OQ_MODE() __atomic_load_n(&mode, __ATOMIC_RELAXED)
#include "Wrappers.h"

/* A runtime of Swift that is linked in cannot be told from the subject. */
static bool has_runtime_apart(void) {
  Dl_info own, runtime;
  const void *function = dlsym(RTLD_DEFAULT, "swift_getGenericMetadata");
  return function != NULL && dladdr(function, &runtime) != 0
      && dladdr((const void *)&has_runtime_apart, &own) != 0
      && own.dli_fbase != runtime.dli_fbase;
}

/* Asked before points are on for the first time; later threads see what the first has found. */
static bool are_usable(void) {
  static int known; /* 0: not yet; 1: no; 2: yes. */
  int found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
  if (found == 0) {
    int before = __atomic_exchange_n(&mode, 1, __ATOMIC_ACQ_REL);
    found = has_runtime_apart() && tells_callers() ? 2 : 1;
    __atomic_store_n(&mode, before, __ATOMIC_RELEASE);
    __atomic_store_n(&known, found, __ATOMIC_RELEASE);
  }
  return found == 2;
}

bool oq_points_are_built(void) { return are_usable(); }

void oq_points_prepare(void) { index_symbols(); }

void oq_points_start(oq_point_handler new_handler, void *new_context, bool references) {
  if (!are_usable()) return;
  note_images();
  /* The first call loads the unwinder: not while a lane of the subject is on its way. */
  void *frame;
  backtrace(&frame, 1);
  handler = new_handler;
  context = new_context;
  __atomic_store_n(&mode, references ? 2 : 1, __ATOMIC_RELEASE);
}

void oq_points_stop(void) { __atomic_store_n(&mode, 0, __ATOMIC_RELEASE); }

int oq_points_trace(const void *caller, const void **frames, int most) {
  return trace(caller, frames, most);
}

__attribute__((noinline)) static void reach(
    int function, const void *caller, const void *object) {
  if (is_probing) probed = caller;
  if (here.lane == 0 || is_busy || lies_below(caller)) return;
  /* The caller may look at it only now: a call like an unlock leaves it alone. */
  int error = errno;
  is_busy = true;
  if (__atomic_load_n(&mode, __ATOMIC_ACQUIRE) != 0)
    handler(context, function, caller, object);
  is_busy = false;
  errno = error;
}

/* The names that the Swift runtime exports. Both are called for every reference: what they need is
   looked up before main, so that nothing is asked on the way. */
static void *(*original_retain)(void *);
static void (*original_release)(void *);

__attribute__((constructor(101))) static void look_up_references(void) {
  original_retain = (void *(*)(void *))dlsym(RTLD_NEXT, "swift_retain");
  original_release = (void (*)(void *))dlsym(RTLD_NEXT, "swift_release");
}

void *swift_retain(void *object);
void *swift_retain(void *object) {
  if (__builtin_expect(original_retain == NULL, 0)) look_up_references();
  void *result = original_retain(object);
  POINT(OQ_POINT_RETAIN, 2, object);
  return result;
}

void swift_release(void *object);
void swift_release(void *object) {
  if (__builtin_expect(original_release == NULL, 0)) look_up_references();
  original_release(object);
  POINT(OQ_POINT_RELEASE, 2, object);
}

#else

static int find_symbol(const void *address, Dl_info *found) { return dladdr(address, found); }

void oq_points_prepare(void) {}

bool oq_points_are_built(void) { return false; }

void oq_points_start(oq_point_handler new_handler, void *new_context, bool references) {
  (void)new_handler, (void)new_context, (void)references;
}

void oq_points_stop(void) {}

int oq_points_trace(const void *caller, const void **frames, int most) {
  (void)caller, (void)frames, (void)most;
  return 0;
}

#endif

bool oq_points_name(
    const void *address, const char **file, const char **symbol, uint64_t *offset) {
  Dl_info found;
  if (find_symbol(address, &found) == 0) return false;
  const void *base = found.dli_sname ? found.dli_saddr : found.dli_fbase;
  *file = found.dli_fname;
  *symbol = found.dli_sname;
  *offset = (uint64_t)((const char *)address - (const char *)base);
  return true;
}
