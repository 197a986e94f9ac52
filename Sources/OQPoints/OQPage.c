#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "OQPage.h"
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The sources that are embedded below are included with nothing in them, so that a build knows of
   the dependency. */
#define OQ_DEPENDENCY
#include "Symbols.h"
#include "Wrappers.h"
#include "Fork.h"
#include "Preload.h"

uint64_t oq_page_span(const char *callback) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (; *callback; callback++) hash = (hash ^ (unsigned char)*callback) * 0x100000001B3u;
  return hash | (uint64_t)1 << 63;
}

oq_page *oq_page_make(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return NULL;
  void *page = MAP_FAILED;
  if (ftruncate(file, sizeof(oq_page)) == 0)
    page = mmap(NULL, sizeof(oq_page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED) return NULL;
  ((oq_page *)page)->text_length = 1;
  return page;
}

void oq_page_unmap(oq_page *page) { munmap(page, sizeof(oq_page)); }

void oq_page_begin(oq_page *page, uint32_t mode) {
  __atomic_store_n(&page->mode, OQ_PAGE_OFF, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&page->run, 1, __ATOMIC_SEQ_CST);
  page->hold_count = 0;
  uint32_t count = oq_page_points(page);
  memset(page->points, 0, count * sizeof(oq_page_point));
  __atomic_store_n(&page->point_count, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&page->mode, mode, __ATOMIC_SEQ_CST);
}

void oq_page_add(oq_page *page, uint32_t function, const char *caller, uint32_t occurrence) {
  if (page->hold_count >= OQ_PAGE_HOLDS) return;
  oq_page_hold *hold = &page->holds[page->hold_count];
  memset(hold, 0, sizeof *hold);
  hold->function = function;
  hold->occurrence = occurrence;
  strncpy(hold->caller, caller, OQ_PAGE_CALLER - 1);
  __atomic_add_fetch(&page->hold_count, 1, __ATOMIC_SEQ_CST);
}

void oq_page_end(oq_page *page) { __atomic_store_n(&page->mode, OQ_PAGE_OFF, __ATOMIC_SEQ_CST); }

void oq_page_arm(oq_page *page, uint32_t hold, uint64_t span) {
  __atomic_store_n(&page->holds[hold].span, span, __ATOMIC_SEQ_CST);
}

uint32_t oq_page_state(oq_page *page, uint32_t hold) {
  return __atomic_load_n(&page->holds[hold].state, __ATOMIC_SEQ_CST);
}

const char *oq_page_trace(const oq_page *page, uint32_t hold) { return page->holds[hold].trace; }

uint32_t oq_page_points(oq_page *page) {
  uint32_t count = __atomic_load_n(&page->point_count, __ATOMIC_SEQ_CST);
  return count < OQ_PAGE_POINTS ? count : OQ_PAGE_POINTS;
}

oq_page_point oq_page_get(const oq_page *page, uint32_t point) { return page->points[point]; }

const char *oq_page_caller(const oq_page *page, oq_page_point point) {
  return point.caller && point.caller < OQ_PAGE_TEXT ? &page->text[point.caller] : NULL;
}

bool oq_page_is_loaded(oq_page *page) {
  return __atomic_load_n(&page->is_loaded, __ATOMIC_SEQ_CST) != 0;
}

bool oq_page_is_told(oq_page *page) {
  return __atomic_load_n(&page->is_told, __ATOMIC_SEQ_CST) != 0;
}

#ifdef __linux__

#include <linux/futex.h>
#include <sys/syscall.h>

bool oq_page_release(oq_page *page, uint32_t hold) {
  uint32_t *state = &page->holds[hold].state;
  uint32_t before = __atomic_exchange_n(state, OQ_HOLD_OVER, __ATOMIC_SEQ_CST);
  if (before == OQ_HOLD_STANDS) syscall(SYS_futex, state, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  return before == OQ_HOLD_STANDS;
}

#define EMBEDDED(symbol, file) \
  __asm__(".pushsection .rodata\n" #symbol ":\n.incbin \"" file "\"\n" #symbol "_end:\n.popsection"); \
  extern const char symbol[], symbol##_end[];

EMBEDDED(oq_source_page, "include/OQPage.h")
EMBEDDED(oq_source_points, "include/OQPoints.h")
EMBEDDED(oq_source_symbols, "Symbols.h")
EMBEDDED(oq_source_wrappers, "Wrappers.h")
EMBEDDED(oq_source_fork, "Fork.h")
EMBEDDED(oq_source_preload, "Preload.h")

const char *oq_page_source(int number, const char **name, uint64_t *length) {
  static const struct { const char *name, *first, *end; } files[] = {
      {"OQPage.h", oq_source_page, oq_source_page_end},
      {"OQPoints.h", oq_source_points, oq_source_points_end},
      {"Symbols.h", oq_source_symbols, oq_source_symbols_end},
      {"Wrappers.h", oq_source_wrappers, oq_source_wrappers_end},
      {"Fork.h", oq_source_fork, oq_source_fork_end},
      {"Preload.h", oq_source_preload, oq_source_preload_end},
  };
  if (number < 0 || number >= (int)(sizeof files / sizeof *files)) return NULL;
  *name = files[number].name;
  *length = (uint64_t)(files[number].end - files[number].first);
  return files[number].first;
}

#else

bool oq_page_release(oq_page *page, uint32_t hold) {
  (void)page, (void)hold;
  return false;
}

const char *oq_page_source(int number, const char **name, uint64_t *length) {
  (void)number, (void)name, (void)length;
  return NULL;
}

#endif
