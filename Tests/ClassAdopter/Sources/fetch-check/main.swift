import Fetching
import Foundation
import OperationQueueConformance

struct FetchAdapter: OperationClassAdapter {
  static let name = "fetch"
  func makeOperation(_ work: @escaping Work) -> Operation { FetchOperation(work) }
}

ConformanceCommand.main(classes: [FetchAdapter.self])
