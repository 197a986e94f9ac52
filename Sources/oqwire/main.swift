// Entry point of the command without subjects and without Foundation's queues.

import OQCommands

Dispatch.main(Toolbox("oqcheck-wire"))
