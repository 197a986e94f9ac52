/* A process that is loaded once and copied for every program: the start of an adapter costs two
   forks then, and nothing is loaded or bound again.

   The process stops before main, where it has one thread and no object of a program, and waits for
   requests. For each of them it forks a guard, which forks the adapter: that goes on into main. The
   guard ends the adapter and everything that descends from it when the adapter ends, or when the
   harness goes away, and reports as the guards of the harness do. */
#ifndef OQ_DEPENDENCY

#ifdef __GLIBC__

#include <dirent.h>
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

enum { FORK_CHANNEL = 3, FORK_TEXT = 4096 };
enum { FORK_CONTROL, FORK_REPORT, FORK_INPUT, FORK_OUTPUT, FORK_ERRORS, FORK_DESCRIPTORS };

/* What is copied: the ends of the pipes of a guard, the streams of its adapter, the mark of the
   guard and the path of the page, each ended by a zero. */
typedef struct {
  int descriptors[FORK_DESCRIPTORS];
  char text[FORK_TEXT];
  size_t length;
} fork_request;

static void find_page(void);
static bool prepare_points(void);

/* 1: a request; 0: there will be none; -1: no request. */
static int receive_request(fork_request *request) {
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof request->descriptors)] = {0};
  struct iovec text = {request->text, FORK_TEXT - 1};
  struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = room,
                           .msg_controllen = sizeof room};
  ssize_t received;
  do received = recvmsg(FORK_CHANNEL, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received <= 0) return (int)received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_len != CMSG_LEN(sizeof request->descriptors)) return -1;
  memcpy(request->descriptors, CMSG_DATA(header), sizeof request->descriptors);
  request->text[received] = 0;
  request->length = (size_t)received;
  return 1;
}

static const char *mark_of(const fork_request *request) { return request->text; }

static const char *page_of(const fork_request *request) {
  size_t mark = strlen(request->text) + 1;
  return mark < request->length ? &request->text[mark] : "";
}

/* How many numbers a folder of the kernel has as names; -1 where it cannot be read. */
static int count_numbers(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/* Whether a copy would lack nothing and share nothing: one thread, no child, no descriptor but the
   standard streams, the channel, and the folder that is read. */
static bool is_forkable(void) {
  siginfo_t ended;
  return count_numbers("/proc/self/task") == 1
      && count_numbers("/proc/self/fd") == FORK_CHANNEL + 2
      && waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT | __WALL) < 0;
}

static void close_streams(const fork_request *request) {
  for (int at = FORK_INPUT; at < FORK_DESCRIPTORS; at++) close(request->descriptors[at]);
}

/* Makes the process what a started adapter is. */
static void become_adapter(const fork_request *request) {
  setpgid(0, 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int stream = 0; stream < 3; stream++) dup2(request->descriptors[FORK_INPUT + stream], stream);
  close_streams(request);
  const char *binding = getenv("LD_BIND_NOW");
  if (binding && strcmp(binding, "oq") == 0) unsetenv("LD_BIND_NOW");
  unsetenv("OQ_POINTS_FORKS");
  setenv("OQ_POINTS_PAGE", page_of(request), 1);
  find_page();
}

static void kill_children(void) {
  FILE *list = fopen("/proc/thread-self/children", "re");
  if (!list) return;
  for (int child; fscanf(list, "%d", &child) == 1;) kill(child, SIGKILL);
  fclose(list);
}

/* A child that has ended, which stays to be reaped; 0: none has; -1: there is none. */
static pid_t ended_child(int options) {
  siginfo_t ended = {0};
  int result;
  do result = waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT | __WALL | options);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -1 : ended.si_pid;
}

