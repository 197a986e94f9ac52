// Two threads that wait for each other for ever: one finishes a dependency, the other one adds the
// dependent. That they meet takes some thousand rounds.
#import <Foundation/Foundation.h>

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *queue = [NSOperationQueue new];
  for (int round = 0; round < 1000000; round++) {
    NSAutoreleasePool *pool = [NSAutoreleasePool new];
    NSOperation *dependency = [[NSOperation new] autorelease];
    NSOperation *dependent = [[NSOperation new] autorelease];
    [queue addOperation:dependency];
    [dependent addDependency:dependency];
    [queue addOperation:dependent];
    [queue waitUntilAllOperationsAreFinished];
    [pool drain];
  }
  puts("all have run");
  return 0;
}
