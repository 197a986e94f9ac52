// Entry point of the command.

import Foundation
import OQCommandLine
import OQDriver

ReservedArguments.dispatch()
let status = Dispatch.run(Array(CommandLine.arguments.dropFirst()), Console())
exit(status.rawValue)
