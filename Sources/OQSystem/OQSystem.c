#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "OQSystem.h"
#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static uint64_t kernel_thread_id(void);
uint64_t oq_thread_id(void) {
  /* Asked for with every event: a system call each time would cost more than the event. */
  static _Thread_local uint64_t identifier;
  if (identifier == 0) identifier = kernel_thread_id();
  return identifier;
}

/* ---- Crashes ---------------------------------------------------------------------------- */

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
static uint64_t *crash_cell;

/* Runs in a broken process: async-signal-safe calls only, no locks, no allocation. */
static void record_crash(int number) {
  uint64_t expected = 0;
  uint64_t crash = (uint64_t)number << 32 | (oq_thread_id() & UINT32_MAX);
  __atomic_compare_exchange_n(
      crash_cell, &expected, crash, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  /* The signal is blocked until this handler returns; then it kills the process. */
  signal(number, SIG_DFL);
  raise(number);
}

int oq_record_crashes(uint64_t *cell) {
  struct sigaction action = {.sa_handler = record_crash, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  crash_cell = cell;
  for (size_t i = 0; i < sizeof crash_signals / sizeof crash_signals[0]; i++) {
    if (sigaction(crash_signals[i], &action, NULL) != 0) return -1;
  }
  return 0;
}

int oq_use_signal_stack(void *memory, size_t size) {
  stack_t stack = {.ss_sp = memory, .ss_size = size};
  return sigaltstack(&stack, NULL);
}

/* ---- Signals as bytes ------------------------------------------------------------------- */

static volatile sig_atomic_t report_descriptor = -1;

static void report_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  /* A full pipe already holds more signals than anyone counts. */
  if (write(report_descriptor, &byte, 1) < 0) errno = saved;
}

int oq_report_signal(int number, int descriptor) {
  struct sigaction action = {.sa_handler = report_signal, .sa_flags = SA_RESTART};
  report_descriptor = descriptor;
  return sigaction(number, &action, NULL);
}

/* ---- Descriptors as messages ------------------------------------------------------------ */

#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

#define MESSAGE(text, size, room, length) \
  {.msg_iov = &(struct iovec){(text), (size)}, .msg_iovlen = 1, .msg_control = (room), \
   .msg_controllen = (length)}

int oq_send_descriptors(
    int socket, const int *descriptors, size_t count, const void *text, size_t size) {
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(OQ_DESCRIPTORS * sizeof *descriptors)] = {0};
  struct msghdr message =
      MESSAGE((void *)text, size, room, CMSG_SPACE(count * sizeof *descriptors));
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof *descriptors);
  memcpy(CMSG_DATA(header), descriptors, count * sizeof *descriptors);
  return (int)sendmsg(socket, &message, 0);
}

int oq_receive_descriptors(int socket, int *descriptors, size_t count, void *text, size_t size) {
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(OQ_DESCRIPTORS * sizeof *descriptors)] = {0};
  struct msghdr message = MESSAGE(text, size, room, CMSG_SPACE(count * sizeof *descriptors));
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  /* A process without room for more descriptors gets fewer. */
  if (received > 0 && header && header->cmsg_len == CMSG_LEN(count * sizeof *descriptors)) {
    memcpy(descriptors, CMSG_DATA(header), count * sizeof *descriptors);
  }
  return (int)received;
}

/* ---- Taking over before main -------------------------------------------------------------- */

/* Defined in Swift, in executables that are their own workers; it may return. */
extern void oq_take_over(void) __attribute__((weak));

#if defined(__GLIBC__) || defined(__APPLE__)
/* A test executable runs its tests in main. Started as a worker or a guard it must not get there. */
__attribute__((constructor)) static void before_main(int count, char **arguments) {
  if (oq_take_over && count > 1 && strncmp(arguments[1], "--oq-", 5) == 0) oq_take_over();
}
#endif

/* ---- Processes and threads -------------------------------------------------------------- */

extern char **environ;

char **oq_environment(void) { return environ; }

#ifdef __GLIBC__
void oq_return_memory(void) { malloc_trim(0); }
#else
void oq_return_memory(void) {}
#endif

pid_t oq_fork(void) { return fork(); }

#ifdef __linux__

static uint64_t kernel_thread_id(void) { return (uint64_t)syscall(SYS_gettid); }

int oq_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int oq_open_unnamed_file(void) { return memfd_create("oq-log", MFD_CLOEXEC); }

int oq_open_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

int oq_get_cores(pid_t thread, unsigned char *allowed, size_t count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(thread, sizeof set, &set) != 0) return -1;
  for (size_t core = 0; core < count; core++) {
    allowed[core] = core < CPU_SETSIZE && CPU_ISSET(core, &set) ? 1 : 0;
  }
  return 0;
}

int oq_set_cores(pid_t thread, const unsigned char *allowed, size_t count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (size_t core = 0; core < count && core < CPU_SETSIZE; core++) {
    if (allowed[core]) CPU_SET(core, &set);
  }
  return sched_setaffinity(thread, sizeof set, &set);
}

int oq_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

#else

static int unsupported(void) { return errno = ENOSYS, -1; }

static uint64_t kernel_thread_id(void) {
  uint64_t identifier = 0;
  pthread_threadid_np(NULL, &identifier);
  return identifier;
}

int oq_become_subreaper(void) { return unsupported(); }

int oq_open_unnamed_file(void) {
  char path[] = P_tmpdir "/oq-log-XXXXXX";
  int descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) unlink(path);
  return descriptor;
}

int oq_open_pipe(int *ends) {
  if (pipe(ends) != 0) return -1;
  return fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 ? -1 : fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

int oq_get_cores(pid_t thread, unsigned char *allowed, size_t count) { return unsupported(); }

int oq_set_cores(pid_t thread, const unsigned char *allowed, size_t count) {
  return unsupported();
}

int oq_close_from(posix_spawn_file_actions_t *actions, int lowest) { return unsupported(); }

#endif
