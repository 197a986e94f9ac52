#import "Program.h"

/** The objects of one program by their names, and what each verb does to them. */
@interface Session : NSObject {
  Program *program; // holds the session
  NSMutableDictionary *queues, *operations, *targets;
  NSMutableArray *observers;
}

- (id)initWithProgram:(Program *)program;

/** Makes a call; the members `outcome` and `value` of its reply, each after a comma. */
- (NSString *)answer:(NSDictionary *)call;

/** Whether all operations that the program still refers to have finished and have left their queues;
    to be asked when no calls are made any more. */
- (BOOL)isFinished;
@end
