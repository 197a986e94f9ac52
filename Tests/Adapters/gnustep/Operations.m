#import "Operations.h"

@implementation BaseOperation
- (id)initWithLabel:(NSString *)aLabel program:(Program *)aProgram {
  if ((self = [super init])) {
    label = [aLabel copy];
    program = [aProgram retain];
  }
  return self;
}

- (void)dealloc {
  [label release];
  [program release];
  [super dealloc];
}

- (NSString *)label {
  return label;
}
@end

@implementation TaskOperation
- (void)main {
  [program run:label of:label];
}
@end

@implementation FlaggedOperation
- (BOOL)isConcurrent {
  return YES;
}
@end

@implementation ConditionalOperation
- (BOOL)isReady {
  NSString *callback = [NSString stringWithFormat:@"%@.is-ready", label];
  // Without lines of its own it is not told of: a queue may ask it at any time and often.
  if (![program holds:callback]) return [super isReady] && __sync_fetch_and_add(&condition, 0);
  long entered = [program enter:callback];
  BOOL result = __sync_fetch_and_add(&condition, 0) && [super isReady];
  [program leave:callback entered:entered];
  return result;
}

- (void)setCondition:(BOOL)value {
  if (value)
    __sync_fetch_and_or(&condition, 1);
  else
    __sync_fetch_and_and(&condition, 0);
}

- (void)notifyReady {
  [self willChangeValueForKey:@"isReady"];
  [self didChangeValueForKey:@"isReady"];
}
@end

@implementation AsynchronousOperation
- (BOOL)isConcurrent {
  return YES;
}

- (BOOL)isExecuting {
  return __sync_fetch_and_add(&executing, 0);
}

- (BOOL)isFinished {
  return __sync_fetch_and_add(&finished, 0);
}

- (void)start {
  [program run:[NSString stringWithFormat:@"%@.start", label] of:label];
}

- (void)reportExecuting {
  [self willChangeValueForKey:@"isExecuting"];
  __sync_fetch_and_or(&executing, 1);
  [self didChangeValueForKey:@"isExecuting"];
}

- (void)reportFinished {
  [self willChangeValueForKey:@"isExecuting"];
  [self willChangeValueForKey:@"isFinished"];
  [self storeFinished];
  [self didChangeValueForKey:@"isFinished"];
  [self didChangeValueForKey:@"isExecuting"];
}

- (void)storeFinished {
  __sync_fetch_and_and(&executing, 0);
  __sync_fetch_and_or(&finished, 1);
}

- (void)notifyFinished {
  [self willChangeValueForKey:@"isFinished"];
  [self didChangeValueForKey:@"isFinished"];
}
@end

@implementation LabelledBlockOperation
- (void)dealloc {
  [label release];
  [super dealloc];
}

- (NSString *)label {
  return label;
}
@end

@implementation LabelledInvocationOperation
- (void)dealloc {
  [label release];
  [super dealloc];
}

- (NSString *)label {
  return label;
}
@end

// MARK: Blocks

static void invokeBody(void *block);

@implementation Body
+ (id)bodyOf:(NSString *)aCallback operation:(NSString *)anOperation program:(Program *)aProgram {
  Body *body = [self new];
  body->flags = 1 << 28; // the flag of a block without captured variables
  body->invoke = invokeBody;
  body->callback = [aCallback copy];
  body->operation = [anOperation copy];
  body->program = [aProgram retain];
  return [body autorelease];
}

- (id)copyWithZone:(NSZone *)zone {
  return [self retain];
}

- (void)dealloc {
  [callback release];
  [operation release];
  [program release];
  [super dealloc];
}

- (void)run {
  [program run:callback of:operation];
}
@end

static void invokeBody(void *block) { [(Body *)block run]; }

// The library takes these from the blocks runtime of whoever passes blocks.
void *_Block_copy(const void *block) { return [(Body *)block copy]; }
void _Block_release(const void *block) { [(Body *)block release]; }

// MARK: Observers

@implementation Observer
- (id)initWithCallback:(NSString *)aCallback program:(Program *)aProgram {
  if ((self = [super init])) {
    callback = [aCallback copy];
    program = [aProgram retain];
  }
  return self;
}

- (void)dealloc {
  [callback release];
  [program release];
  [super dealloc];
}

- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
  [program run:callback of:nil];
}
@end

// MARK: Invocations

@implementation Target
- (id)initWithOperation:(NSString *)anOperation position:(int)aPosition program:(Program *)aProgram {
  if ((self = [super init])) {
    operation = [anOperation copy];
    program = [aProgram retain];
    position = aPosition;
  }
  return self;
}

- (void)dealloc {
  [operation release];
  [program release];
  [super dealloc];
}

+ (SEL)selectorOfMethod:(int)number {
  switch (number) {
  case 1: return @selector(valueFor:);
  case 2: return @selector(procedureFor:);
  case 3: return @selector(valueFor:and:);
  default: return NSSelectorFromString(@"noSuchMethodFor:");
  }
}

- (NSNumber *)argumentObject {
  return [NSNumber numberWithInt:2000000 + position];
}

- (void)called:(int)aMethod with:(id)anArgument {
  __sync_lock_test_and_set(&method, aMethod);
  __sync_lock_test_and_set(&argument, [anArgument intValue]);
  [program run:operation of:operation];
}

- (id)valueFor:(id)anArgument {
  [self called:1 with:anArgument];
  return [NSNumber numberWithInt:3000000 + position];
}

- (void)procedureFor:(id)anArgument {
  [self called:2 with:anArgument];
}

- (id)valueFor:(id)anArgument and:(id)another {
  [self called:3 with:anArgument];
  return nil;
}

- (int)lastReceiver {
  return [self lastMethod] ? 1000000 + position : 0;
}

- (int)lastMethod {
  return __sync_fetch_and_add(&method, 0);
}

- (int)lastArgument {
  return __sync_fetch_and_add(&argument, 0);
}
@end
