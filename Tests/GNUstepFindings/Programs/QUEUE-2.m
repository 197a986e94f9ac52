// A limit of two, one task that runs, and a ready operation that never begins.
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
  [queue setMaxConcurrentOperationCount:2];
  [queue addOperation:[First new]];
  sem_wait(&begun);
  [queue addOperation:[Second new]];
  puts("one of two runs, the other one is ready");
  [queue waitUntilAllOperationsAreFinished];
  puts("both have run");
  return 0;
}
