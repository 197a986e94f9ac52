// A notification of isReady while it is false: the operation finishes without having run.
#import <Foundation/Foundation.h>

@interface Conditional : NSOperation {
@public
  BOOL hasRun;
}
@end
@implementation Conditional
- (BOOL)isReady {
  return NO;
}
- (void)main {
  hasRun = YES;
}
@end

int main(void) {
  [NSAutoreleasePool new];
  Conditional *operation = [Conditional new];
  [[NSOperationQueue new] addOperation:operation];
  [operation willChangeValueForKey:@"isReady"];
  [operation didChangeValueForKey:@"isReady"];
  [operation waitUntilFinished];
  printf("ready: %d, cancelled: %d, finished: %d, has run: %d\n", [operation isReady],
         [operation isCancelled], [operation isFinished], operation->hasRun);
  return 0;
}
