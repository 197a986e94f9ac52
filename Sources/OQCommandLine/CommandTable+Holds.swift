/// What concerns the points of subjects in processes of their own.
extension CommandTable {
  static let preload = Flag(
    "preload",
    help:
      "Load a library into an exec: adapter in C, C++ or Objective-C that shows the points of its process."
  )
}
