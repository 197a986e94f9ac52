#import "Program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT_OF(word) #word
#define TEXT(macro) TEXT_OF(macro)

static NSString *const hello =
    @"{\"tell\":\"hello\",\"protocol\":1,\"name\":\"gnustep-base\",\"version\":\"%s\","
    @"\"step-bound\":2,\"capabilities\":[\"kvo\",\"invocation\",\"customReady\",\"customAsync\","
    @"\"currentQueue\",\"exceptions\",\"weakReferences\",\"rawPriorities\",\"raises\","
    @"\"catchableRaises\",\"manualStart\",\"subclassMain\",\"blockOperations\","
    @"\"completionBlocks\",\"groupAdd\",\"priorities\",\"operationWait\",\"queueWait\","
    @"\"listing\"]}";

/* A thread that does for one program after another what one lane, or nobody else, has to do. */
@interface LaneThread : NSObject {
  NSString *lane;
  NSMutableArray *turns;
  pthread_mutex_t lock;
  pthread_cond_t came;
}
- (id)initWithLane:(NSString *)lane;
- (void)take:(Program *)program;
@end

/* The lane that lets go of the objects of programs. */
static NSString *const Forgetting = @"-forget";

@implementation LaneThread
- (id)initWithLane:(NSString *)aLane {
  if ((self = [super init])) {
    lane = [aLane copy];
    turns = [NSMutableArray new];
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&came, NULL);
    [NSThread detachNewThreadSelector:@selector(work) toTarget:self withObject:nil];
  }
  return self;
}

- (void)take:(Program *)program {
  pthread_mutex_lock(&lock);
  [turns addObject:program];
  pthread_cond_signal(&came);
  pthread_mutex_unlock(&lock);
}

- (void)work {
  for (;;) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    pthread_mutex_lock(&lock);
    while ([turns count] == 0) pthread_cond_wait(&came, &lock);
    Program *program = [[[turns objectAtIndex:0] retain] autorelease];
    [turns removeObjectAtIndex:0];
    pthread_mutex_unlock(&lock);
    if ([lane isEqual:Forgetting])
      [program forget];
    else
      [program runLane:lane];
    [pool drain];
  }
}
@end

static BOOL isClient(NSString *lane) {
  if ([lane isEqual:@"setup"] || [lane hasPrefix:@"-"]) return YES;
  if (![lane hasPrefix:@"client"] || [lane length] == 6) return NO;
  NSCharacterSet *digits = [NSCharacterSet characterSetWithCharactersInString:@"0123456789"];
  return [[[lane substringFromIndex:6] stringByTrimmingCharactersInSet:digits] length] == 0;
}

/* The reader: it hands calls to lanes and never calls the implementation, not even to let go. */
@interface Reader : NSObject {
  Program *program;
  NSMutableDictionary *threads;
  LaneThread *forgetting;
}
- (BOOL)read:(NSDictionary *)message;
@end

@implementation Reader
- (id)init {
  if ((self = [super init])) {
    threads = [NSMutableDictionary new];
    forgetting = [[LaneThread alloc] initWithLane:Forgetting];
  }
  return self;
}

- (void)dealloc {
  [program release];
  [threads release];
  [forgetting release];
  [super dealloc];
}

- (void)begin:(NSDictionary *)message {
  if (program) [forgetting take:program];
  [program release];
  NSNumber *number = [message objectForKey:@"program"];
  program = [[Program alloc] initWithNumber:[number longValue]
                                       held:[message objectForKey:@"held"]];
  for (NSString *lane in [threads allKeys]) [[threads objectForKey:lane] take:program];
  tellUnstamped([NSString stringWithFormat:@"{\"tell\":\"begun\",\"program\":%@}", number]);
}

- (void)hand:(NSDictionary *)message {
  [program hand:message];
  NSString *lane = [message objectForKey:@"lane"];
  if (!isClient(lane) || [threads objectForKey:lane]) return;
  LaneThread *thread = [[[LaneThread alloc] initWithLane:lane] autorelease];
  [threads setObject:thread forKey:lane];
  [thread take:program];
}

/* Takes a line; false for the last one. */
- (BOOL)read:(NSDictionary *)message {
  NSString *kind = [message objectForKey:@"do"];
  if ([kind isEqual:@"stop"]) return NO;
  if ([kind isEqual:@"hello"])
    tellUnstamped([NSString stringWithFormat:hello, TEXT(GNUSTEP_BASE_VERSION)]);
  else if ([kind isEqual:@"ping"])
    tellUnstamped([NSString stringWithFormat:@"{\"tell\":\"pong\",\"id\":%@}",
                                             [message objectForKey:@"id"]]);
  else if ([kind isEqual:@"begin"])
    [self begin:message];
  else if ([kind isEqual:@"end"])
    [program end];
  else if ([kind isEqual:@"call"] || [kind isEqual:@"release"])
    [self hand:message];
  return YES;
}
@end

int main(void) {
  NSAutoreleasePool *outer = [NSAutoreleasePool new];
  [NSOperationQueue class]; // before there are threads, since it sets up the class
  Reader *reader = [[Reader new] autorelease];
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  BOOL goesOn = YES;
  while (goesOn && (length = getline(&line, &capacity, stdin)) > 0) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSData *data = [NSData dataWithBytes:line length:length];
    id message = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
    if ([message isKindOfClass:[NSDictionary class]]) {
      goesOn = [reader read:message];
    } else {
      tellUnstamped(@"{\"tell\":\"error\",\"message\":\"a line is no object\"}");
      goesOn = NO;
    }
    [pool drain];
  }
  (void)outer;
  _Exit(0); // threads that are stuck in a call must not keep the process
}
