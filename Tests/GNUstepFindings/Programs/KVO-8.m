// A change of the completion block is not announced; one of the priority is.
#import <Foundation/Foundation.h>

@interface Block : NSObject
@end
@implementation Block
- (id)copyWithZone:(NSZone *)zone {
  return [self retain];
}
@end

@interface Observer : NSObject
@end
@implementation Observer
- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
  printf("%s has changed\n", [path UTF8String]);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSOperation *operation = [NSOperation new];
  Observer *observer = [Observer new];
  [operation addObserver:observer forKeyPath:@"queuePriority" options:0 context:NULL];
  [operation addObserver:observer forKeyPath:@"completionBlock" options:0 context:NULL];
  [operation setQueuePriority:NSOperationQueuePriorityHigh];
  [operation setCompletionBlock:(GSOperationCompletionBlock)[Block new]];
  puts([operation completionBlock] ? "there is a completion block" : "there is none");
  return 0;
}
