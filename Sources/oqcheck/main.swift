// Entry point of the command.

import Foundation
import OQCommandLine
import OQDriver
import OQSubjects

ReservedArguments.dispatch { BundledSubjects.subject(named: $0) }
let status = Dispatch.run(Array(CommandLine.arguments.dropFirst()), Console())
exit(status.rawValue)
