#import "Session.h"
#import "Operations.h"

#import <Foundation/NSInvocationOperation.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

// Of the tables of all sessions; never held during a call of the implementation.
static pthread_mutex_t tables = PTHREAD_MUTEX_INITIALIZER;

// Raised inside the adapter where it does not offer a verb.
static NSString *const Unsupported = @"Unsupported";

static void refuse(NSString *verb) { [NSException raise:Unsupported format:@"%@", verb]; }

static NSString *boolean(BOOL value) { return value ? @"true" : @"false"; }

static NSString *integer(NSInteger value) {
  return [NSString stringWithFormat:@"%ld", (long)value];
}

static NSString *names(NSArray *objects) {
  NSMutableArray *result = [NSMutableArray array];
  for (id each in objects)
    if ([each conformsToProtocol:@protocol(Labelled)]) [result addObject:quoted([each label])];
  return [NSString stringWithFormat:@"[%@]", [result componentsJoinedByString:@","]];
}

static NSString *const priorityNames[] = {@"very-low", @"low", @"normal", @"high", @"very-high"};

static NSOperationQueuePriority priorityNamed(NSString *name) {
  for (int index = 0; index < 5; index++)
    if ([priorityNames[index] isEqual:name]) return 4 * (index - 2);
  refuse(name);
  return 0;
}

static NSString *nameOfPriority(NSOperationQueuePriority priority) {
  int index = (int)priority / 4 + 2;
  return index >= 0 && index < 5 ? quoted(priorityNames[index]) : quoted(@"normal");
}

/* The key path of a property, as it is called here; nil for one that is not there. */
static NSString *keyPath(NSString *property, BOOL isOfQueue) {
  NSDictionary *paths =
      isOfQueue ? [NSDictionary dictionaryWithObjectsAndKeys:
                                    @"operations", @"operations", @"operationCount", @"count",
                                    @"maxConcurrentOperationCount", @"limit", @"suspended",
                                    @"is-suspended", nil]
                : [NSDictionary dictionaryWithObjectsAndKeys:
                                    @"isCancelled", @"is-cancelled", @"isConcurrent",
                                    @"is-asynchronous", @"isExecuting", @"is-executing",
                                    @"isFinished", @"is-finished", @"isReady", @"is-ready",
                                    @"dependencies", @"dependencies", @"queuePriority",
                                    @"priority", @"completionBlock", @"completion", nil];
  return [paths objectForKey:property];
}

@interface Session ()
- (NSString *)outcomeOf:(id)thrown call:(NSDictionary *)call;
- (NSString *)make:(NSDictionary *)call;
- (NSOperation *)operation:(NSString *)name call:(NSDictionary *)call;
- (LabelledInvocationOperation *)invocationOf:(Target *)target method:(int)method;
- (Body *)block:(int)index of:(NSString *)name;
- (GSOperationCompletionBlock)completion:(int)number of:(NSString *)name;
- (NSString *)onQueue:(NSOperationQueue *)queue verb:(NSString *)verb with:(id)with;
- (NSString *)onOperation:(NSOperation *)operation
                     name:(NSString *)name
                     verb:(NSString *)verb
                     with:(id)with;
- (BOOL)onCustom:(id)operation verb:(NSString *)verb with:(id)with;
- (NSString *)onInvocation:(NSInvocationOperation *)operation
                      name:(NSString *)name
                      verb:(NSString *)verb
                      with:(id)with;
- (NSString *)read:(NSOperation *)operation verb:(NSString *)verb;
@end

@implementation Session

- (id)initWithProgram:(Program *)aProgram {
  if ((self = [super init])) {
    program = aProgram;
    queues = [NSMutableDictionary new];
    operations = [NSMutableDictionary new];
    targets = [NSMutableDictionary new];
    observers = [NSMutableArray new];
  }
  return self;
}

- (void)dealloc {
  [queues release];
  [operations release];
  [targets release];
  [observers release];
  [super dealloc];
}

- (BOOL)isFinished {
  pthread_mutex_lock(&tables);
  NSArray *known = [operations allValues], *all = [queues allValues];
  pthread_mutex_unlock(&tables);
  for (NSOperation *each in known)
    if (![each isFinished]) return NO;
  for (NSOperationQueue *each in all)
    if ([each operationCount] > 0) return NO;
  return YES;
}

// MARK: Tables

