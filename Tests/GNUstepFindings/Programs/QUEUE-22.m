// Inside the start of an operation that overrides it, the queue that calls it is not the current one.
#import <Foundation/Foundation.h>

static NSOperationQueue *queue;

@interface Asynchronous : NSOperation
@end
@implementation Asynchronous
- (BOOL)isConcurrent {
  return YES;
}
- (void)start {
  printf("in start its queue is current: %d\n", [NSOperationQueue currentQueue] == queue);
}
@end

@interface Plain : NSOperation
@end
@implementation Plain
- (void)main {
  printf("in main its queue is current: %d\n", [NSOperationQueue currentQueue] == queue);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  queue = [NSOperationQueue new];
  Plain *plain = [Plain new];
  [queue addOperation:plain];
  [plain waitUntilFinished];
  [queue addOperation:[Asynchronous new]];
  return 0;
}
