// A condition that comes true before the dependency has finished: the operation finishes without
// having run.
#import <Foundation/Foundation.h>

@interface Conditional : NSOperation {
@public
  BOOL condition, hasRun;
}
@end
@implementation Conditional
- (BOOL)isReady {
  return condition && [super isReady];
}
- (void)main {
  hasRun = YES;
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperation *dependency = [NSOperation new];
  Conditional *operation = [Conditional new];
  [operation addDependency:dependency];
  [[NSOperationQueue new] addOperation:operation];
  [operation willChangeValueForKey:@"isReady"];
  operation->condition = YES;
  [operation didChangeValueForKey:@"isReady"];
  [operation waitUntilFinished];
  printf("dependency finished: %d, ready: %d, cancelled: %d, finished: %d, has run: %d\n",
         [dependency isFinished], [operation isReady], [operation isCancelled],
         [operation isFinished], operation->hasRun);
  return 0;
}
