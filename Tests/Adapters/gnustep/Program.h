#import <Foundation/Foundation.h>

@class Session;

/** Writes one line to standard output; the caller holds the lock of the output, or nobody else
    writes. */
void tell(NSString *line);

/** Writes one line that carries no stamp. */
void tellUnstamped(NSString *line);

/** A text as a JSON string. */
NSString *quoted(NSString *text);

/** One program: its stamps, the work of its lanes, and the callbacks that are held.

    Everything that calls back into client code holds its program, so that a callback which comes
    too late finds one that is over. */
@interface Program : NSObject {
  long number, stamp;
  BOOL isOver;
  NSSet *held;
  NSMutableSet *entered;
  NSMutableSet *throwing;
  NSMutableDictionary *lanes;
  Session *session;
}

- (id)initWithNumber:(long)number held:(NSArray *)names;

/** The objects of the program; nil once it was forgotten. */
- (Session *)session;

/** Lets go of all objects of a program that is over, if all its work has been done. */
- (void)forget;

/** Hands a message, a call or a release, to a lane. */
- (void)hand:(NSDictionary *)message;

/** Makes the calls of a lane, in order, until it is released or the program is over. */
- (void)runLane:(NSString *)name;

/** Tells that the program is over, and lets everything return that is held. */
- (void)end;

/** What client code does first and last: it is told of, and held if the program says so.

    Between `enter:` and `leave:entered:` the lane of the callback has been run. A stamp of 0 says
    that the program is over. */
- (long)enter:(NSString *)callback;
- (void)leave:(NSString *)callback entered:(long)stamp;
- (BOOL)holds:(NSString *)callback;

/** Client code of an operation; throws at its end what a command of the program asked for. */
- (void)run:(NSString *)callback of:(NSString *)operation;

/** Has the task of an operation throw when its script has ended. */
- (void)throwFrom:(NSString *)operation;
@end

/** The name of the exception that tasks throw. */
extern NSString *const TaskException;
