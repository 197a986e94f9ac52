// A notification of isFinished without a finish takes the operation out of its queue.
#import <Foundation/Foundation.h>

@interface Asynchronous : NSOperation
@end
@implementation Asynchronous
- (BOOL)isConcurrent {
  return YES;
}
- (BOOL)isExecuting {
  return YES;
}
- (void)start {
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *queue = [NSOperationQueue new];
  Asynchronous *operation = [Asynchronous new];
  [queue addOperation:operation];
  printf("finished: %d, listed: %d\n", [operation isFinished], (int)[queue operationCount]);
  [operation willChangeValueForKey:@"isFinished"];
  [operation didChangeValueForKey:@"isFinished"];
  printf("finished: %d, listed: %d\n", [operation isFinished], (int)[queue operationCount]);
  return 0;
}
