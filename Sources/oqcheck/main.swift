// Entry point of the command.

import OQDriver

ReservedArguments.dispatch()
