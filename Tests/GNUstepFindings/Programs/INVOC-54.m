// An invocation operation is made of a method with two arguments, which gets one.
#import <Foundation/Foundation.h>
#import <Foundation/NSInvocationOperation.h>

@interface Target : NSObject
@end
@implementation Target
- (void)take:(id)first and:(id)second {
  printf("called with %s\n", [[first description] UTF8String]);
}
@end

int main(void) {
  [NSAutoreleasePool new];
  NSInvocationOperation *operation =
      [[NSInvocationOperation alloc] initWithTarget:[Target new]
                                           selector:@selector(take:and:)
                                             object:@"one argument"];
  puts(operation ? "an operation was made" : "no operation was made");
  [operation start];
  return 0;
}
