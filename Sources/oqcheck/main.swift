// Entry point of the command.

import OQCommands

Dispatch.main()
