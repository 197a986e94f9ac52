// After a notification of isFinished without a finish, the real one releases nobody.
#import <Foundation/Foundation.h>

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
}
- (void)finish:(BOOL)value {
  [self willChangeValueForKey:@"isFinished"];
  hasFinished = value;
  [self didChangeValueForKey:@"isFinished"];
}
@end

int main(void) {
  [NSAutoreleasePool new];
  setbuf(stdout, NULL);
  NSOperationQueue *queue = [NSOperationQueue new];
  Asynchronous *operation = [Asynchronous new];
  NSOperation *dependent = [NSOperation new];
  [dependent addDependency:operation];
  [queue addOperation:operation];
  [queue addOperation:dependent];
  [operation finish:NO];
  [operation finish:YES];
  printf("the dependency has finished: %d\n", [operation isFinished]);
  [dependent waitUntilFinished];
  puts("the dependent has finished");
  return 0;
}
