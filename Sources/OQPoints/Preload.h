/* The library that is loaded into the process of an adapter, to make its points visible. It is
   compiled by `cc` where it is needed, and holds no code of the harness. Which call a thread makes,
   the adapter says by the functions `oq_lane_…`, which it refers to weakly. */
#ifndef OQ_DEPENDENCY

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "OQPage.h"
#include "OQPoints.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static oq_page nothing;
static oq_page *page = &nothing;

#define OQ_MODE() __atomic_load_n(&page->mode, __ATOMIC_RELAXED)
#include "Wrappers.h"

#define THREAD static __thread __attribute__((tls_model("initial-exec")))

/* What the thread is doing, innermost last; client code has the span 0. */
enum { MOST_PLACES = 32 };
typedef struct {
  uint64_t span;
  uint32_t run;
} place;
THREAD place places[MOST_PLACES];
THREAD int depth;
THREAD bool is_busy;

static bool is_usable(void) {
  nothing.mode = OQ_PAGE_HELD;
  bool is_usable = tells_callers();
  nothing.mode = OQ_PAGE_OFF;
  return is_usable;
}

/* Does what is to be done once, whichever page comes; whether points can be seen. */
static bool prepare_points(void) {
  static int known; /* 0: not yet; 1: no; 2: yes. */
  if (known == 0) {
    known = is_usable() ? 2 : 1;
    note_images();
    /* The first call loads the unwinder: not while a lane of the subject is on its way. */
    void *frame;
    backtrace(&frame, 1);
  }
  return known == 2;
}