- (id)find:(NSString *)name in:(NSDictionary *)table {
  pthread_mutex_lock(&tables);
  id object = [[table objectForKey:name] retain];
  pthread_mutex_unlock(&tables);
  if (!object) refuse(name);
  return [object autorelease];
}

- (BOOL)isQueue:(NSString *)name {
  pthread_mutex_lock(&tables);
  BOOL result = [queues objectForKey:name] != nil;
  pthread_mutex_unlock(&tables);
  return result;
}

- (void)keep:(id)object as:(NSString *)name in:(NSMutableDictionary *)table {
  pthread_mutex_lock(&tables);
  [table setObject:object forKey:name];
  pthread_mutex_unlock(&tables);
}

- (void)drop:(NSString *)name {
  pthread_mutex_lock(&tables);
  // Released by the pool of the call, outside the lock.
  [[[queues objectForKey:name] retain] autorelease];
  [[[operations objectForKey:name] retain] autorelease];
  [queues removeObjectForKey:name];
  [operations removeObjectForKey:name];
  pthread_mutex_unlock(&tables);
}

- (NSArray *)operationsNamed:(NSArray *)labels {
  NSMutableArray *result = [NSMutableArray array];
  for (NSString *each in labels) [result addObject:[self find:each in:operations]];
  return result;
}

// MARK: Calls

- (NSString *)answer:(NSDictionary *)call {
  NSString *result = nil;
  NSAutoreleasePool *pool = [NSAutoreleasePool new];
  @try {
    NSString *value = [self make:call];
    result = value ? [NSString stringWithFormat:@",\"outcome\":\"returned\",\"value\":%@", value]
                   : @",\"outcome\":\"returned\"";
  } @catch (id thrown) {
    result = [self outcomeOf:thrown call:call];
  }
  [result retain];
  // Objects that the call brought back go before the stamp after it is taken.
  [pool drain];
  return [result autorelease];
}

/* Only errors that are documented answers are definite; after any other one nobody knows what has
   happened, and people are told of it. */
- (NSString *)outcomeOf:(id)thrown call:(NSDictionary *)call {
  NSString *name = nil, *reason = [thrown description];
  if ([thrown isKindOfClass:[NSException class]]) {
    name = [thrown name];
    reason = [NSString stringWithFormat:@"%@: %@", name, [thrown reason]];
  }
  if ([name isEqual:Unsupported]) return @",\"outcome\":\"unsupported\"";
  NSArray *definite = [NSArray
      arrayWithObjects:NSInvalidArgumentException, TaskException,
                       (NSString *)NSInvocationOperationVoidResultException,
                       (NSString *)NSInvocationOperationCancelledException, nil];
  // A message that an object has no method for is an invalid argument too, and no answer.
  BOOL isRefusal = name && [definite containsObject:name] &&
                   [reason rangeOfString:@"unrecognized selector"].length == 0;
  if (!isRefusal)
    fprintf(stderr, "%s\n  in %s\n", [reason UTF8String], [[call description] UTF8String]);
  return [NSString stringWithFormat:@",\"outcome\":\"%@\",\"reason\":%@",
                                    isRefusal ? @"raised" : @"unknown", quoted(reason)];
}

/* Makes a call; the JSON of what it returned, or nil. */
- (NSString *)make:(NSDictionary *)call {
  NSString *verb = [call objectForKey:@"verb"];
  NSString *name = [call objectForKey:@"on"];
  id with = [call objectForKey:@"with"];
  if ([verb isEqual:@"mark"]) return nil;
  if ([verb isEqual:@"drop"]) {
    [self drop:name];
  } else if ([verb isEqual:@"make-queue"]) {
    [self keep:[[NSOperationQueue new] autorelease] as:name in:queues];
  } else if ([verb isEqual:@"make-operation"]) {
    [self keep:[self operation:name call:call] as:name in:operations];
  } else if ([self isQueue:name]) {
    return [self onQueue:[self find:name in:queues] verb:verb with:with];
  } else {
    return [self onOperation:[self find:name in:operations] name:name verb:verb with:with];
  }
  return nil;
}

