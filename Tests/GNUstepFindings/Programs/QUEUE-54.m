// A queue that nobody else refers to dies with its waiting operations, and cancels them.
#import <Foundation/Foundation.h>

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *queue = [NSOperationQueue new];
  NSOperation *dependency = [NSOperation new], *operation = [NSOperation new];
  [operation addDependency:dependency];
  [queue addOperation:operation];
  printf("cancelled: %d\n", [operation isCancelled]);
  [queue release];
  printf("cancelled: %d\n", [operation isCancelled]);
  fflush(stdout);
  _Exit(0);
}
