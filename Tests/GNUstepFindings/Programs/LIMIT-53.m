// A limit of one is raised to two while a task runs, and the operation that waits never begins.
#import <Foundation/Foundation.h>
#include <semaphore.h>

static sem_t begun, gate;

@interface First : NSOperation
@end
@implementation First
- (void)main {
  sem_post(&begun);
  sem_wait(&gate);
}
@end

@interface Second : NSOperation
@end
@implementation Second
- (void)main {
  sem_post(&gate);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  setbuf(stdout, NULL);
  NSOperationQueue *queue = [NSOperationQueue new];
  [queue setMaxConcurrentOperationCount:1];
  [queue addOperation:[First new]];
  sem_wait(&begun);
  [queue addOperation:[Second new]];
  [queue setMaxConcurrentOperationCount:2];
  puts("one runs, another one is ready, and the limit is two");
  [queue waitUntilAllOperationsAreFinished];
  puts("both have run");
  return 0;
}
