#import "Program.h"

/** What an operation of the adapter knows beside what its class knows. */
@protocol Labelled
/** The name in the program. */
- (NSString *)label;
@end

/** The abstract class, with no task. */
@interface BaseOperation : NSOperation <Labelled> {
@public
  NSString *label;
  Program *program;
}
- (id)initWithLabel:(NSString *)label program:(Program *)program;
@end

/** One task. */
@interface TaskOperation : BaseOperation
@end

/** One task, and an overridden isConcurrent. */
@interface FlaggedOperation : TaskOperation
@end

/** One task, and an overridden isReady that also asks a condition, which is false at first. */
@interface ConditionalOperation : TaskOperation {
  int condition;
}
- (void)setCondition:(BOOL)value;
- (void)notifyReady;
@end

/** An overridden start; the program reports executing and finished. */
@interface AsynchronousOperation : BaseOperation {
  int executing, finished;
}
- (void)reportExecuting;
- (void)reportFinished;
- (void)storeFinished;
- (void)notifyFinished;
@end

@interface LabelledBlockOperation : NSBlockOperation <Labelled> {
@public
  NSString *label;
}
@end

@interface LabelledInvocationOperation : NSInvocationOperation <Labelled> {
@public
  NSString *label;
}
@end

/** An object with the layout of a global block, since GCC has no blocks: it can be passed wherever
    a block without arguments is wanted. */
@interface Body : NSObject {
  int flags, reserved;
  void (*invoke)(void *);
  NSString *callback, *operation;
  Program *program;
}
+ (id)bodyOf:(NSString *)callback operation:(NSString *)operation program:(Program *)program;
@end

/** An observer of one property. */
@interface Observer : NSObject {
  NSString *callback;
  Program *program;
}
- (id)initWithCallback:(NSString *)callback program:(Program *)program;
@end

/** The object whose methods an invocation operation calls. */
@interface Target : NSObject {
  NSString *operation;
  Program *program;
  int position;
  int method, argument;
}
- (id)initWithOperation:(NSString *)operation position:(int)position program:(Program *)program;
/** The selector of the method with a number from 1 to 4; the last one names no method. */
+ (SEL)selectorOfMethod:(int)number;
/** What it is called with. */
- (NSNumber *)argumentObject;
/** What it was called with last: the number of the object, the method, the argument; 0 for none. */
- (int)lastReceiver;
- (int)lastMethod;
- (int)lastArgument;
@end
