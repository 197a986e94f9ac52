#import "Program.h"
#import "Session.h"

#include <pthread.h>
#include <stdio.h>

NSString *const TaskException = @"TaskException";

// What a thread does for the program, said to the library of `oqcheck run --preload` where it is
// loaded: the number of the call that the thread makes, and the callback that it comes back from.
extern void oq_lane_call(long id) __attribute__((weak));
extern void oq_lane_back(void) __attribute__((weak));
extern void oq_lane_enter(void) __attribute__((weak));
extern void oq_lane_leave(const char *callback) __attribute__((weak));

// A stamp and its line are made under this lock, so lines have the order of their stamps.
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
// What the lanes of all programs have to do. One lock and one condition are enough: an item is
// handed over a few thousand times a second at most.
static pthread_mutex_t work = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t workCame = PTHREAD_COND_INITIALIZER;

void tell(NSString *line) {
  fputs([line UTF8String], stdout);
  fputc('\n', stdout);
  fflush(stdout);
}

void tellUnstamped(NSString *line) {
  pthread_mutex_lock(&output);
  tell(line);
  pthread_mutex_unlock(&output);
}

NSString *quoted(NSString *text) {
  NSMutableString *result = [NSMutableString stringWithString:@"\""];
  NSUInteger length = [text length];
  for (NSUInteger index = 0; index < length; index++) {
    unichar c = [text characterAtIndex:index];
    if (c == '"' || c == '\\')
      [result appendFormat:@"\\%c", (char)c];
    else if (c < 0x20 || c > 0x7e)
      [result appendFormat:@"\\u%04x", c];
    else
      [result appendFormat:@"%c", (char)c];
  }
  [result appendString:@"\""];
  return result;
}

@interface Program ()
- (BOOL)make:(NSDictionary *)call;
- (long)stamp:(NSString *)line;
@end

@implementation Program

- (id)initWithNumber:(long)aNumber held:(NSArray *)names {
  if ((self = [super init])) {
    number = aNumber;
    held = [[NSSet alloc] initWithArray:names];
    entered = [NSMutableSet new];
    throwing = [NSMutableSet new];
    lanes = [NSMutableDictionary new];
    session = [[Session alloc] initWithProgram:self];
  }
  return self;
}

- (void)dealloc {
  [held release];
  [entered release];
  [throwing release];
  [lanes release];
  [session release];
  [super dealloc];
}

- (Session *)session {
  pthread_mutex_lock(&work);
  Session *result = [session retain];
  pthread_mutex_unlock(&work);
  return [result autorelease];
}

- (void)forget {
  pthread_mutex_lock(&work);
  Session *last = session;
  session = nil;
  pthread_mutex_unlock(&work);
  // An operation that dies with a dependency which is unfinished takes the process with it, and
  // the program after this one would be blamed. Within a program `drop` lets go of anything.
  if ([last isFinished]) [last release];
}

// MARK: Lanes

- (void)hand:(NSDictionary *)message {
  NSString *lane = [message objectForKey:@"lane"];
  pthread_mutex_lock(&work);
  NSMutableArray *queue = [lanes objectForKey:lane];
  if (!queue) {
    queue = [NSMutableArray array];
    [lanes setObject:queue forKey:lane];
  }
  [queue addObject:message];
  pthread_cond_broadcast(&workCame);
  pthread_mutex_unlock(&work);
}

/* Waits for the next message of a lane; nil once the program is over. */
- (NSDictionary *)take:(NSString *)lane {
  NSDictionary *message = nil;
  pthread_mutex_lock(&work);
  while (!isOver) {
    NSMutableArray *queue = [lanes objectForKey:lane];
    if ([queue count] > 0) {
      message = [[queue objectAtIndex:0] retain];
      [queue removeObjectAtIndex:0];
      break;
    }
    pthread_cond_wait(&workCame, &work);
  }
  pthread_mutex_unlock(&work);
  return [message autorelease];
}

- (void)runLane:(NSString *)lane {
  BOOL goesOn = YES;
  while (goesOn) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSDictionary *message = [self take:lane];
    goesOn = [[message objectForKey:@"do"] isEqual:@"call"] && [self make:message];
    [pool drain];
  }
}

/* Makes a call and replies; false once the program is over. */
- (BOOL)make:(NSDictionary *)call {
  long called = [self stamp:nil];
  Session *current = [self session];
  if (!called || !current) return NO;
  if (oq_lane_call) oq_lane_call([[call objectForKey:@"id"] longValue]);
  NSString *outcome = [current answer:call];
  if (oq_lane_back) oq_lane_back();
  NSString *line = [NSString stringWithFormat:@"{\"tell\":\"reply\",\"id\":%@,\"at\":[%ld,%%ld]%@}",
                                              [call objectForKey:@"id"], called, outcome];
  return [self stamp:line] != 0;
}

// MARK: Stamps

/* Takes a stamp and writes the line with it in the place of %ld, if there is one; 0 once the
   program is over. */
- (long)stamp:(NSString *)line {
  long result = 0;
  pthread_mutex_lock(&output);
  if (!isOver) {
    result = ++stamp;
    if (line) {
      NSRange place = [line rangeOfString:@"%ld"];
      NSString *digits = [NSString stringWithFormat:@"%ld", result];
      tell([line stringByReplacingCharactersInRange:place withString:digits]);
    }
  }
  pthread_mutex_unlock(&output);
  return result;
}

- (void)end {
  pthread_mutex_lock(&output);
  tell([NSString stringWithFormat:@"{\"tell\":\"ended\",\"program\":%ld,\"at\":%ld}", number,
                                  ++stamp]);
  pthread_mutex_lock(&work);
  isOver = YES;
  pthread_cond_broadcast(&workCame);
  pthread_mutex_unlock(&work);
  pthread_mutex_unlock(&output);
}

// MARK: Callbacks

- (BOOL)holds:(NSString *)callback {
  return [held containsObject:callback];
}

- (long)enter:(NSString *)callback {
  if (oq_lane_enter) oq_lane_enter();
  NSString *line =
      [NSString stringWithFormat:@"{\"tell\":\"enter\",\"of\":%@,\"at\":%%ld}", quoted(callback)];
  BOOL isFirst = NO;
  // Which run is the first one is decided under the lock of the lines: it is the first to be told.
  pthread_mutex_lock(&output);
  long result = isOver ? 0 : ++stamp;
  if (result) {
    isFirst = ![entered containsObject:callback];
    [entered addObject:callback];
    tell([line stringByReplacingOccurrencesOfString:@"%ld"
                                         withString:[NSString stringWithFormat:@"%ld", result]]);
  }
  pthread_mutex_unlock(&output);
  if (isFirst && [self holds:callback]) [self runLane:callback];
  return result;
}

- (void)leave:(NSString *)callback entered:(long)begin {
  if (begin)
    [self stamp:[NSString stringWithFormat:@"{\"tell\":\"leave\",\"of\":%@,\"entered\":%ld,"
                                           @"\"at\":%%ld}",
                                           quoted(callback), begin]];
  if (oq_lane_leave) oq_lane_leave([callback UTF8String]);
}

- (void)run:(NSString *)callback of:(NSString *)operation {
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  [self leave:callback entered:[self enter:callback]];
  pthread_mutex_lock(&work);
  BOOL throws = [throwing containsObject:operation];
  pthread_mutex_unlock(&work);
  [pool drain];
  if (throws) [NSException raise:TaskException format:@"the task of %@ throws", operation];
}

- (void)throwFrom:(NSString *)operation {
  pthread_mutex_lock(&work);
  [throwing addObject:operation];
  pthread_mutex_unlock(&work);
}
@end