/* Returns when the adapter has ended or the harness is gone. Orphans are reaped meanwhile. */
static void wait_for_end(pid_t adapter, int control, int ends) {
  struct pollfd waits[] = {{.fd = control, .events = POLLIN}, {.fd = ends, .events = POLLIN}};
  for (;;) {
    if (poll(waits, 2, -1) < 0 && errno != EINTR) return;
    if (waits[0].revents) return;
    struct signalfd_siginfo news;
    if (read(ends, &news, sizeof news) < 0) { /* Others than SIGCHLD are not asked for. */ }
    for (pid_t ended; (ended = ended_child(WNOHANG)) > 0;) {
      if (ended == adapter) return;
      waitpid(ended, NULL, __WALL);
    }
  }
}

/* Kills and reaps until no child is left; the status of the adapter. */
static int end_all(pid_t adapter) {
  int status = 0;
  kill(adapter, SIGKILL);
  killpg(adapter, SIGKILL);
  for (pid_t ended; (ended = ended_child(WNOHANG)) >= 0;) {
    if (ended > 0) {
      waitpid(ended, ended == adapter ? &status : NULL, __WALL);
    } else {
      kill_children();
      /* One of them ends, and its own children are here by then. */
      ended_child(0);
    }
  }
  return status;
}

/* Runs a guard; it returns in the copy that is the adapter. */
static void run_guard(const fork_request *request) {
  int control = request->descriptors[FORK_CONTROL], report = request->descriptors[FORK_REPORT];
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  char *mark = getenv("OQ_GUARD_MARK");
  if (mark && strlen(mark) == strlen(mark_of(request))) memcpy(mark, mark_of(request), strlen(mark));
  signal(SIGCHLD, SIG_DFL);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, NULL);
  int ends = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  pid_t adapter = ends < 0 ? -1 : fork();
  if (adapter == 0) {
    close(control);
    close(report);
    close(ends);
    become_adapter(request);
    return;
  }
  if (adapter < 0) {
    dprintf(report, "failed %d\n", errno);
    _exit(71);
  }
  setpgid(adapter, adapter);
  dprintf(report, "started %d %d\n", (int)adapter, (int)getpid());
  /* Whoever is at the other ends notices when the adapter closes them. */
  close_streams(request);
  wait_for_end(adapter, control, ends);
  int status = end_all(adapter);
  if (WIFSIGNALED(status)) dprintf(report, "signalled %d\n", WTERMSIG(status));
  else dprintf(report, "exited %d\n", WEXITSTATUS(status));
  _exit(0);
}

typedef int main_function(int, char **, char **);
static main_function *original_main;

/* Takes the place of main. */
static int serve_forks(int count, char **arguments, char **environment) {
  (void)environment;
  const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD};
  for (size_t at = 0; at < sizeof ignored / sizeof *ignored; at++) signal(ignored[at], SIG_IGN);
  prepare_points();
  if (!is_forkable()) _exit(69);
  /* For the copies: a process of its own asks for too few names to be worth it. */
  index_symbols();
  if (send(FORK_CHANNEL, "adapters", 8, 0) < 0) _exit(71);
  static fork_request request;
  int received;
  while ((received = receive_request(&request)) > 0) {
    pid_t guard = fork();
    if (guard == 0) {
      close(FORK_CHANNEL);
      run_guard(&request);
      return original_main(count, arguments, environ);
    }
    if (guard < 0) dprintf(request.descriptors[FORK_REPORT], "failed %d\n", errno);
    for (int at = 0; at < FORK_DESCRIPTORS; at++) close(request.descriptors[at]);
  }
  _exit(received == 0 ? 0 : 71);
}

/* What the loader calls: libraries are there by then, and their constructors have run. Those of the
   program itself run before its main, so that they have run, too, where forks are served. */
int __libc_start_main(main_function *program, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack);
int __libc_start_main(main_function *program, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack) {
  typedef int start_function(
      main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
  start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
  original_main = program;
  bool serves = getenv("OQ_POINTS_FORKS") != NULL;
  return start(serves ? serve_forks : program, count, arguments, init, fini, end, stack);
}

#endif

#endif