- (NSOperation *)operation:(NSString *)name call:(NSDictionary *)call {
  NSString *kind = [call objectForKey:@"kind"];
  int position = [[call objectForKey:@"position"] intValue];
  if ([kind isEqual:@"block"]) {
    LabelledBlockOperation *operation = [[LabelledBlockOperation new] autorelease];
    operation->label = [name copy];
    int blocks = [[call objectForKey:@"blocks"] intValue];
    for (int index = 1; index <= blocks; index++)
      [operation addExecutionBlock:(GSBlockOperationBlock)[self block:index of:name]];
    return operation;
  }
  if ([kind isEqual:@"invocation"] || [kind isEqual:@"procedure"]) {
    Target *target = [[[Target alloc] initWithOperation:name position:position
                                                program:program] autorelease];
    [self keep:target as:name in:targets];
    LabelledInvocationOperation *operation =
        [self invocationOf:target method:[kind isEqual:@"invocation"] ? 1 : 2];
    operation->label = [name copy];
    return operation;
  }
  NSDictionary *classes =
      [NSDictionary dictionaryWithObjectsAndKeys:
                        [TaskOperation class], @"task", [BaseOperation class], @"base",
                        [ConditionalOperation class], @"conditional",
                        [AsynchronousOperation class], @"asynchronous", [FlaggedOperation class],
                        @"flagged", nil];
  Class class = [classes objectForKey:kind];
  if (!class) refuse(kind);
  return [[[class alloc] initWithLabel:name program:program] autorelease];
}

- (LabelledInvocationOperation *)invocationOf:(Target *)target method:(int)method {
  return [[[LabelledInvocationOperation alloc] initWithTarget:target
                                                     selector:[Target selectorOfMethod:method]
                                                       object:[target argumentObject]] autorelease];
}

- (Body *)block:(int)index of:(NSString *)name {
  NSString *callback = index == 1 ? name : [NSString stringWithFormat:@"%@.%d", name, index];
  return [Body bodyOf:callback operation:name program:program];
}

- (void)observe:(id)object property:(NSArray *)words ofQueue:(BOOL)isOfQueue {
  NSString *path = keyPath([words objectAtIndex:0], isOfQueue);
  if (!path) refuse([words objectAtIndex:0]);
  NSString *callback = [NSString stringWithFormat:@"%@.observer", [words objectAtIndex:1]];
  Observer *observer =
      [[[Observer alloc] initWithCallback:callback program:program] autorelease];
  pthread_mutex_lock(&tables);
  [observers addObject:observer];
  pthread_mutex_unlock(&tables);
  [object addObserver:observer forKeyPath:path options:0 context:NULL];
}

- (NSString *)onQueue:(NSOperationQueue *)queue verb:(NSString *)verb with:(id)with {
  if ([verb isEqual:@"add"])
    [queue addOperation:[self find:with in:operations]];
  else if ([verb isEqual:@"add-group"] || [verb isEqual:@"add-group-wait"])
    [queue addOperations:[self operationsNamed:with]
        waitUntilFinished:[verb isEqual:@"add-group-wait"]];
  else if ([verb isEqual:@"add-block"])
    [queue addOperationWithBlock:(GSBlockOperationBlock)[self block:1 of:with]];
  else if ([verb isEqual:@"suspend"] || [verb isEqual:@"resume"])
    [queue setSuspended:[verb isEqual:@"suspend"]];
  else if ([verb isEqual:@"set-limit"])
    [queue setMaxConcurrentOperationCount:[with integerValue]];
  else if ([verb isEqual:@"cancel-all"])
    [queue cancelAllOperations];
  else if ([verb isEqual:@"wait-all"])
    [queue waitUntilAllOperationsAreFinished];
  else if ([verb isEqual:@"observe-queue"])
    [self observe:queue property:with ofQueue:YES];
  else if ([verb isEqual:@"is-suspended"])
    return boolean([queue isSuspended]);
  else if ([verb isEqual:@"limit"])
    return integer([queue maxConcurrentOperationCount]);
  else if ([verb isEqual:@"operations"])
    return names([queue operations]);
  else if ([verb isEqual:@"count"])
    return integer([queue operationCount]);
  else if ([verb isEqual:@"is-current"])
    return boolean([NSOperationQueue currentQueue] == queue);
  else
    refuse(verb);
  return nil;
}

