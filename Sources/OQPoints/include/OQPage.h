#ifndef OQ_PAGE_H
#define OQ_PAGE_H

#include <stdbool.h>
#include <stdint.h>

/* The page through which a harness and a library that is loaded into another process speak of
   points. The harness writes before a program begins, and sets spans and states later; the library
   writes what came. */

enum {
  OQ_PAGE_HOLDS = 8,
  OQ_PAGE_POINTS = 4096,
  OQ_PAGE_TEXT = 1 << 17,
  OQ_PAGE_CALLER = 256,
  OQ_PAGE_TRACE = 1 << 12,
};

/* What becomes of points. */
enum { OQ_PAGE_OFF, OQ_PAGE_HELD, OQ_PAGE_COUNTED };

/* How far a hold is. Only the library sets STANDS, and only the harness the states behind it. */
enum { OQ_HOLD_AWAITED, OQ_HOLD_STANDS, OQ_HOLD_OVER };

typedef struct {
  uint64_t span; /* 0: not known yet. */
  uint32_t function, occurrence;
  uint32_t seen;
  uint32_t state;
  char caller[OQ_PAGE_CALLER];
  /* Names of the code that has led there, innermost first, each ended by a blank; written before the
     lane stands. */
  char trace[OQ_PAGE_TRACE];
} oq_page_hold;

typedef struct {
  uint64_t span;
  uint64_t object; /* What the call is about; 0 for nothing. */
  uint32_t function;
  uint32_t caller; /* Place of its name in the text; 0: not written yet. */
} oq_page_point;

typedef struct {
  uint32_t mode, run;
  uint32_t is_loaded; /* The library has found the page. */
  uint32_t is_told;   /* The adapter has said which call a thread makes. */
  uint32_t hold_count, point_count, text_length, unused;
  oq_page_hold holds[OQ_PAGE_HOLDS];
  oq_page_point points[OQ_PAGE_POINTS];
  char text[OQ_PAGE_TEXT];
} oq_page;

/* The span of a call: the number of its message. The span of what a thread does after client code has
   returned: a hash (FNV-1a) of the name of the callback, with the highest bit set. */
uint64_t oq_page_span(const char *callback);

/* Makes a page in a new file; NULL where that fails. */
oq_page *oq_page_make(const char *path);

/* Takes a page away that was made. */
void oq_page_unmap(oq_page *page);

/* Begins a run with some holds, whose spans are not known. */
void oq_page_begin(oq_page *page, uint32_t mode);
void oq_page_add(oq_page *page, uint32_t function, const char *caller, uint32_t occurrence);
void oq_page_end(oq_page *page);

/* Says which span the point of a hold has. */
void oq_page_arm(oq_page *page, uint32_t hold, uint64_t span);
uint32_t oq_page_state(oq_page *page, uint32_t hold);
const char *oq_page_trace(const oq_page *page, uint32_t hold);

/* Lets a lane go that stands at its point, or that is still to come to it; whether it stood there. */
bool oq_page_release(oq_page *page, uint32_t hold);

/* What came: how many points, each of them, and its name (NULL where it is not written). */
uint32_t oq_page_points(oq_page *page);
oq_page_point oq_page_get(const oq_page *page, uint32_t point);
const char *oq_page_caller(const oq_page *page, oq_page_point point);
bool oq_page_is_loaded(oq_page *page);
bool oq_page_is_told(oq_page *page);

/* The sources of the library, to be compiled where it is needed: the n-th file, its length, and its
   name; NULL behind the last one. The last file is the one to compile. */
const char *oq_page_source(int number, const char **name, uint64_t *length);

#endif
