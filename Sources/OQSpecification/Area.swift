/// A part of the contract; the letters before the hyphen of a rule id.
///
/// The order of the cases is the order of chapters, rules and reports.
package enum Area: String, CaseIterable, Codable, Comparable, TextRepresentable {
  case op = "OP"
  case state = "STATE"
  case ready = "READY"
  case start = "START"
  case exec = "EXEC"
  case dep = "DEP"
  case prio = "PRIO"
  case thread = "THREAD"
  case qos = "QOS"
  case cancel = "CANCEL"
  case done = "DONE"
  case queue = "QUEUE"
  case limit = "LIMIT"
  case susp = "SUSP"
  case wait = "WAIT"
  case kvo = "KVO"
  case block = "BLOCK"
  case invoc = "INVOC"
  case nonc = "NONC"
  case async = "ASYNC"
  case main = "MAIN"
  case err = "ERR"
  case dispatch = "DISPATCH"
  case source = "SOURCE"
  case adv = "ADV"

  /// See ``TextRepresentable``.
  package static var expectation: String { "an area: " + alternatives(allCases) }

  /// The title of the chapter, for example "Dependencies".
  package var title: String { names.title }

  /// The file of the chapter inside `Spec/Rules`, for example `Dependencies.md`.
  package var chapterFile: String { names.file + ".md" }

  /// The position among all areas, from 0.
  private var rank: Int {
    Area.allCases.firstIndex(of: self) ?? Area.allCases.count
  }

  /// Whether one area comes before another in the catalogue; linear in the number of areas.
  ///
  /// - Returns: whether `left` comes first.
  package static func < (left: Area, right: Area) -> Bool {
    left.rank < right.rank
  }

  /// Title and file name, side by side so that a new area cannot get one without the other.
  private var names: (title: String, file: String) {
    switch self {
    case .op: ("General: what an operation object is", "General")
    case .state: ("Life-cycle state", "Lifecycle")
    case .ready: ("Readiness", "Readiness")
    case .start: ("Manual start and the default start method", "Start")
    case .exec: ("Execution of the task", "Execution")
    case .dep: ("Dependencies", "Dependencies")
    case .prio: ("Queue priority", "Priority")
    case .thread: ("Threads and thread priority", "Threads")
    case .qos: ("Quality of service", "QualityOfService")
    case .cancel: ("Cancellation", "Cancellation")
    case .done: ("Completion block", "Completion")
    case .queue: ("Operation queue", "Queue")
    case .limit: ("Maximum concurrent operation count", "Limit")
    case .susp: ("Suspending and resuming", "Suspension")
    case .wait: ("Waiting", "Waiting")
    case .kvo: ("Key-value observing", "KeyValueObserving")
    case .block: ("Block operation", "BlockOperation")
    case .invoc: ("Invocation operation", "InvocationOperation")
    case .nonc: ("Custom non-concurrent operation", "NonConcurrent")
    case .async: ("Custom concurrent operation", "Concurrent")
    case .main: ("Main queue", "MainQueue")
    case .err: ("Errors and exceptions", "Errors")
    case .dispatch: ("Dispatch queues", "Dispatch")
    case .source: ("Dispatch sources", "Sources")
    case .adv: ("Design advice", "Advice")
    }
  }
}
