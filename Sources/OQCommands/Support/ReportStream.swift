import OQCommandLine
import OQDriver
import OQReport
import OQReports

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reports in lines, written while their run goes on, so that a run that is ended leaves what it
/// found.
package final class ReportStream {
  private let console: Console
  /// Files that are open.
  private var files: [(path: String, file: OpenFile)] = []
  private var isForStandardOutput = false
  /// Why one of them could not be written.
  private var fault: String?

  /// Opens the files of all reports in lines that were asked for; nil where none was.
  ///
  /// - Parameters:
  ///   - requests: what was asked for; other formats are left out.
  ///   - console: standard output.
  /// - Throws: where a file cannot be opened.
  init?(_ requests: [ReportRequest], _ console: Console) throws(Failure) {
    let requests = requests.filter { $0.format is JSONLinesFormat }
    guard !requests.isEmpty else { return nil }
    self.console = console
    for request in requests {
      if request.isForStandardOutput {
        isForStandardOutput = true
        continue
      }
      try Files.write("", to: request.path)
      let descriptor = open(request.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw Failure(.unwritableOutput, "\(request.path): cannot be opened")
      }
      files.append((request.path, OpenFile(owning: descriptor)))
    }
  }

  /// Whether a report is written here.
  func holds(_ request: ReportRequest) -> Bool { request.format is JSONLinesFormat }

  /// Adds lines to all reports; what fails is told by ``add(_:to:)``.
  func write(_ text: () throws -> String) {
    let lines: String
    do {
      lines = try text()
    } catch {
      return fault = "the report cannot be encoded: \(error)"
    }
    if isForStandardOutput { console.write(lines) }
    for (path, file) in files { add(lines, to: file, at: path) }
  }

  /// Adds the last lines to one report.
  func add(_ lines: String, to request: ReportRequest) throws(Failure) {
    if request.isForStandardOutput { console.write(lines) }
    if let (path, file) = files.first(where: { $0.path == request.path }) {
      add(lines, to: file, at: path)
    }
    if let fault { throw Failure(.unwritableOutput, fault) }
  }

  private func add(_ lines: String, to file: OpenFile, at path: String) {
    do {
      try file.descriptor.write(Array(lines.utf8))
    } catch {
      fault = "\(path): cannot be written: \(error)"
    }
  }
}

/// A file that is closed with the last who knows it.
private final class OpenFile {
  let descriptor: OwnedDescriptor
  init(owning number: Int32) { descriptor = OwnedDescriptor(owning: number) }
}
