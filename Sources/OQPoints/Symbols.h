/* What `dladdr` says, from an index that is made once: the loader looks through all symbols of a file
   for each address, and a process that is one of many copies would ask it for the same addresses
   again and again. A process makes the index before it is copied. */
#ifndef OQ_DEPENDENCY

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A symbol of a file. */
typedef struct {
  uintptr_t first, end;
  /* The end of all symbols up to this one: some lie in others. */
  uintptr_t reach;
  uint32_t name;
  /* Its place in the file's table: of two with one address the loader tells the first. */
  uint32_t place;
} oq_symbol;

/* A file that is loaded. */
typedef struct {
  uintptr_t first, end;
  const char *path, *names;
  void *base;
  oq_symbol *symbols;
  size_t count;
} oq_image;

enum { MOST_IMAGES = 128 };
static oq_image images[MOST_IMAGES];
static int found_count;
/* Those that can be searched: 0 until all are indexed. */
static int image_count;
/* How many files had been unloaded by then: what lies at an address may be another file later. */
static unsigned long long unloaded;

static int compare_symbols(const void *one, const void *other) {
  const oq_symbol *a = one, *b = other;
  if (a->first != b->first) return a->first < b->first ? -1 : 1;
  /* The last of equals is found, which is to be the first of the table. */
  return a->place > b->place ? -1 : a->place < b->place;
}

/* Where the hash table of a file has its first symbol, and how many symbols the file has. */
static void bounds(const uint32_t *hash, uint32_t *first, uint32_t *count) {
  const uint32_t *buckets = hash + 4 + hash[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
  const uint32_t *chains = buckets + hash[0];
  uint32_t last = 0;
  for (uint32_t at = 0; at < hash[0]; at++) {
    if (buckets[at] > last) last = buckets[at];
  }
  *first = hash[1];
  if (last < hash[1]) {
    *count = hash[1];
    return;
  }
  while (!(chains[last - hash[1]] & 1)) last++;
  *count = last + 1;
}

static void index_table(
    oq_image *image, uintptr_t base, const ElfW(Sym) *table, const uint32_t *hash) {
  uint32_t first, count;
  bounds(hash, &first, &count);
  if (count <= first) return;
  image->symbols = malloc((count - first) * sizeof(oq_symbol));
  if (!image->symbols) return;
  for (uint32_t at = first; at < count; at++) {
    const ElfW(Sym) *symbol = &table[at];
    bool has_place = symbol->st_value != 0 || symbol->st_shndx != SHN_UNDEF;
    if (!has_place || (symbol->st_info & 0xF) == STT_TLS) continue;
    uintptr_t begin = base + symbol->st_value;
    bool is_point = symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0;
    image->symbols[image->count++] = (oq_symbol){
        .first = begin, .end = begin + (is_point ? 1 : symbol->st_size), .name = symbol->st_name,
        .place = at};
  }
  qsort(image->symbols, image->count, sizeof(oq_symbol), compare_symbols);
  uintptr_t reach = 0;
  for (size_t at = 0; at < image->count; at++) {
    if (image->symbols[at].end > reach) reach = image->symbols[at].end;
    image->symbols[at].reach = reach;
  }
}

static int note_unloaded(struct dl_phdr_info *file, size_t size, void *count) {
  (void)size;
  *(unsigned long long *)count = file->dlpi_subs;
  return 1;
}

static bool is_current(void) {
  unsigned long long now = 0;
  dl_iterate_phdr(note_unloaded, &now);
  return now == unloaded;
}

static int index_image(struct dl_phdr_info *file, size_t size, void *unused) {
  (void)size, (void)unused;
  if (found_count == MOST_IMAGES) return 1;
  oq_image found = {.first = UINTPTR_MAX};
  const ElfW(Dyn) *dynamic = NULL;
  for (int at = 0; at < file->dlpi_phnum; at++) {
    const ElfW(Phdr) *header = &file->dlpi_phdr[at];
    uintptr_t begin = file->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)begin;
    if (header->p_type != PT_LOAD) continue;
    if (begin < found.first) found.first = begin;
    if (begin + header->p_memsz > found.end) found.end = begin + header->p_memsz;
  }
  const ElfW(Sym) *table = NULL;
  const uint32_t *hash = NULL;
  for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
    uintptr_t value = dynamic->d_un.d_ptr;
    /* The loader has added the base to these addresses, but in files that it does not write to. */
    if (value < file->dlpi_addr) value += file->dlpi_addr;
    if (dynamic->d_tag == DT_SYMTAB) table = (const ElfW(Sym) *)value;
    if (dynamic->d_tag == DT_STRTAB) found.names = (const char *)value;
    if (dynamic->d_tag == DT_GNU_HASH) hash = (const uint32_t *)value;
  }
  if (!table || !found.names || !hash) return 0;
  index_table(&found, file->dlpi_addr, table, hash);
  if (found.symbols) images[found_count++] = found;
  return 0;
}

static void index_images(void) {
  dl_iterate_phdr(note_unloaded, &unloaded);
  dl_iterate_phdr(index_image, NULL);
  /* What the loader calls each file; its list has no name for the program itself. It is asked once
     the list is no longer locked: who loads a file locks in the other order. */
  int named = 0;
  for (int at = 0; at < found_count; at++) {
    Dl_info told;
    if (!dladdr(images[at].names, &told) || !told.dli_fname) continue;
    images[named] = images[at];
    images[named].path = told.dli_fname;
    images[named++].base = told.dli_fbase;
  }
  __atomic_store_n(&image_count, named, __ATOMIC_RELEASE);
}

/* Indexes the files that are loaded by now, once: of later ones the loader is asked. */
static void index_symbols(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, index_images);
}

static const oq_symbol *symbol_at(const oq_image *image, uintptr_t address) {
  size_t low = 0, high = image->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (image->symbols[middle].first <= address) low = middle + 1;
    else high = middle;
  }
  for (; low > 0 && image->symbols[low - 1].reach > address; low--) {
    if (image->symbols[low - 1].end > address) return &image->symbols[low - 1];
  }
  return NULL;
}

/* As `dladdr`, which is asked for addresses in files that came after the index, and for all once a
   file has gone. */
static int find_symbol(const void *place, Dl_info *found) {
  uintptr_t address = (uintptr_t)place;
  int count = __atomic_load_n(&image_count, __ATOMIC_ACQUIRE);
  if (count > 0 && !is_current()) count = 0;
  for (int at = 0; at < count; at++) {
    const oq_image *image = &images[at];
    if (address < image->first || address >= image->end) continue;
    const oq_symbol *symbol = symbol_at(image, address);
    found->dli_fname = image->path;
    found->dli_fbase = image->base;
    found->dli_sname = symbol ? image->names + symbol->name : NULL;
    found->dli_saddr = symbol ? (void *)symbol->first : NULL;
    return 1;
  }
  return dladdr(place, found);
}

#endif
