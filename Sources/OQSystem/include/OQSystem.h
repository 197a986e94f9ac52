#ifndef OQ_SYSTEM_H
#define OQ_SYSTEM_H

/* The few system calls that Swift cannot express: variadic functions and signal handlers. */

#endif
