import OperationQueueConformance
import ToyAdapters

ConformanceCommand.main(ToyAdapter.self, TrappingToyAdapter.self, HangingToyAdapter.self)