- (NSString *)onOperation:(NSOperation *)operation
                     name:(NSString *)name
                     verb:(NSString *)verb
                     with:(id)with {
  if ([verb isEqual:@"depend"])
    [operation addDependency:[self find:with in:operations]];
  else if ([verb isEqual:@"undepend"])
    [operation removeDependency:[self find:with in:operations]];
  else if ([verb isEqual:@"set-priority"])
    [operation setQueuePriority:priorityNamed(with)];
  else if ([verb isEqual:@"set-raw-priority"])
    [operation setQueuePriority:[with integerValue]];
  else if ([verb isEqual:@"set-thread-priority"])
    [operation setThreadPriority:[with doubleValue] / 100];
  else if ([verb isEqual:@"set-completion"])
    [operation setCompletionBlock:[self completion:[with intValue] of:name]];
  else if ([verb isEqual:@"add-execution-block"])
    [(NSBlockOperation *)operation
        addExecutionBlock:(GSBlockOperationBlock)[self block:[with intValue] of:name]];
  else if ([verb isEqual:@"cancel"])
    [operation cancel];
  else if ([verb isEqual:@"start"])
    [operation start];
  else if ([verb isEqual:@"wait"])
    [operation waitUntilFinished];
  else if ([verb isEqual:@"throw"])
    [program throwFrom:name];
  else if ([verb isEqual:@"observe"])
    [self observe:operation property:with ofQueue:NO];
  else if ([operation isKindOfClass:[ConditionalOperation class]] ||
           [operation isKindOfClass:[AsynchronousOperation class]])
    return [self onCustom:operation verb:verb with:with] ? nil : [self read:operation verb:verb];
  else if ([operation isKindOfClass:[NSInvocationOperation class]])
    return [self onInvocation:(NSInvocationOperation *)operation name:name verb:verb with:with];
  else
    return [self read:operation verb:verb];
  return nil;
}

- (GSOperationCompletionBlock)completion:(int)number of:(NSString *)name {
  if (number == 0) return NULL;
  NSString *suffix = number > 1 ? [NSString stringWithFormat:@".%d", number] : @"";
  NSString *callback = [NSString stringWithFormat:@"%@.completion%@", name, suffix];
  return (GSOperationCompletionBlock)[Body bodyOf:callback operation:nil program:program];
}

/* What a class of the client does to itself; false for other verbs. */
- (BOOL)onCustom:(id)operation verb:(NSString *)verb with:(id)with {
  if ([verb isEqual:@"set-condition"])
    [operation setCondition:[with boolValue]];
  else if ([verb isEqual:@"notify-ready"])
    [operation notifyReady];
  else if ([verb isEqual:@"report-executing"])
    [operation reportExecuting];
  else if ([verb isEqual:@"report-finished"])
    [operation reportFinished];
  else if ([verb isEqual:@"store-finished"])
    [operation storeFinished];
  else if ([verb isEqual:@"notify-finished"])
    [operation notifyFinished];
  else
    return NO;
  return YES;
}

- (NSString *)onInvocation:(NSInvocationOperation *)operation
                      name:(NSString *)name
                      verb:(NSString *)verb
                      with:(id)with {
  Target *target = [self find:name in:targets];
  if ([verb isEqual:@"receiver"]) return integer([target lastReceiver]);
  if ([verb isEqual:@"method"]) return integer([target lastMethod]);
  if ([verb isEqual:@"argument"]) return integer([target lastArgument]);
  if ([verb isEqual:@"result"]) return integer([[operation result] integerValue]);
  if ([verb isEqual:@"make-invocation"])
    return boolean([self invocationOf:target method:[with intValue]] != nil);
  return [self read:operation verb:verb];
}

- (NSString *)read:(NSOperation *)operation verb:(NSString *)verb {
  if ([verb isEqual:@"is-ready"]) return boolean([operation isReady]);
  if ([verb isEqual:@"is-executing"]) return boolean([operation isExecuting]);
  if ([verb isEqual:@"is-finished"]) return boolean([operation isFinished]);
  if ([verb isEqual:@"is-cancelled"]) return boolean([operation isCancelled]);
  if ([verb isEqual:@"is-asynchronous"]) return boolean([operation isConcurrent]);
  if ([verb isEqual:@"dependencies"]) return names([operation dependencies]);
  if ([verb isEqual:@"priority"]) return nameOfPriority([operation queuePriority]);
  if ([verb isEqual:@"has-completion"]) return boolean([operation completionBlock] != NULL);
  if ([verb isEqual:@"execution-block-count"])
    return integer([[(NSBlockOperation *)operation executionBlocks] count]);
  if ([verb isEqual:@"thread-priority"]) return integer(lrint([operation threadPriority] * 100));
  if ([verb isEqual:@"runs-at"])
    return boolean(fabs([NSThread threadPriority] - [operation threadPriority]) < 0.005);
  refuse(verb);
  return nil;
}
@end
