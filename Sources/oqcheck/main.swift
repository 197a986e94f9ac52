// Entry point of the command.

import OQCommands
import OQWorkbench

Dispatch.main(.suite())
