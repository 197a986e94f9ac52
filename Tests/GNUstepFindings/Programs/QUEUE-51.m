// An operation that waits in one queue is accepted by another one, which runs it.
#import <Foundation/Foundation.h>

@interface Task : NSOperation
@end
@implementation Task
- (void)main {
  printf("run by the %s queue\n", [[[NSOperationQueue currentQueue] name] UTF8String]);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperationQueue *first = [NSOperationQueue new], *second = [NSOperationQueue new];
  [first setName:@"first"];
  [first setSuspended:YES];
  [second setName:@"second"];
  Task *task = [Task new];
  [first addOperation:task];
  printf("listed by the first queue: %d\n", (int)[first operationCount]);
  [second addOperation:task];
  [second waitUntilAllOperationsAreFinished];
  printf("finished: %d, listed by the first queue: %d\n", [task isFinished],
         (int)[first operationCount]);
  return 0;
}