__attribute__((constructor(101))) static void find_page(void) {
  const char *path = getenv("OQ_POINTS_PAGE");
  int file = path && prepare_points() ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *found = mmap(NULL, sizeof(oq_page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (found == MAP_FAILED) return;
  page = found;
  __atomic_store_n(&page->is_loaded, 1, __ATOMIC_SEQ_CST);
}

static uint64_t span_of(const char *callback) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (; *callback; callback++) hash = (hash ^ (unsigned char)*callback) * 0x100000001B3u;
  return hash | (uint64_t)1 << 63;
}

static void push(uint64_t span) {
  if (depth < MOST_PLACES) {
    places[depth].span = span;
    places[depth].run = __atomic_load_n(&page->run, __ATOMIC_SEQ_CST);
  }
  depth++;
}

static place *here(void) { return depth > 0 && depth <= MOST_PLACES ? &places[depth - 1] : NULL; }

void oq_lane_call(long id) {
  if (!__atomic_load_n(&page->is_told, __ATOMIC_RELAXED))
    __atomic_store_n(&page->is_told, 1, __ATOMIC_SEQ_CST);
  push((uint64_t)id);
}

void oq_lane_back(void) {
  if (depth > 0) depth--;
}

void oq_lane_enter(void) { push(0); }

void oq_lane_leave(const char *callback) {
  if (depth > 0) depth--;
  place *now = here();
  /* It goes back into the call that runs it, or on to what is done after it. */
  bool is_in_call = now && now->span && now->span >> 63 == 0;
  if (is_in_call && now->run == __atomic_load_n(&page->run, __ATOMIC_SEQ_CST)) return;
  if (now) depth--;
  push(span_of(callback));
}

/* Names of the code that makes calls, by return address; written under a lock that is never held
   during a call of the subject. */
enum { MOST_NAMES = 1 << 12 };
static struct { uintptr_t address; uint32_t text; } names[MOST_NAMES];
static int names_lock;

/* The name of some code, without blanks; false for an address in no file. */
static bool find_name(const void *address, char *name, size_t size) {
  Dl_info found;
  if (find_symbol(address, &found) == 0 || found.dli_fname == NULL) return false;
  const char *slash = strrchr(found.dli_fname, '/');
  if (found.dli_sname)
    snprintf(name, size, "%s", found.dli_sname);
  else
    snprintf(name, size, "%s+0x%lx", slash ? slash + 1 : found.dli_fname,
             (unsigned long)((uintptr_t)address - (uintptr_t)found.dli_fbase));
  for (char *each = name; *each; each++)
    if (*each == ' ') *each = '_';
  return true;
}

static uint32_t write_name(const void *address) {
  char name[OQ_PAGE_CALLER];
  if (!find_name(address, name, sizeof name)) return 0;
  /* Addresses in one function have one name. */
  uint32_t end = page->text_length;
  for (uint32_t at = 1; at < end; at += (uint32_t)strlen(&page->text[at]) + 1)
    if (strcmp(&page->text[at], name) == 0) return at;
  size_t length = strlen(name) + 1;
  if (end + length > OQ_PAGE_TEXT) return 0;
  memcpy(&page->text[end], name, length);
  __atomic_store_n(&page->text_length, end + (uint32_t)length, __ATOMIC_SEQ_CST);
  return end;
}

static uint32_t name_of(const void *address) {
  uint32_t text = 0;
  while (__atomic_exchange_n(&names_lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  size_t at = (uintptr_t)address * 0x9E3779B97F4A7C15u >> 52;
  for (int tries = 0; tries < MOST_NAMES; tries++, at = (at + 1) % MOST_NAMES) {
    if (names[at].address == 0) {
      names[at].text = write_name(address);
      names[at].address = (uintptr_t)address;
    }
    if (names[at].address == (uintptr_t)address) {
      text = names[at].text;
      break;
    }
  }
  __atomic_store_n(&names_lock, 0, __ATOMIC_RELEASE);
  return text;
}

static void count(uint64_t span, int function, uint32_t caller, const void *object) {
  uint32_t at = __atomic_fetch_add(&page->point_count, 1, __ATOMIC_SEQ_CST);
  if (at >= OQ_PAGE_POINTS) return;
  page->points[at].span = span;
  page->points[at].object = (uintptr_t)object;
  page->points[at].function = (uint32_t)function;
  __atomic_store_n(&page->points[at].caller, caller, __ATOMIC_SEQ_CST);
}

enum { MOST_TOLD = 24 };
static void write_trace(oq_page_hold *hold, const void *caller) {
  const void *frames[MOST_TOLD];
  char name[OQ_PAGE_CALLER];
  size_t end = 0;
  int count = trace(caller, frames, MOST_TOLD);
  for (int at = 0; at < count; at++) {
    if (!find_name(frames[at], name, sizeof name)) continue;
    size_t length = strlen(name);
    if (end + length + 2 > OQ_PAGE_TRACE) break;
    memcpy(&hold->trace[end], name, length);
    end += length;
    hold->trace[end++] = ' ';
  }
  hold->trace[end] = 0;
}

static void stay(oq_page_hold *hold, const void *caller) {
  write_trace(hold, caller);
  uint32_t awaited = OQ_HOLD_AWAITED;
  if (!__atomic_compare_exchange_n(
          &hold->state, &awaited, OQ_HOLD_STANDS, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return;
  while (__atomic_load_n(&hold->state, __ATOMIC_SEQ_CST) == OQ_HOLD_STANDS)
    syscall(SYS_futex, &hold->state, FUTEX_WAIT, OQ_HOLD_STANDS, NULL, NULL, 0);
}

static void meet(uint64_t span, int function, const void *caller, const void *object) {
  uint32_t name = name_of(caller);
  if (name == 0) return;
  if (OQ_MODE() == OQ_PAGE_COUNTED) count(span, function, name, object);
  uint32_t holds = __atomic_load_n(&page->hold_count, __ATOMIC_SEQ_CST);
  for (uint32_t at = 0; at < holds && at < OQ_PAGE_HOLDS; at++) {
    oq_page_hold *hold = &page->holds[at];
    if (__atomic_load_n(&hold->span, __ATOMIC_SEQ_CST) != span) continue;
    if (hold->function != (uint32_t)function) continue;
    if (strcmp(hold->caller, &page->text[name]) != 0) continue;
    if (__atomic_add_fetch(&hold->seen, 1, __ATOMIC_SEQ_CST) == hold->occurrence)
      stay(hold, caller);
  }
}

__attribute__((noinline)) static void reach(
    int function, const void *caller, const void *object) {
  if (is_probing) probed = caller;
  place *now = here();
  if (is_busy || now == NULL || now->span == 0 || lies_below(caller)) return;
  if (now->run != __atomic_load_n(&page->run, __ATOMIC_SEQ_CST)) return;
  /* The caller may look at it only now: a call like an unlock leaves it alone. */
  int error = errno;
  is_busy = true;
  meet(now->span, function, caller, object);
  is_busy = false;
  errno = error;
}

#include "Fork.h"

#endif
