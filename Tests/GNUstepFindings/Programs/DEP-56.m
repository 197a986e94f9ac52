// An operation dies together with one on which it depends, and which has not finished.
#import <Foundation/Foundation.h>

int main(void) {
  [NSAutoreleasePool new];
  setbuf(stdout, NULL);
  NSOperation *dependent = [NSOperation new], *dependency = [NSOperation new];
  [dependent addDependency:dependency];
  [dependency release];
  puts("one reference to the dependency is left");
  [dependent release];
  puts("both are gone");
  return 0;
}
