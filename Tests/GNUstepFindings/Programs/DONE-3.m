// The completion block of an operation that overrides start never runs.
#import <Foundation/Foundation.h>

// GCC has no blocks: an object with the layout of one without captured variables.
@interface Block : NSObject {
@public
  int flags, reserved;
  void (*invoke)(void *);
}
@end
@implementation Block
- (id)copyWithZone:(NSZone *)zone {
  return [self retain];
}
@end

@interface Asynchronous : NSOperation {
  BOOL hasFinished;
}
@end
@implementation Asynchronous
- (BOOL)isConcurrent {
  return YES;
}
- (BOOL)isFinished {
  return hasFinished;
}
- (void)start {
  [self willChangeValueForKey:@"isFinished"];
  hasFinished = YES;
  [self didChangeValueForKey:@"isFinished"];
}
@end

static NSConditionLock *condition;
static void complete(void *block) {
  [condition lock];
  [condition unlockWithCondition:1];
}

int main(void) {
  [NSAutoreleasePool new];
  setbuf(stdout, NULL);
  condition = [[NSConditionLock alloc] initWithCondition:0];
  Block *block = [Block new];
  block->flags = 1 << 28;
  block->invoke = complete;
  Asynchronous *operation = [Asynchronous new];
  [operation setCompletionBlock:(GSOperationCompletionBlock)block];
  [[NSOperationQueue new] addOperation:operation];
  [operation waitUntilFinished];
  puts("the operation has finished");
  [condition lockWhenCondition:1];
  puts("its completion block has run");
  return 0;
}
