// An operation that was started by hand while it waited in a queue: the queue finishes it.
#import <Foundation/Foundation.h>
#include <semaphore.h>

static sem_t begun, gate;

@interface Task : NSOperation
@end
@implementation Task
- (void)main {
  sem_post(&begun);
  sem_wait(&gate);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *queue = [NSOperationQueue new];
  [queue setSuspended:YES];
  Task *task = [Task new];
  [queue addOperation:task];
  [NSThread detachNewThreadSelector:@selector(start) toTarget:task withObject:nil];
  sem_wait(&begun);
  printf("inside the task; executing: %d, finished: %d\n", [task isExecuting], [task isFinished]);
  [queue setSuspended:NO];
  [task waitUntilFinished];
  printf("inside the task; executing: %d, finished: %d\n", [task isExecuting], [task isFinished]);
  fflush(stdout);
  _Exit(0);
}
