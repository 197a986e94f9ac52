// A dependency added while the queue is suspended: the operation finishes without having run.
#import <Foundation/Foundation.h>

@interface Task : NSOperation {
@public
  BOOL hasRun;
}
@end
@implementation Task
- (void)main {
  hasRun = YES;
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *queue = [NSOperationQueue new];
  [queue setSuspended:YES];
  Task *task = [Task new];
  [queue addOperation:task];
  [task addDependency:[NSOperation new]];
  [queue setSuspended:NO];
  [task waitUntilFinished];
  printf("ready: %d, cancelled: %d, finished: %d, has run: %d\n", [task isReady],
         [task isCancelled], [task isFinished], task->hasRun);
  return 0;
}
